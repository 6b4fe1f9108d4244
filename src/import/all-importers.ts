/** All importers, in the order in which `import all` runs them: what people wrote down on purpose first. */
import { adr } from "./adr/adr.ts";
import { beads } from "./beads.ts";
import { changelog } from "./changelog/changelog.ts";
import { claudeMem } from "./claude-mem/claude-mem.ts";
import { exported } from "./exported.ts";
import type { Importer } from "./importer.ts";
import { lore } from "./lore/lore.ts";
import { memory } from "./memory/memory.ts";
import { transcripts } from "./transcripts.ts";

export const ALL_IMPORTERS: readonly Importer[] = [lore, memory, adr, beads, claudeMem, changelog, transcripts, exported];
