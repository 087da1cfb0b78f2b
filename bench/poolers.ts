/**
 * What `database.pooler: "transaction"` costs a request: the CPU time of each process, and the median time of an
 * answer, one request at a time. Of several rounds, the best is taken. Needs Linux, PostgreSQL and PgBouncer.
 */
import { availableParallelism } from "node:os";
import type { DatabaseConfig } from "data-api";
import { postgresServer } from "../test/conformance/servers/postgres-server.js";
import { Pooler } from "../test/poolers/pgbouncer.js";
import { send } from "./answers.js";
import { networkDatabase } from "./databases/network-database.js";
import { operations } from "./operations.js";
import { next, start, stop } from "./processes.js";
import { cpuOf } from "./process-cpu.js";
import type { ServerMessage } from "./server.js";

const ROUNDS = 7;

interface Cost {
  readonly median: number;
  readonly node: number;
  readonly database: number;
  readonly pooler: number;
}

const database = networkDatabase("postgres");
const blog = await database.create("poolers");
const pooler = await Pooler.before(blog.config, {});
const ways: readonly (readonly [string, DatabaseConfig])[] = [
  ["direct", blog.config],
  ["direct, with the option", { ...blog.config, pooler: "transaction" }],
  ["through PgBouncer", pooler.through(blog.config)],
];
const best = new Map<string, Cost>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [way, config] of ways) {
    const server = start(availableParallelism() - 1, [
      new URL("server.js", import.meta.url).pathname,
      "dynamic",
    ]);
    server.send({ ...config, pool: { max: 1 } });
    const { port } = (await next(server)) as Extract<ServerMessage, { kind: "listening" }>;
    for (const { name, requests } of operations.filter(
      ({ name }) => name === "by-id" || name === "page-20",
    )) {
      for (const request of requests.slice(0, 500)) await send(port, request);
      const backends = await postgresServer.run([
        `select pid from pg_stat_activity where datname = '${blog.config.name ?? ""}' and pid <> pg_backend_pid()`,
      ]);
      const pids = {
        node: [server.pid],
        database: backends.map(({ pid }) => Number(pid)),
        pooler: [pooler.pid],
      };
      const ticks = () => [cpuOf(pids.node), cpuOf(pids.database), cpuOf(pids.pooler)] as const;
      const before = ticks();
      const times: number[] = [];
      for (const request of requests) {
        const begin = performance.now();
        await send(port, request);
        times.push((performance.now() - begin) * 1_000);
      }
      const [node, backend, between] = ticks().map(
        (after, index) => (after - (before[index] ?? 0)) / requests.length,
      );
      keepBest(`${name}, ${way}`, {
        median: times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0,
        node: node ?? 0,
        database: backend ?? 0,
        pooler: between ?? 0,
      });
    }
    await stop(server);
  }
}
await pooler.remove();
await blog.drop();
console.log("Microseconds per request: median, and CPU time of Node.js, PostgreSQL and PgBouncer");
for (const [name, { median, node, database: backend, pooler: between }] of [...best].toSorted())
  console.log([name, ...[median, node, backend, between].map(Math.round)].join("\t"));

function keepBest(name: string, cost: Cost): void {
  const former = best.get(name) ?? cost;
  const least = (of: keyof Cost) => Math.min(former[of], cost[of]);
  best.set(name, {
    median: least("median"),
    node: least("node"),
    database: least("database"),
    pooler: least("pooler"),
  });
}
