import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";
import { ApiError } from "../errors/api-error.js";
import { writeProblem } from "./send-problem.js";
import type { Stage } from "./stage.js";

/** How often the loop's delay is looked at, in milliseconds. */
const WINDOW = 250;
/** How often it is measured, in milliseconds. */
const RESOLUTION = 10;

/**
 * Turns requests away while the event loop is late, before anything is done for them: what is here already then gets done.
 * It is late when it was so on average over two windows in a row: a single pause (a large answer, garbage) is over when
 * it is seen, and to turn requests away would mend nothing. How busy the loop is does not count: a healthy server may be
 * busy all the time.
 */
export class Shedding {
  readonly #maxDelay: number;
  #histogram: IntervalHistogram | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;

  /** @param maxDelay In milliseconds; 0 for any. */
  constructor(maxDelay: number) {
    this.#maxDelay = maxDelay;
  }

  get stages(): readonly Stage[] {
    return this.#maxDelay === 0 ? [] : [this.#stage];
  }

  /** Measures from the first request on. */
  readonly #stage: Stage = (_req, res, next) => {
    if (this.#timer === undefined) this.#start();
    if (!this.#isLate) {
      next();
      return;
    }
    writeProblem(res, overloaded);
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
      // It takes two turns of the loop to measure one: where there were not as many, the whole window is the delay.
      const delay = histogram.count === 0 ? end - begin : histogram.mean / 1e6 - RESOLUTION;
      const isLate = delay > this.#maxDelay;
      this.#isLate = isLate && wasLate;
      wasLate = isLate;
      begin = end;
      histogram.reset();
    }, WINDOW).unref();
  }
}

/** Made once: while the server is late, there is enough else to do. */
const overloaded = new ApiError(
  "server-overloaded",
  "The server has too much to do. Try again in a moment.",
  { headers: { "Retry-After": "1" } },
);
