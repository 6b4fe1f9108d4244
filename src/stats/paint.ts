/** How a terminal shows what matters; plain text where there is no terminal or the person wants no colour. */

export interface Paint {
  readonly strong: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly chart: (text: string) => string;
}

const same = (text: string): string => text;
export const PLAIN: Paint = { strong: same, dim: same, good: same, bad: same, chart: same };

const code =
  (open: number, close: number) =>
  (text: string): string =>
    text === "" ? "" : `\u001b[${open}m${text}\u001b[${close}m`;
export const COLOURED: Paint = { strong: code(1, 22), dim: code(2, 22), good: code(32, 39), bad: code(33, 39), chart: code(36, 39) };
