/** "Remember that …" in a prompt → an observation in the inbox, to be promoted. */
import { cleanText } from "../privacy/clean.ts";
import { composeRecord } from "../write/compose-record.ts";
import { makeId } from "../write/make-id.ts";
import type { RecordStore } from "../write/record-store.ts";
import type { Origin } from "../write/writable.ts";
import { findSayings } from "./find-sayings.ts";

export function captureSayings(prompt: string, store: RecordStore, origin: Origin): string {
  const sayings = findSayings(cleanText(prompt));
  if (sayings.length === 0) return "nothing to remember was said";
  const known = new Set(store.current((source) => source === "inbox").map(({ fields }) => fields.content));
  const written = sayings
    .filter(({ text }) => !known.has(text))
    .map(({ kind, text }) => {
      const id = makeId("observation", origin.now.getTime());
      store.add("observation", composeRecord("observation", id, { text, source: "prompt", tags: [kind] }, origin));
      return id;
    });
  return written.length === 0 ? "known already" : written.join(", ");
}
