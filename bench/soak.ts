/**
 * Runs minutes of mixed load on the product, on each database. Checks that memory stays flat and that no
 * resources are left afterwards, and measures the event loop delay and the response times.
 */
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { DatabaseConfig } from "data-api";
import { databases, type BenchDatabase } from "./databases/bench-database.js";
import { place } from "./place.js";
import { next, start, stop } from "./processes.js";
import { formatTable } from "./report.js";
import type { LoadState } from "./soak-load.js";
import type { ServerState, SoakMessage } from "./soak-server.js";
import { growthOf, heldBy, isFlat, leftOver, MAX_GROWTH, type Held, type Sample } from "./soak-verdict.js";

const HELP = `npm run bench:soak -- [databases] [options]

  databases     any of sqlite, postgres, mysql, mssql (default: all that can be reached)
  --minutes N   how long on each (default 2)

  Ends with 1 if the heap grows by more than ${MAX_GROWTH / 1000} KB for each 100,000 requests in the second half (and by more than 1 MB), an answer is wrong, or something is left
  when the load is over. TEST_POSTGRES_URL, TEST_MYSQL_URL and TEST_MSSQL_URL say where the servers are, as for the tests.
`;

const SAMPLE_SECONDS = 5;
/** How long the server may take to release its resources. */
const IDLE_SECONDS = 60;
/** A short idle timeout, so that unused connections are closed soon. */
const POOL_IDLE = 2000;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string", default: "2" }, help: { type: "boolean", default: false } },
});
if (values.help) console.log(HELP);
else process.exitCode = (await soakAll(Number(values.minutes))) ? 0 : 1;

async function soakAll(minutes: number): Promise<boolean> {
  const names = databases.map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0 || !(minutes > 0))
    throw new Error(`Not an option: ${unknown.join(", ") || "minutes"}. There are ${names.join(", ")}.`);
  let isFine = true;
  for (const database of databases) {
    if (positionals.length > 0 && !positionals.includes(database.name)) continue;
    const reason = await database.unavailable();
    if (reason === undefined) {
      console.log(`== ${database.name}\n`);
      isFine = (await soak(database, minutes)) && isFine;
    } else if (positionals.includes(database.name)) throw new Error(`${database.name}: ${reason}`);
    else console.log(`== ${database.name} is left out: ${reason}\n`);
  }
  return isFine;
}

/** Whether the heap stayed flat, all answers were right and no resources were left. */
async function soak(database: BenchDatabase, minutes: number): Promise<boolean> {
  const blog = await database.create("soak");
  const server = start(SERVER_CORE, ["--expose-gc", place("bench/soak-server.js")]);
  const load = start(LOAD_CORE, [place("bench/soak-load.js")]);
  const count = () => database.connections(blog.config);
  try {
    const port = await listen(server, { ...blog.config, pool: { idleTimeout: POOL_IDLE } });
    const before = heldBy(await stateOf(server), await count());
    load.send(port);
    const samples: Sample[] = [];
    for (let minute = 1; minute <= Math.ceil(minutes); minute++) {
      const seconds = Math.min(1, minutes - minute + 1) * 60;
      const first = samples.length;
      for (let time = 0; time < seconds; time += SAMPLE_SECONDS) {
        await sleep(SAMPLE_SECONDS * 1000);
        samples.push(await sample(server, load, samples.at(-1)?.total ?? 0, await count()));
      }
      console.log(`${minuteTable(minute, samples.slice(first))}\n`);
    }
    load.send("stop");
    await next(load);
    const left = await waitUntilIdle(server, count, before);
    return judge(samples, left);
  } finally {
    await Promise.all([server, load].map(stop));
    await blog.drop();
  }
}

async function listen(server: ChildProcess, config: DatabaseConfig): Promise<number> {
  server.send(config);
  const message = (await next(server)) as SoakMessage;
  if (message.kind !== "listening") throw new Error("The server does not listen.");
  return message.port;
}

async function stateOf(server: ChildProcess): Promise<ServerState> {
  server.send("state");
  const message = (await next(server)) as SoakMessage;
  if (message.kind !== "state") throw new Error("The server does not say how it is.");
  return message.state;
}

async function sample(
  server: ChildProcess,
  load: ChildProcess,
  total: number,
  connections: number | undefined,
): Promise<Sample> {
  load.send("state");
  const ofLoad = (await next(load)) as LoadState;
  return { server: await stateOf(server), load: ofLoad, total: total + ofLoad.requests, connections };
}

/** The resources that are still held after the server had time to release them. */
async function waitUntilIdle(
  server: ChildProcess,
  count: () => Promise<number | undefined>,
  before: Held,
): Promise<readonly string[]> {
  let left: readonly string[] = [];
  for (let second = 0; second < IDLE_SECONDS; second++) {
    left = leftOver(before, heldBy(await stateOf(server), await count()));
    if (left.length === 0) return left;
    await sleep(1000);
  }
  return left;
}

function minuteTable(minute: number, samples: readonly Sample[]): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const rows = samples.map(({ server, load, connections }) => [
    (load.requests / load.seconds).toFixed(0),
    ...[load.answered.p50, load.answered.p99, load.answered.max].map((millis) => millis.toFixed(1)),
    ...[server.heapUsed, server.external, server.rss].map(megabytes),
    ...[server.delay.p50, server.delay.p99, server.delay.max].map((millis) => millis.toFixed(1)),
    String(server.sockets),
    String(Object.values(server.resources).reduce((sum, each) => sum + each, 0)),
    String(connections ?? "-"),
    String(server.listeners),
    Object.entries(load.errors)
      .map(([kind, times]) => `${times} × ${kind}`)
      .join(", ") || "none",
  ]);
  const head = [
    ...["requests/s", "p50 ms", "p99 ms", "max ms", "heap MB", "external MB", "rss MB"],
    ...[
      "loop p50 ms",
      "loop p99 ms",
      "loop max ms",
      "sockets",
      "handles",
      "connections",
      "listeners",
      "errors",
    ],
  ];
  return formatTable(
    [`minute ${minute}`, ...head],
    rows.map((row, index) => [`${(index + 1) * SAMPLE_SECONDS} s`, ...row]),
  );
}

function judge(samples: readonly Sample[], left: readonly string[]): boolean {
  const growth = growthOf(samples);
  const total = samples.at(-1)?.total ?? 0;
  const errors = samples
    .flatMap(({ load }) => Object.values(load.errors))
    .reduce((sum, each) => sum + each, 0);
  console.log(
    [
      `${total} requests, ${errors} of them answered otherwise than they must be.`,
      `The heap ${isFlat(samples) ? "is flat" : "GROWS"}: ${(growth / 1000).toFixed(0)} KB for each 100,000 requests in the second half; ${MAX_GROWTH / 1000} KB, or 1 MB in all, are allowed.`,
      left.length === 0
        ? "Nothing is left when the load is over."
        : `LEFT when the load is over: ${left.join(", ")}.`,
      "",
    ].join("\n"),
  );
  return isFlat(samples) && left.length === 0 && errors === 0;
}
