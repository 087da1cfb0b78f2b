import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";
import { ApiError } from "../../errors/api-error.js";
import { writeProblem } from "../send-problem.js";
import type { Stage } from "../stage.js";

/** The interval in which the delay is evaluated, in milliseconds. */
const WINDOW = 250;
/** The interval in which the delay is measured, in milliseconds. */
const RESOLUTION = 10;

/**
 * Rejects requests while the event loop is late, before any work is done for them, so that running requests can
 * finish. It counts as late if the average delay was too long in two consecutive windows. A single pause (a large
 * answer, garbage collection) has ended before it is noticed, so rejecting requests would not help. Utilization does
 * not count: a healthy server may be busy all the time.
 */
export class Shedding {
  readonly #maxDelay: number;
  #histogram: IntervalHistogram | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;

  /** @param maxDelay In milliseconds. 0 for no limit. */
  constructor(maxDelay: number) {
    this.#maxDelay = maxDelay;
  }

  get stages(): readonly Stage[] {
    return this.#maxDelay === 0 ? [] : [this.#stage];
  }

  /** Starts to measure with the first request. */
  readonly #stage: Stage = (_req, res) => {
    if (this.#timer === undefined) this.#start();
    if (this.#isLate) writeProblem(res, overloaded);
    return !this.#isLate;
  };

  close(): void {
    clearInterval(this.#timer);
    this.#histogram?.disable();
    this.#timer = undefined;
    this.#isLate = false;
  }

  #start(): void {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
    let begin = performance.now();
    let wasLate = false;
    histogram.enable();
    this.#histogram = histogram;
    this.#timer = setInterval(() => {
      const end = performance.now();
      // A measurement takes two turns of the loop. With fewer turns, the delay is the whole window.
      const delay = histogram.count === 0 ? end - begin : histogram.mean / 1e6 - RESOLUTION;
      const isLate = delay > this.#maxDelay;
      this.#isLate = isLate && wasLate;
      wasLate = isLate;
      begin = end;
      histogram.reset();
    }, WINDOW).unref();
  }
}

/** Created once, to save work while the server is late. */
const overloaded = new ApiError("server-overloaded", "The server is overloaded. Try again in a moment.", {
  headers: { "Retry-After": "1" },
});
