/** The server of a soak test. Serves the blog and reports its state on request. Runs with `--expose-gc`. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { DatabaseConfig } from "data-api";
import { serve } from "./contestants/dynamic.js";

/** The state of the process after a garbage collection. */
export interface ServerState {
  /** In bytes. */
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
  /** The delay of the event loop since the last report, in milliseconds. */
  readonly delay: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly sockets: number;
  /** The number of active resources that keep the process alive, by type. */
  readonly resources: Readonly<Record<string, number>>;
  /** The number of listeners on the process and the server. */
  readonly listeners: number;
}

export type SoakMessage =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "state"; readonly state: ServerState };

const [database] = (await once(process, "message")) as [DatabaseConfig];
const server = await serve(database);
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
send({ kind: "listening", port: (server.address() as AddressInfo).port });

process.on("message", () => {
  server.getConnections((_error, sockets) => {
    const late = { p50: inMillis(50), p99: inMillis(99), max: delay.max / 1e6 };
    // Twice, because objects with a finalizer are freed only by the second collection.
    for (let time = 0; time < 2; time++) globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    const resources = countOf(process.getActiveResourcesInfo());
    const listeners = listenersOf(process) + listenersOf(server);
    send({ kind: "state", state: { heapUsed, external, rss, delay: late, sockets, resources, listeners } });
    // Do not count the delay of the collection itself.
    delay.reset();
  });
});
process.on("disconnect", () => process.exit());

function inMillis(percentile: number): number {
  return delay.percentile(percentile) / 1e6;
}

function countOf(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function listenersOf(emitter: NodeJS.EventEmitter): number {
  return emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
}

function send(message: SoakMessage): void {
  process.send?.(message);
}
