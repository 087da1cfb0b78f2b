/**
 * Compares the product's writes of many records with a server that was written for just these writes. Each
 * contestant has a database of its own. They are asked in turn, so that a busy machine slows all of them.
 */
import type { ChildProcess } from "node:child_process";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { DataApi, type DatabaseConfig } from "data-api";
import { databases, type BenchDatabase } from "./databases/bench-database.js";
import { generate } from "./generate.js";
import { essence, manyOperations, type ManyOperation, type ManyRequest } from "./many/many-operations.js";
import { stockConfig, type NewArticle } from "./many/stock.js";
import { place } from "./place.js";
import { next, start, stop, usedBy } from "./processes.js";
import { formatTable, median } from "./report.js";
import type { ServerMessage } from "./server.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "30" },
    only: { type: "string", default: "" },
    profile: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const HELP = `npm run bench:many -- [databases] [options]

  databases     sqlite, postgres (default: both, if they can be reached)
  --rounds N    how often each server is asked for each operation; the median counts (default 30)
  --only NAMES  only these servers and operations, separated by commas
  --profile     write a CPU profile of each server to .bench/profiles
`;

/** What one request took, in milliseconds: until its answer, and of the server's CPU. */
interface Taken {
  readonly milliseconds: number;
  readonly cpu: number;
}

const contestantNames = ["dynamic", "generated", "hand-written"];
const SERVER_CORE = 0;

if (values.help) console.log(HELP);
else await run();

async function run(): Promise<void> {
  for (const database of databases) {
    if (!chosen(["sqlite", "postgres"], positionals).includes(database.name)) continue;
    const reason = await database.unavailable();
    if (reason !== undefined) console.log(`== ${database.name} is left out: ${reason}\n`);
    else {
      console.log(`== ${database.name}, Node ${process.version}\n`);
      await compare(database);
    }
  }
}

async function compare(database: BenchDatabase): Promise<void> {
  const only = values.only.split(",").filter(Boolean);
  const servers: Awaited<ReturnType<typeof serve>>[] = [];
  try {
    for (const name of chosen(contestantNames, only)) servers.push(await serve(name, database));
    const names = manyOperations.map(({ name }) => name);
    const times = new Map<string, readonly Taken[]>();
    for (const operation of manyOperations) {
      if (!chosen(names, only).includes(operation.name)) continue;
      const { warmUps = 200 } = operation;
      for (let round = 1; round <= warmUps + Number(values.rounds); round++) {
        for (const server of servers) {
          const key = `${operation.name} ${server.name}`;
          const taken = await measure(operation, round, server);
          if (round > warmUps) times.set(key, [...(times.get(key) ?? []), taken]);
        }
      }
    }
    report(times, servers);
  } finally {
    await Promise.all(servers.map((server) => stop(server.process)));
    await Promise.all(servers.map((server) => server.drop()));
  }
}

function report(
  times: ReadonlyMap<string, readonly Taken[]>,
  servers: readonly { readonly name: string }[],
): void {
  const takenBy = (operation: string, name: string) => times.get(`${operation} ${name}`) ?? [];
  const names = servers.map(({ name }) => name);
  const operations = manyOperations
    .map(({ name }) => name)
    .filter((operation) => names.some((name) => takenBy(operation, name).length > 0));
  const valueTable = (title: string, of: keyof Taken) => {
    const rows = operations.map((operation) => [
      operation,
      ...names.map((name) => median(takenBy(operation, name).map((taken) => taken[of])).toFixed(2)),
    ]);
    console.log(`${formatTable([title, ...names], rows)}\n`);
  };
  valueTable("ms/request", "milliseconds");
  valueTable("server CPU, ms/request", "cpu");
  const base = names.find((name) => name === "hand-written");
  if (base === undefined) return;
  const others = names.filter((name) => name !== base);
  // Round by round, because neighbours ran under the same conditions.
  const ratioOf = (operation: string, name: string, of: keyof Taken) =>
    median(
      takenBy(operation, name).map(
        (taken, round) => (takenBy(operation, base)[round]?.[of] ?? NaN) / taken[of],
      ),
    ).toFixed(2);
  const rows = operations.map((operation) => [
    operation,
    ...others.map(
      (name) => `${ratioOf(operation, name, "milliseconds")} (${ratioOf(operation, name, "cpu")})`,
    ),
  ]);
  console.log(`${formatTable([`speed as a ratio to ${base} (by CPU)`, ...others], rows)}\n`);
}

/** The names that were asked for, or all names if none was. */
function chosen(names: readonly string[], only: readonly string[]): readonly string[] {
  const some = names.filter((name) => only.includes(name));
  return some.length > 0 ? some : names;
}

async function serve(name: string, database: BenchDatabase) {
  const { config, drop } = await database.createEmpty(`many_${name.replace("-", "_")}`);
  await createTables(config);
  if (name === "generated") await generate(stockConfig(config), place("many-api"));
  const options = values.profile
    ? [
        "--cpu-prof",
        `--cpu-prof-dir=${place("profiles")}`,
        `--cpu-prof-name=many-${config.dialect}-${name}.cpuprofile`,
      ]
    : [];
  const child = start(SERVER_CORE, [...options, place("bench/server.js"), `many/${name}`]);
  child.send(config);
  const message = (await next(child)) as ServerMessage;
  if (message.kind !== "listening") throw new Error(`"${name}" does not listen.`);
  return { name, port: message.port, process: child, drop };
}

/** Creates the tables with the product, so that all contestants have the same ones. */
async function createTables(config: DatabaseConfig): Promise<void> {
  const api = new DataApi(stockConfig(config));
  await api.startAsync(0);
  await api.stopAsync();
}

/** What the answer to request number `n` takes. */
async function measure(
  { needed, ask, status, expected, name }: ManyOperation,
  n: number,
  server: { readonly port: number; readonly process: ChildProcess },
): Promise<Taken> {
  const { port } = server;
  const ids = needed === undefined ? [] : await add(needed(n), port);
  const { body, ...request } = ask(n, ids);
  const text = body === undefined ? undefined : JSON.stringify(body);
  await usedBy(server.process);
  const begin = performance.now();
  const answer = await send(port, request, text);
  const milliseconds = performance.now() - begin;
  const { cpuMicros } = await usedBy(server.process);
  if (answer.status !== status || !isDeepStrictEqual(essence(JSON.parse(answer.text)), expected))
    throw new Error(`The answer to "${name}" is ${answer.status} ${answer.text.slice(0, 300)}`);
  return { milliseconds, cpu: cpuMicros / 1000 };
}

async function add(articles: readonly NewArticle[], port: number): Promise<readonly number[]> {
  const request = { method: "POST", path: "/api/data/article" } as const;
  const { text } = await send(port, request, JSON.stringify(articles));
  return JSON.parse(text) as readonly number[];
}

async function send(port: number, { method, path }: Omit<ManyRequest, "body">, body: string | undefined) {
  const headers = { "Content-Type": "application/json" };
  const given = body === undefined ? {} : { body, headers };
  const res = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...given });
  return { status: res.status, text: await res.text() };
}
