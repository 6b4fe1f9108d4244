/** How often a random test tries: the full number with LORE_TEST_FULL=1 (`npm run test:full`), else a fifth, so that the suite stays short. */
export function rounds(full: number): number {
  return process.env.LORE_TEST_FULL ? full : Math.ceil(full * 0.2);
}
