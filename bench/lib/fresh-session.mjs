/** Each measured run is the first prompt of a session of its own: a second one would be told nothing that the first was told. */
let sessions = 0;

export function inFreshSession(input) {
  return typeof input === "string" ? input.replace('"session_id":"bench"', `"session_id":"bench-${process.pid}-${sessions++}"`) : input;
}
