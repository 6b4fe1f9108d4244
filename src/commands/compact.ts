/** `compact`: keeps the last line of each record, and everything that is no record. */
import { type CommonOptions, print, printJson } from "./runtime.ts";
import { attempt, openWriter } from "./writing.ts";

export interface CompactOptions extends CommonOptions {
  readonly json?: boolean;
}

export function compact({ json, ...options }: CompactOptions): void {
  const { store } = openWriter(options);
  const done = attempt(() => store.compact());
  if (json) return printJson(done.map(([file, result]) => ({ file, ...result })));
  if (done.length === 0) return print(["nothing to do: no record has an older line"]);
  print(
    done.map(
      ([file, { linesBefore, linesAfter, bytesBefore, bytesAfter }]) =>
        `${file}: ${linesBefore} lines, now ${linesAfter}; ${bytesBefore} bytes, now ${bytesAfter}`,
    ),
  );
}
