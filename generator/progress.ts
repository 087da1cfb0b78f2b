/** Runs that are over sooner show no progress, in milliseconds. */
const PATIENCE = 1000;

export interface Progress {
  readonly show: (done: number, all: number) => void;
  readonly clear: () => void;
}

/** A line that tells how far a long run is; on a terminal only. */
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
