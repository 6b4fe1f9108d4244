/**
 * Ids of message parts for OpenCode, which shows parts in the order of their ids: a part that must stand before another one gets
 * an id just below its neighbour's. Pure, no imports, so that a plugin may take it alone.
 */

/** `prt_`, 12 hex digits that count up, 14 characters that only make it unique. */
const PART_ID = /^(\w{1,16}_)([0-9a-f]{12})(\w{0,64})$/;
/** In the order of their codes, as ids are compared. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The same text for the same neighbour, so that a hook that runs twice makes no second part. */
export function partBefore(id: string): string {
  const [, prefix = "", count = "", rest = ""] = PART_ID.exec(id) ?? [];
  if (count !== "" && !/^0+$/.test(count)) return `${prefix}${(BigInt(`0x${count}`) - 1n).toString(16).padStart(12, "0")}${rest}`;
  return decrement(id);
}

/** As `partBefore`, but none of `taken`: each one that is gives way to the next one below it. */
export function freePartBefore(id: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  let free = partBefore(id);
  while (used.has(free)) free = partBefore(free);
  return free;
}

/** An id in a form that we do not know: the last digit that can go down does, and what follows is as high as it gets. */
function decrement(id: string): string {
  for (let at = id.length - 1; at >= 0; at--) {
    const digit = DIGITS.indexOf(id.charAt(at));
    if (digit > 0) return `${id.slice(0, at)}${DIGITS.charAt(digit - 1)}${"z".repeat(id.length - at)}`;
  }
  // Nothing can go down: what is shorter comes first.
  return id.slice(0, -1);
}
