/** A set of documents' numbers, one bit each. Off the hot path. */
export class DocumentSet {
  private bits = new Uint8Array(1 << 12);

  add(doc: number): void {
    while (doc >>> 3 >= this.bits.length) this.grow();
    this.bits[doc >>> 3] = (this.bits[doc >>> 3] as number) | (1 << (doc & 7));
  }

  has(doc: number): boolean {
    return ((this.bits[doc >>> 3] ?? 0) & (1 << (doc & 7))) !== 0;
  }

  private grow(): void {
    const larger = new Uint8Array(this.bits.length * 2);
    larger.set(this.bits);
    this.bits = larger;
  }
}
