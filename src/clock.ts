/**
 * Milliseconds, for deadlines and for telling how long a step took. The hook is content with the time of day: finer clocks
 * cost a tenth of a millisecond (process.hrtime) or a whole one (performance) at their first use. Commands set a finer one.
 */
let source: () => number = Date.now;

export function clock(): number {
  return source();
}

export function setClock(finer: () => number): void {
  source = finer;
}
