/** Milliseconds of a monotonic clock. The global `performance` would load three of Node's modules for it: a millisecond. */
export function clock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
