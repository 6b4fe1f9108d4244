/** Records for other programs: open those of a folder, then add, change, retire and list them. A bundle of its own, loaded by the library when first used. */
import { type CommonOptions, openForCommand } from "./open-for-command.ts";
import { Records } from "./write/records.ts";

export function openRecords(options: CommonOptions = {}): Records {
  return new Records(openForCommand(options));
}
