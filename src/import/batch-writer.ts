/** Gathers what is imported, and writes it many records at a time: the lock and the file are opened once for all of them. */
import { attempt } from "../refusal.ts";
import type { RecordStore } from "../write/record-store.ts";
import type { StoredFields, Writable } from "../write/writable.ts";

/** Readers that follow the store see this many at once, and so many are done again after a kill. */
const BATCH = 200;

export class BatchWriter {
  private readonly waiting = new Map<Writable, StoredFields[]>();

  constructor(private readonly store: RecordStore) {}

  add(kind: Writable, fields: StoredFields): void {
    // In a file of its own, which may be there already.
    if (kind === "goal") return void this.store.add(kind, fields);
    const waiting = this.waiting.get(kind) ?? [];
    waiting.push(fields);
    this.waiting.set(kind, waiting);
    if (waiting.length >= BATCH) this.flush();
  }

  flush(): void {
    for (const [kind, records] of this.waiting) {
      attempt(() => this.store.addAll(kind, records), "what was written until then stays; run it again to go on");
      this.waiting.delete(kind);
    }
  }
}
