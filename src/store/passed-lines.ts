/**
 * Which lines need not be parsed: those that nobody asked for, whose raw text shows their id and no project that is not
 * known already. Parsing is most of what reading a line costs. Whatever is not spelled as our own and lore's writers do is parsed.
 */

const ID_FIRST = '{"id":"';
/** Nothing in it could be an escape, or a byte of a longer letter. */
const PLAIN_ID = /^[\w.:~@-]+$/;
const PROJECT = '"project';

/** Finds a text again and again, from one line to the next. */
class Cursor {
  private at = -1;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
  ) {}

  /** Where it stands first, from `from` on, which never becomes less; the length of the text where it does not. */
  from(from: number): number {
    if (this.at < from) {
      const found = this.text.indexOf(this.wanted, from);
      this.at = found < 0 ? this.text.length : found;
    }
    return this.at;
  }
}

/** Asked for one line of a window after the other. */
export class PassedLines {
  private readonly ids: Cursor;
  private readonly escapes: Cursor;
  private readonly projects: Cursor;

  /** `known`: names of projects, as they are spelled. */
  constructor(
    private readonly text: string,
    private readonly known: ReadonlySet<string>,
  ) {
    this.ids = new Cursor(text, '"id"');
    this.escapes = new Cursor(text, "\\u");
    this.projects = new Cursor(text, PROJECT);
  }

  /** The line's id, if that is all there is to know of it; else null. */
  idOf(start: number, end: number): string | null {
    const { text } = this;
    if (!text.startsWith(ID_FIRST, start)) return null;
    const idEnd = text.indexOf('"', start + ID_FIRST.length);
    // A second one, or a key that is spelled by its code, could say something else.
    if (idEnd < 0 || this.ids.from(idEnd) < end || this.escapes.from(start) < end || !this.knowsProjects(idEnd, end)) return null;
    const id = text.slice(start + ID_FIRST.length, idEnd);
    return PLAIN_ID.test(id) ? id : null;
  }

  private knowsProjects(start: number, end: number): boolean {
    const { text } = this;
    for (let at = this.projects.from(start); at < end; at = this.projects.from(at + 1)) {
      const keyEnd = at + PROJECT.length;
      if (text.startsWith('s"', keyEnd)) return false;
      // Longer words name no project.
      if (text.charAt(keyEnd) !== '"') continue;
      if (!text.startsWith('":"', keyEnd)) return false;
      const nameAt = keyEnd + 3;
      if (!this.known.has(text.slice(nameAt, text.indexOf('"', nameAt)))) return false;
    }
    return true;
  }
}
