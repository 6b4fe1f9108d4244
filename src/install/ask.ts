/** Questions to whoever sits at the terminal. Nobody there, or an end of input, means the default; Ctrl-C means no, from then on. */
import { createInterface } from "node:readline/promises";

export interface Asker {
  readonly confirm: (question: string, byDefault: boolean) => Promise<boolean>;
  readonly close: () => void;
}

/** For scripts: every question has its default answer. */
export const askNobody: Asker = { confirm: (_question, byDefault) => Promise.resolve(byDefault), close: () => {} };

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Lines are kept as they come: what is typed ahead, or ends together with the input, counts as well. */
export function askAt(terminal: Terminal): Asker {
  const reader = createInterface(terminal);
  const typed: string[] = [];
  let [isOver, isRefused] = [false, false];
  let wake = (): void => {};
  reader.on("line", (line) => {
    typed.push(line);
    wake();
  });
  reader.on("close", () => {
    isOver = true;
    wake();
  });
  reader.on("SIGINT", () => {
    isRefused = true;
    reader.close();
  });
  return {
    async confirm(question, byDefault) {
      if (isRefused) return false;
      if (!isOver) terminal.output.write(`${question} ${byDefault ? "[Y/n]" : "[y/N]"} `);
      while (typed.length === 0 && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const said = typed.shift()?.trim().toLowerCase() ?? "";
      return !isRefused && (said === "" ? byDefault : /^y(?:es)?$/.test(said));
    },
    close: () => reader.close(),
  };
}
