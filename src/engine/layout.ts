/** What has been given a place in a text, and what room that leaves. Pure. */
import { estimateTokens } from "../budget/estimate-tokens.ts";
import type { Tokens } from "../types.ts";
import type { Find } from "./collect-finds.ts";
import type { Entity } from "./entity.ts";
import type { ContextSection } from "./injected-context.ts";
import { renderEntity, renderHeading, renderRelated, renderSections, renderText } from "./render-context.ts";

interface Placed {
  readonly find: Find;
  readonly text: string;
  related: readonly Entity[];
}

export interface LayoutLimits {
  readonly maxTokens: Tokens;
  readonly maxSections: number;
  readonly tokenFactor: number;
}

/** A text costs no more than its lines do one by one, so that they can be added up. */
export class Layout {
  private readonly placed: Placed[] = [];
  private readonly taken = new Set<string>();
  private readonly titles = new Set<string>();
  private left: Tokens;

  constructor(private readonly limits: LayoutLimits) {
    this.left = limits.maxTokens - this.cost(renderSections([]));
  }

  /** In full, else as a line, else not at all: a smaller one may still fit. */
  add(find: Find): void {
    const key = keyOf(find);
    const isOpen = this.titles.has(find.title);
    if (this.taken.has(key) || (!isOpen && this.titles.size >= this.limits.maxSections)) return;
    const heading = isOpen ? 0 : this.cost(renderHeading(find.title));
    const forms = find.entity === null ? [renderText(find.text)] : [renderEntity(find.entity, "full"), renderEntity(find.entity, "line")];
    const text = forms.find((each) => heading + this.cost(each) <= this.left);
    if (text === undefined) return;
    this.left -= heading + this.cost(text);
    this.placed.push({ find, text, related: [] });
    this.taken.add(key);
    this.titles.add(find.title);
  }

  /** The finds of files, the most relevant first. */
  ofFiles(): readonly (Find & { readonly entity: Entity })[] {
    return this.placed.flatMap(({ find }) => (find.entity !== null && find.title.startsWith("File:") ? [{ ...find, entity: find.entity }] : []));
  }

  /** The names of what is not there already, as many as there is room for. */
  relate(entity: Entity, linked: readonly Entity[]): void {
    const owner = this.placed.find(({ find }) => find.entity === entity);
    const once = new Map(linked.map((other) => [entityKey(other), other]));
    let news = [...once].filter(([key]) => !this.taken.has(key)).map(([, other]) => other);
    while (news.length > 0 && this.cost(renderRelated(news)) > this.left) news = news.slice(0, -1);
    if (owner === undefined || news.length === 0) return;
    owner.related = news;
    this.left -= this.cost(renderRelated(news));
    for (const other of news) this.taken.add(entityKey(other));
  }

  /** Every record that is shown or named. */
  entities(): readonly Entity[] {
    return this.placed.flatMap(({ find, related }) => [...(find.entity === null ? [] : [find.entity]), ...related]);
  }

  /** Of the whole text. */
  tokens(): Tokens {
    return this.placed.length === 0 ? 0 : estimateTokens(renderSections(this.sections()), this.limits.tokenFactor);
  }

  sections(): readonly ContextSection[] {
    const sections = new Map<string, ContextSection>();
    for (const { find, text, related } of this.placed) {
      const before = sections.get(find.title);
      const whole = related.length === 0 ? text : `${text}\n${renderRelated(related)}`;
      sections.set(find.title, { title: find.title, content: before ? `${before.content}\n${whole}` : whole, relevance: before?.relevance ?? find.relevance });
    }
    return [...sections.values()];
  }

  private cost(text: string): Tokens {
    return estimateTokens(`${text}\n`, this.limits.tokenFactor);
  }
}

/** By which a record is known wherever it is found. */
export function keyOf({ entity, title, text }: Find): string {
  return entity === null ? `text ${title} ${text}` : entityKey(entity);
}

function entityKey({ source, id }: Entity): string {
  return `${source}:${id}`;
}
