/** Whether it is worth asking which modes a prompt switches on: most prompts name none, and finding out takes patterns. Pure. */
import type { Mode } from "../config/modes.ts";

/** Of a prompt only so much is read. From its beginning, because a cut in the middle could hide where code begins. */
export const MAX_CHARS = 128 * 1024;

/** Cheap enough for every prompt: false means that findModes finds none. */
export function mayMeanMode(modes: readonly Mode[], prompt: string): boolean {
  if (modes.some(({ enabled, patterns }) => enabled && patterns.length > 0)) return true;
  const text = prompt.slice(0, MAX_CHARS).normalize().toLowerCase();
  return modes.some(({ words }) => words.some((word) => text.includes(word)));
}
