/** lore's pattern database: `patterns:` and `anti_patterns:` in one YAML file. */
import { isFields } from "../sources/fields.ts";
import { parseAntiPattern, parsePattern } from "../sources/patterns.ts";
import { type DocumentSource, Gatherer } from "./document-source.ts";

export const patterns: DocumentSource = {
  name: "patterns",
  parseDocuments(documents) {
    const gathered = new Gatherer();
    for (const { file, value } of documents) {
      if (value === null || value === undefined) continue;
      if (!isFields(value)) gathered.problem(file, "expected `patterns:` and `anti_patterns:` lists");
      else {
        gathered.list(file, "`patterns`", value.patterns, "pat", parsePattern);
        gathered.list(file, "`anti_patterns`", value.anti_patterns, "anti", parseAntiPattern);
      }
    }
    return gathered;
  },
};
