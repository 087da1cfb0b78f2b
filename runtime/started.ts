import { channel } from "node:diagnostics_channel";
import type { StopOptions } from "./lifecycle.js";
import type { Metrics } from "./observe/metrics.js";
import type { Address } from "./surfaces/addresses.js";

/** A server that has begun to listen. */
export interface Started {
  readonly port: number;
  readonly host: string;
  readonly addresses: readonly Address[];
  readonly metrics: Metrics | undefined;
  /** The settings of its end, in milliseconds. */
  readonly shutdownDelay: number;
  readonly shutdownTimeout: number;
  readonly stop: (options: StopOptions) => Promise<void>;
}

/**
 * Tells `data-api start` and `data-api dev` of a server that a file of the user starts. A channel of the process,
 * because that file may load another copy of this package.
 */
export const STARTED = "data-api.started";
export const started = channel(STARTED);
