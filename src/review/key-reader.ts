/**
 * Single keys and short lines from a terminal. The terminal is raw only between `open` and `close`, and is put back however
 * the program ends. An end of the input, Ctrl-C and Ctrl-D are the same answer: null.
 */
export interface KeyInput extends NodeJS.EventEmitter {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
  setEncoding(encoding: BufferEncoding): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** `over`: there will be no more. */
type Line = { readonly text: string } | "cancelled" | "over";

export interface Keys {
  /** One key in lower case; null when there will be no more. */
  readonly key: () => Promise<string | null>;
  /** Enter ends it, Escape takes it back. */
  readonly line: (question: string) => Promise<Line>;
  /** Lends the terminal to another program. */
  readonly lend: <T>(work: () => T) => T;
  readonly close: () => void;
}

const [CTRL_C, CTRL_D, CTRL_U, ESCAPE] = ["\u0003", "\u0004", "\u0015", "\u001b"] as const;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const ENTER = ["\r", "\n"];
const ERASE = ["\u007f", "\b"];
/** An arrow or function key, or the marks around pasted text: none of it is an answer. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is passed over.
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O.)/g;

export function openKeys(input: KeyInput, write: (text: string) => void, width: () => number = () => 80): Keys {
  const typed: string[] = [];
  let isOver = false;
  let wake = (): void => {};
  const take = (text: string): void => {
    typed.push(...text.replace(SEQUENCE, ""));
    wake();
  };
  const end = (): void => {
    isOver = true;
    wake();
  };
  const setRaw = (isRaw: boolean): void => {
    if (input.isTTY) input.setRawMode?.(isRaw);
  };
  const restore = (): void => setRaw(false);
  const leave = (signal: NodeJS.Signals): void => {
    restore();
    // Nobody listens any more, so that it ends us as it would have.
    process.kill(process.pid, signal);
  };
  const next = async (): Promise<string | null> => {
    while (typed.length === 0 && !isOver)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    const char = typed.shift() ?? null;
    if (char !== CTRL_C && char !== CTRL_D) return char;
    isOver = true;
    typed.length = 0;
    return null;
  };
  input.setEncoding("utf8");
  input.on("data", take);
  input.on("end", end).on("close", end).on("error", end);
  process.once("exit", restore);
  for (const signal of SIGNALS) process.once(signal, leave);
  setRaw(true);
  input.resume();
  return {
    key: async () => (await next())?.toLowerCase() ?? null,
    line: (question) => readLine(question, { next, write, width }),
    lend(work) {
      setRaw(false);
      try {
        return work();
      } finally {
        setRaw(true);
      }
    },
    close() {
      restore();
      process.removeListener("exit", restore);
      for (const signal of SIGNALS) process.removeListener(signal, leave);
      input.removeListener("data", take);
      for (const event of ["end", "close", "error"]) input.removeListener(event, end);
      input.pause();
    },
  };
}

interface LineTools {
  readonly next: () => Promise<string | null>;
  readonly write: (text: string) => void;
  readonly width: () => number;
}

/** A raw terminal shows nothing by itself: the end of what was typed is drawn anew with each key. */
async function readLine(question: string, { next, write, width }: LineTools): Promise<Line> {
  let text: readonly string[] = [];
  const draw = (): void => write(`\r\u001b[K${question}${text.slice(-Math.max(8, width() - question.length - 2)).join("")}`);
  for (;;) {
    draw();
    const char = await next();
    if (char === null || ENTER.includes(char) || char === ESCAPE) {
      write("\r\n");
      return char === null ? "over" : char === ESCAPE ? "cancelled" : { text: text.join("").trim() };
    }
    if (ERASE.includes(char)) text = text.slice(0, -1);
    else if (char === CTRL_U) text = [];
    else if (char >= " ") text = [...text, char];
  }
}
