import type { LoadState } from "./soak-load.js";
import type { ServerState } from "./soak-server.js";

/** How server and load were at one moment. */
export interface Sample {
  readonly server: ServerState;
  readonly load: LoadState;
  /** Requests since the beginning. */
  readonly total: number;
  /** Connections to the database, as it counts them; undefined where there are none. */
  readonly connections: number | undefined;
}

/** What the server holds when nobody asks for anything. */
export type Held = Readonly<Record<string, number>>;

/** How much the heap may grow, in bytes for each 100,000 requests: five bytes for each. */
export const MAX_GROWTH = 500_000;

/** What few requests may add in all: caches fill, and code is compiled. */
const MAX_WARM_UP = 1_000_000;

/** Whether the heap stays within what it may grow over the second half of the samples. */
export function isFlat(samples: readonly Sample[]): boolean {
  const growth = growthOf(samples);
  const requests = (samples.at(-1)?.total ?? 0) - (samples[Math.floor(samples.length / 2)]?.total ?? 0);
  return growth <= MAX_GROWTH || (growth * requests) / 100_000 <= MAX_WARM_UP;
}

/** How much the heap grows, in bytes for each 100,000 requests, over the second half of the samples: their least squares. */
export function growthOf(samples: readonly Sample[]): number {
  const half = samples.slice(Math.floor(samples.length / 2));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(half.map(({ total }) => total)), mean(half.map(({ server }) => server.heapUsed))];
  const above = half.reduce((sum, { total, server }) => sum + (total - x) * (server.heapUsed - y), 0);
  const below = half.reduce((sum, { total }) => sum + (total - x) ** 2, 0);
  return (above / below) * 100_000;
}

export function heldBy({ sockets, listeners, resources }: ServerState, connections = 0): Held {
  return { sockets, listeners, "database connections": connections, ...resources };
}

/** What there is more of than there was. */
export function leftOver(before: Held, after: Held): readonly string[] {
  return Object.entries(after)
    .filter(([name, count]) => count > (before[name] ?? 0))
    .map(([name, count]) => `${name}: ${count} instead of ${before[name] ?? 0}`);
}
