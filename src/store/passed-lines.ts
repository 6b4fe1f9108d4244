/**
 * Which lines need not be parsed: those that nobody asked for, whose raw text shows their id and no project that is not
 * known already. Parsing is most of what reading a line costs. Whatever is not spelled as our own and lore's writers do is parsed.
 */

const ID_FIRST = '{"id":"';
const ID = '"id"';
const PROJECT = '"project';
/** No byte of it is part of a longer letter. */
const ASCII = /^[ -~]+$/;

/** Asked for one line of a window after the other. Flat, and each search goes on where it ended: it has to be cheaper than parsing. */
export class PassedLines {
  /** Where each of these stands next. */
  private escapeAt = -1;
  private idAt = -1;
  private projectAt: number;

  /** `known`: names of projects, as they are spelled. */
  constructor(
    private readonly text: string,
    private readonly known: ReadonlySet<string>,
    private readonly isAscii: boolean,
  ) {
    this.projectAt = text.includes('"project"') || text.includes('"projects"') ? -1 : text.length;
  }

  /** The line's id, if that is all there is to know of it; else null. */
  idOf(start: number, end: number): string | null {
    const { text } = this;
    if (!text.startsWith(ID_FIRST, start)) return null;
    if (this.escapeAt < start) this.escapeAt = this.next("\\", start);
    const idStart = start + ID_FIRST.length;
    const idEnd = text.indexOf('"', idStart);
    // An escape could spell a key, or be part of the id.
    if (this.escapeAt < end || idEnd <= idStart || idEnd >= end) return null;
    // A second id would be the one that counts.
    if (this.idAt < idEnd) this.idAt = this.next(ID, idEnd);
    if (this.idAt < end || !this.knowsProjects(idEnd, end)) return null;
    const id = text.slice(idStart, idEnd);
    return this.isAscii || ASCII.test(id) ? id : null;
  }

  private next(wanted: string, from: number): number {
    const found = this.text.indexOf(wanted, from);
    return found < 0 ? this.text.length : found;
  }

  private knowsProjects(start: number, end: number): boolean {
    const { text } = this;
    for (;;) {
      if (this.projectAt < start) this.projectAt = this.next(PROJECT, start);
      if (this.projectAt >= end) return true;
      const keyEnd = this.projectAt + PROJECT.length;
      if (text.startsWith('s"', keyEnd)) return false;
      // Longer words name no project.
      if (text.charAt(keyEnd) === '"') {
        const nameAt = keyEnd + 3;
        if (!text.startsWith('":"', keyEnd) || !this.known.has(text.slice(nameAt, text.indexOf('"', nameAt)))) return false;
      }
      this.projectAt = this.next(PROJECT, keyEnd);
    }
  }
}
