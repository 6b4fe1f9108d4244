/**
 * Which requests belong to a compaction. OpenCode announces it, then runs the same two hooks for its request as for any other:
 * that request gets the compact form and nothing else of ours.
 */

export class Compactions {
  /** `announced`: its messages come next. `asked`: they have come, its request is under way. */
  private readonly phases = new Map<string, "announced" | "asked">();

  announce(sessionId: string): void {
    this.phases.set(sessionId, "announced");
  }

  /** Whether these messages are the compaction's own. Null: there are none, so that no session can be told from them. */
  takeMessages(sessionId: string | null): boolean {
    const id = sessionId ?? this.onlyAnnounced();
    const isOwn = id !== null && this.phases.get(id) === "announced";
    if (isOwn) this.phases.set(id, "asked");
    // Messages once more: the session goes on, whatever became of its compaction.
    else if (id !== null) this.phases.delete(id);
    return isOwn;
  }

  isUnderWay(sessionId: string): boolean {
    return this.phases.has(sessionId);
  }

  end(sessionId: string): void {
    this.phases.delete(sessionId);
  }

  private onlyAnnounced(): string | null {
    const [first, ...others] = [...this.phases].filter(([, phase]) => phase === "announced").map(([id]) => id);
    return first !== undefined && others.length === 0 ? first : null;
  }
}
