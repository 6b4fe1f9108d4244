/** The sources with a JSONL store, each in a file of its own. */
import { evidence } from "./evidence.ts";
import { failures } from "./failures.ts";
import { inbox } from "./inbox.ts";
import { journal } from "./journal.ts";
import { patterns } from "./patterns.ts";
import type { Source } from "./source.ts";
import { transfer } from "./transfer.ts";

export const ALL_SOURCES: readonly Source[] = [patterns, journal, failures, transfer, inbox, evidence];
