import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import type { DatabaseConfig } from "data-api";
import { send } from "./answers.js";
import type { Blog } from "./databases/bench-database.js";
import { operations } from "./operations.js";
import { stop, type Contestant } from "./processes.js";

/** Round trips to the database per request, by operation. */
export type RoundTrips = ReadonlyMap<string, number>;

interface Address {
  readonly host: string;
  readonly port: number;
}

/** How many requests of each operation are counted, after the same number of warm-up requests. */
const REQUESTS = 100;

/** Counts the round trips of a contestant, one request at a time. */
export async function countRoundTrips(
  blog: Blog,
  address: Address,
  serve: (config: DatabaseConfig) => Promise<Pick<Contestant, "port" | "process">>,
): Promise<RoundTrips> {
  const counter = await startCounter(address);
  const server = await serve({ ...blog.config, host: "127.0.0.1", port: counter.port });
  try {
    const counts = new Map<string, number>();
    for (const { name, requests } of operations) {
      for (const request of requests.slice(0, REQUESTS)) await send(server.port, request);
      const before = counter.count();
      for (const request of requests.slice(REQUESTS, 2 * REQUESTS)) await send(server.port, request);
      counts.set(name, (counter.count() - before) / REQUESTS);
    }
    await blog.reset();
    return counts;
  } finally {
    await stop(server.process);
    counter.close();
  }
}

interface Counter {
  /** The port that the server connects to as its database. */
  readonly port: number;
  /** The number of round trips so far. */
  readonly count: () => number;
  readonly close: () => void;
}

/**
 * A proxy between a server and its database that works with any protocol. A round trip begins when the server
 * sends data after the database has sent some.
 */
async function startCounter(database: Address): Promise<Counter> {
  let count = 0;
  const counter = createServer({ noDelay: true }, (server) => {
    const upstream = connect({ ...database, noDelay: true });
    let isAnswered = true;
    server.on("data", () => {
      if (isAnswered) count++;
      isAnswered = false;
    });
    upstream.on("data", () => {
      isAnswered = true;
    });
    server.pipe(upstream).pipe(server);
    // If one side fails, close the other one.
    server.on("error", () => upstream.destroy());
    upstream.on("error", () => server.destroy());
  });
  counter.listen(0, "127.0.0.1");
  await once(counter, "listening");
  return {
    port: (counter.address() as AddressInfo).port,
    count: () => count,
    close: () => counter.close(),
  };
}
