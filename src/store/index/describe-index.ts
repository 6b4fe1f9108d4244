/** The index in figures, for people. Off the hot path. */
import { readIdentity } from "../identity.ts";
import type { StoreFile } from "../store-file.ts";
import type { SegmentKind } from "./format.ts";
import { sizeIn } from "./freshness.ts";
import { DUE_BYTES, type IndexPlace, openIndex } from "./open-index.ts";

export interface DescribeRequest {
  readonly place: IndexPlace;
  readonly stores: readonly StoreFile[];
  readonly knownProjects: readonly string[];
}

export interface IndexStatus {
  /** none: every store is read directly. */
  readonly state: "fresh" | "due" | "none";
  readonly due: string | null;
  readonly bytes: number;
  readonly dataBytes: number;
  readonly segments: readonly { readonly kind: SegmentKind; readonly documents: number; readonly terms: number; readonly bytes: number }[];
  readonly stores: readonly { readonly source: string; readonly path: string; readonly bytes: number; readonly indexed: number }[];
}

export function describeIndex({ place, stores, knownProjects }: DescribeRequest): IndexStatus {
  const files = stores.filter(({ inline }) => !inline);
  const stamps = stores.map(({ path, inline }) => (inline ? "-" : readIdentity(path, Date.now()).stamp));
  const registry = knownProjects.map((name) => name.toLowerCase());
  const { segments, tails, due: fault } = openIndex({ place, stores, stamps, registry });
  const uncovered = tails.reduce((sum, tail, store) => sum + (stores[store]?.direct ? 0 : Math.max(0, sizeIn(stamps[store] ?? "") - tail)), 0);
  const due = fault ?? (uncovered >= DUE_BYTES ? `${uncovered} bytes are not indexed` : null);
  const status: IndexStatus = {
    state: segments.length === 0 ? "none" : due === null ? "fresh" : "due",
    due,
    bytes: segments.reduce((sum, { segment }) => sum + segment.size, 0),
    dataBytes: stamps.reduce((sum, stamp) => sum + sizeIn(stamp), 0),
    segments: segments.map(({ segment: { footer, size } }) => ({ kind: footer.kind, documents: footer.documents, terms: footer.entries, bytes: size })),
    stores: files.map((store) => {
      const number = stores.indexOf(store);
      return { source: store.source, path: store.shownAs, bytes: sizeIn(stamps[number] ?? ""), indexed: tails[number] ?? 0 };
    }),
  };
  for (const { segment } of segments) segment.close();
  return status;
}
