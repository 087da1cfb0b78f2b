import type { MetricsJson } from "../../runtime/index.js";
import type { StopSignal } from "./stop-signals.js";

/** What workers tell the process that supervises them. */
export type WorkerMessage =
  /** The worker listens to messages from now on. Earlier ones may have been lost. */
  | { readonly kind: "listening" }
  | { readonly kind: "serving"; readonly port: number }
  | { readonly kind: "failed"; readonly message: string }
  /** Asks for the figures of all workers. */
  | { readonly kind: "gather"; readonly question: number }
  | { readonly kind: "figures"; readonly question: number; readonly figures: MetricsJson };

/**
 * What the process that supervises workers tells them. Signals come this way too: a terminal sends its own to all
 * processes at once, and would have each worker end by the second.
 */
export type SupervisorMessage =
  | { readonly kind: "stop"; readonly signal: StopSignal }
  /** Asks for the worker's own figures. */
  | { readonly kind: "count"; readonly question: number }
  | { readonly kind: "gathered"; readonly question: number; readonly figures: readonly MetricsJson[] };
