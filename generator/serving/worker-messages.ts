import type { MetricsJson } from "../../runtime/index.js";
import type { AnnouncedServer } from "./announce.js";
import type { StopSignal } from "./stop-signals.js";

/**
 * The environment variable with the key of cursors that workers use if the configuration gives none: the next page
 * may be read by another worker.
 */
export const CURSOR_KEY = "DATA_API_WORKERS_CURSOR_KEY";

/** Messages from a worker to the supervising process. */
export type WorkerMessage =
  /** The worker now listens to messages. Earlier ones may have been lost. */
  | { readonly kind: "listening" }
  | { readonly kind: "serving"; readonly announced: AnnouncedServer }
  | { readonly kind: "failed"; readonly message: string }
  /** Requests the metrics of all workers. */
  | { readonly kind: "gather"; readonly question: number }
  | { readonly kind: "figures"; readonly question: number; readonly figures: MetricsJson };

/**
 * Messages from the supervising process to a worker. Stop signals are sent this way too: a terminal signals
 * all processes at once, so a worker would receive two signals and end at once.
 */
export type SupervisorMessage =
  | { readonly kind: "stop"; readonly signal: StopSignal }
  /** Requests the worker's own metrics. */
  | { readonly kind: "count"; readonly question: number }
  | { readonly kind: "gathered"; readonly question: number; readonly figures: readonly MetricsJson[] };
