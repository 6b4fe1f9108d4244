/**
 * Who wants to hear of which resource. Clients of 2025 ask the server one address at a time; those of 2026 hold a request open
 * that the SDK answers itself, so that it is seen only on the wire.
 */
export class Subscriptions {
  private readonly single = new Set<string>();
  private readonly open = new Map<string | number, readonly string[]>();

  /** `onChange` is called when the first one comes and when the last one goes. */
  constructor(private readonly onChange: (isWanted: boolean) => void) {}

  get uris(): ReadonlySet<string> {
    return new Set([...this.single, ...[...this.open.values()].flat()]);
  }

  add(uri: string): void {
    this.change(() => this.single.add(uri));
  }

  remove(uri: string): void {
    this.change(() => this.single.delete(uri));
  }

  /** What an acknowledgement says is granted. */
  listen(request: string | number, uris: readonly string[]): void {
    this.change(() => this.open.set(request, uris));
  }

  cancel(request: string | number): void {
    if (this.open.has(request)) this.change(() => this.open.delete(request));
  }

  clear(): void {
    this.change(() => {
      this.single.clear();
      this.open.clear();
    });
  }

  private change(work: () => void): void {
    const before = this.uris.size > 0;
    work();
    const after = this.uris.size > 0;
    if (before !== after) this.onChange(after);
  }
}
