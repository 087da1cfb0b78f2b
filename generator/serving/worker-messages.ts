import type { StopSignal } from "./stop-signals.js";

/**
 * What workers and the process that supervises them tell one another. Signals come this way too: a terminal sends its own
 * to all processes at once, and would have each worker end by the second.
 */
export type WorkerMessage = { readonly kind: "serving"; readonly port: number } | FailedMessage;

/** The worker cannot start, and why. */
export interface FailedMessage {
  readonly kind: "failed";
  readonly message: string;
}

export interface StopMessage {
  readonly kind: "stop";
  readonly signal: StopSignal;
}
