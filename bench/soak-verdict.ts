import type { LoadState } from "./soak-load.js";
import type { ServerState } from "./soak-server.js";

/** The state of server and load at one moment. */
export interface Sample {
  readonly server: ServerState;
  readonly load: LoadState;
  /** The number of requests since the start. */
  readonly total: number;
  /** The number of connections that the database reports; `undefined` for a database without a server. */
  readonly connections: number | undefined;
}

/** The resources that an idle server holds. */
export type Held = Readonly<Record<string, number>>;

/** The allowed growth of the heap in bytes per 100,000 requests, which is five bytes per request. */
export const MAX_GROWTH = 500_000;

/** The allowed total growth from filled caches and compiled code, for runs with few requests. */
const MAX_WARM_UP = 1_000_000;

/** Whether the heap growth over the second half of the samples is within the limits. */
export function isFlat(samples: readonly Sample[]): boolean {
  const growth = growthOf(samples);
  const requests = (samples.at(-1)?.total ?? 0) - (samples[Math.floor(samples.length / 2)]?.total ?? 0);
  return growth <= MAX_GROWTH || (growth * requests) / 100_000 <= MAX_WARM_UP;
}

/**
 * The growth of the heap in bytes per 100,000 requests over the second half of the samples, by least squares.
 */
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

/** The resources that have increased. */
export function leftOver(before: Held, after: Held): readonly string[] {
  return Object.entries(after)
    .filter(([name, count]) => count > (before[name] ?? 0))
    .map(([name, count]) => `${name}: ${count} instead of ${before[name] ?? 0}`);
}
