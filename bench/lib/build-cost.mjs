/** What the index itself costs: size, a full build, its memory, and bringing in 1,000 appended records. */
import { join } from "node:path";
import { runOnce, runOrThrow } from "./measure.mjs";
import { announce } from "./progress.mjs";
import { bytesBelow, measureMemory } from "./resources.mjs";

const APPENDED = 1000;

export function measureIndex(home) {
  announce("building the index");
  // The first command also compiles settings and documents, which is not the index's cost.
  const first = runOrThrow(home.index("rebuild"), "index rebuild");
  const again = runOrThrow(home.index("rebuild"), "index rebuild");
  const seconds = Math.min(first.ms, again.ms) / 1000;
  const memory = measureMemory(home.index("rebuild"), home.folder);
  const size = readStatus(home);
  home.tail.append(APPENDED);
  home.tail.age();
  const refreshMs = runOrThrow(home.index("refresh"), "index refresh").ms;
  home.tail.cut();
  runOrThrow(home.index("rebuild"), "index rebuild");
  return { ...size, seconds, recordsPerSecond: home.records / seconds, memory, refreshMs };
}

/** What the product says of itself, or the files' sizes where it says nothing. */
function readStatus(home) {
  const { stdout, status } = runOnce(home.index("status", "--json"));
  try {
    const { state, bytes, dataBytes } = JSON.parse(stdout);
    if (status === 0 && bytes > 0 && dataBytes > 0) return { state, bytes, dataBytes };
  } catch {
    // Below.
  }
  return { state: "unknown", bytes: bytesBelow(join(home.folder, ".cache/lore-inject")), dataBytes: bytesBelow(home.store) };
}
