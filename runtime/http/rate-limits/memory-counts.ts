import { MemoryStore, type ClientRateLimitInfo, type Options } from "express-rate-limit";

/** How many keys are counted before the oldest are forgotten: some megabytes. */
const MAX_KEYS = 20_000;

/**
 * Counts in this process. Memory is bounded: when there are many keys, those that have not come since the last time that
 * there were as many are forgotten. So nothing has to be cleaned up, and there is no timer.
 */
export class MemoryCounts extends MemoryStore {
  override init({ windowMs }: Pick<Options, "windowMs">): void {
    this.windowMs = windowMs;
  }

  override increment(key: string): Promise<ClientRateLimitInfo> {
    if (this.current.size >= MAX_KEYS) {
      this.previous = this.current;
      this.current = new Map();
    }
    return super.increment(key);
  }
}
