/** `compact`: keeps the last line of each record, and everything that is no record. */
import type { CommonOptions } from "../open-for-command.ts";
import { print, printJson } from "./runtime.ts";
import { withRecords } from "./writing.ts";

export interface CompactOptions extends CommonOptions {
  readonly json?: boolean;
}

export function compact({ json, ...options }: CompactOptions): void {
  const done = withRecords(options, (records) => records.compact());
  if (json) return printJson(done.map(([file, result]) => ({ file, ...result })));
  if (done.length === 0) return print(["nothing to do: no record has an older line"]);
  print(
    done.map(
      ([file, { linesBefore, linesAfter, bytesBefore, bytesAfter }]) =>
        `${file}: ${linesBefore} lines, now ${linesAfter}; ${bytesBefore} bytes, now ${bytesAfter}`,
    ),
  );
}
