import os from "node:os";

/** The signals that stop a stand-alone server: SIGTERM from a process manager, SIGINT from a terminal. */
export type StopSignal = "SIGTERM" | "SIGINT";

/** Milliseconds beyond the server's own shutdown time after which the process is considered stuck. */
const GRACE = 4_000;

export type Stop = (signal: StopSignal) => void;

/** Handles a request to stop. It ends the process at once, until `stop` is replaced. */
export class StopHandler {
  stop: Stop = () => process.exit(0);
}

/**
 * Listens for signals to stop. The second signal ends the process at once, with exit code 128 plus its number
 * (130 or 143).
 */
export function listenForStopSignals(): StopHandler {
  const handler = new StopHandler();
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(128 + os.constants.signals[signal]);
      isStopping = true;
      handler.stop(signal);
    });
  return handler;
}

/** Ends the process with exit code 1 if it is still running after its shutdown time. */
export function endAfter(shutdownTime: number): void {
  setTimeout(() => {
    process.stderr.write(`The server did not stop within ${(shutdownTime + GRACE) / 1_000} s.\n`);
    process.exit(1);
  }, shutdownTime + GRACE).unref();
}
