import os from "node:os";

/** How a server that runs by itself is told to stop: by whoever runs it, or by a person at the terminal. */
export type StopSignal = "SIGTERM" | "SIGINT";

/** How much longer than the server may take to stop, in milliseconds: what does not come to its end then is broken. */
const GRACE = 4_000;

export type Stop = (signal: StopSignal) => void;

/**
 * Handles a request to stop. Before the server is starting to serve, the process ends at once; later, it finishes first.
 */
export class StopHandler {
  #stop: Stop = () => process.exit(0);

  readonly stop: Stop = (signal) => {
    this.#stop(signal);
  };

  /** From now on, there is something to finish. */
  use(stop: Stop): void {
    this.#stop = stop;
  }
}

/** Listens for the first signal to stop; the second ends the process at once, with 128 and its number (130, 143). */
export function listenForStopSignals(): StopHandler {
  const handler = new StopHandler();
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(128 + os.constants.signals[signal]);
      isStopping = true;
      handler.stop(signal);
    });
  }
  return handler;
}

/** Ends the process with exit code 1 if it still runs when it should have stopped by itself. */
export function endAfter(shutdownTime: number): void {
  setTimeout(() => {
    process.stderr.write(`The server did not stop within ${(shutdownTime + GRACE) / 1_000} s.\n`);
    process.exit(1);
  }, shutdownTime + GRACE).unref();
}
