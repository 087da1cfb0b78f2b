/** Runs shorter than this, in milliseconds, show no progress. */
const PATIENCE = 1000;

export interface Progress {
  readonly show: (done: number, all: number) => void;
  readonly clear: () => void;
}

/** A progress line for long runs. Shown only on a terminal. */
export function createProgress(): Progress {
  const started = Date.now();
  let isShown = false;
  if (!process.stderr.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show: (done, all) => {
      if (Date.now() - started < PATIENCE) return;
      isShown = true;
      process.stderr.write(`\r${done} of ${all} entities`);
    },
    clear: () => {
      if (isShown) process.stderr.write("\r\u001b[K");
    },
  };
}
