import os from "node:os";

/** How a server that runs by itself is told to stop: by whoever runs it, or by a person at the terminal. */
export type StopSignal = "SIGTERM" | "SIGINT";

/** How much longer than the server may take to stop, in milliseconds: what does not come to its end then is broken. */
const GRACE = 4_000;

/** Calls back for the first signal to stop; the second ends the process at once, with 128 and its number (130, 143). */
export function onStopSignal(stop: (signal: StopSignal) => void): void {
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(128 + os.constants.signals[signal]);
      isStopping = true;
      stop(signal);
    });
  }
}

/** Ends the process with exit code 1 if it still runs when it should have stopped by itself. */
export function endAfter(shutdownTime: number): void {
  setTimeout(() => {
    process.stderr.write(`The server did not stop within ${(shutdownTime + GRACE) / 1_000} s.\n`);
    process.exit(1);
  }, shutdownTime + GRACE).unref();
}
