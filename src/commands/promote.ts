/** `promote`: an observation becomes a decision or a pattern, and leaves the inbox. */
import { CommandError } from "./runtime.ts";
import { attempt, latest, now, openWriter, type WriteOptions, write } from "./writing.ts";

export interface PromoteOptions extends WriteOptions {
  readonly to: "decision" | "pattern";
}

export function promote(id: string, options: PromoteOptions): void {
  const { context, store } = openWriter(options);
  const version = latest(id, store);
  if (version.source !== "inbox") throw new CommandError(`${id} is no observation or signal`, "only what is in the inbox can be promoted");
  if (version.fields.status === "promoted") throw new CommandError(`${id} is promoted already`);
  const tags = Array.isArray(version.fields.tags) ? version.fields.tags.filter((tag) => typeof tag === "string") : [];
  // It stays what it was: noted in that project, in that session.
  const { project, session_id: session } = version.fields;
  const origin = { ...(typeof project === "string" ? { project } : {}), ...(typeof session === "string" ? { session } : {}) };
  write(
    options.to,
    { text: String(version.fields.content ?? version.fields.title ?? "") },
    { ...origin, ...options, tags: [...tags, ...(options.tags ?? [])] },
  );
  attempt(() => store.addVersion(version, { status: "promoted", status_changed_at: now(context) }));
}
