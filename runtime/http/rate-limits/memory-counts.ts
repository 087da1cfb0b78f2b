import { MemoryStore, type ClientRateLimitInfo, type Options } from "express-rate-limit";

/** The number of keys after which the oldest are dropped. Takes a few megabytes. */
const MAX_KEYS = 20_000;

/**
 * Counts in this process. Memory is bounded: when there are too many keys, those that were not used since the last
 * time are dropped. So there is no cleanup and no timer.
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
