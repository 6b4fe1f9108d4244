/** Progress on stderr for whatever takes longer than two seconds: one rewritten line on a terminal, else a line now and then. */

const QUIET_MS = 2000;
const TERMINAL_MS = 200;
const LOG_MS = 15_000;

export function showProgress(label) {
  const { isTTY } = process.stderr;
  const start = Date.now();
  let last = start + QUIET_MS - (isTTY ? TERMINAL_MS : LOG_MS);
  let shown = false;
  return {
    at(share, what = "") {
      const now = Date.now();
      if (now - start < QUIET_MS || now - last < (isTTY ? TERMINAL_MS : LOG_MS)) return;
      last = now;
      shown = true;
      const line = `${label}: ${Math.min(100, Math.floor(share * 100))} % after ${Math.round((now - start) / 1000)} s${what === "" ? "" : `, ${what}`}`;
      process.stderr.write(isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    end() {
      if (shown && isTTY) process.stderr.write("\r\x1b[K");
    },
  };
}

/** Before a step that cannot tell how far it is. */
export function announce(text) {
  process.stderr.write(`${text}\n`);
}
