/**
 * Compares the product's reads with relations, lists, groups and cursors with servers that were written for
 * just these reads, in one database that all of them share.
 */
import { isDeepStrictEqual, parseArgs } from "node:util";
import type { DatabaseConfig } from "data-api";
import { databases, type BenchDatabase } from "./databases/bench-database.js";
import { generate } from "./generate.js";
import type { HttpRequest } from "./operations.js";
import { place } from "./place.js";
import { measure, next, start, stop } from "./processes.js";
import { fillMagazine, magazineConfig } from "./reads/magazine.js";
import { readOperations, requestsOf } from "./reads/read-operations.js";
import { formatReport, type Results } from "./report.js";
import type { ServerMessage } from "./server.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "6" },
    seconds: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    profile: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const HELP = `npm run bench:reads -- [databases] [options]

  databases     sqlite, postgres (default: both, if they can be reached)
  --rounds N    how often each server is measured in each operation; the median counts (default 6)
  --seconds N   how long each time (default 1)
  --only NAMES  only these servers and operations, separated by commas
  --profile     write a CPU profile of each server to .bench/profiles
`;

const contestantNames = ["dynamic", "generated", "hand-written", "drizzle", "remult"];
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 0.2;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

if (values.help) console.log(HELP);
else await run();

async function run(): Promise<void> {
  const only = values.only.split(",").filter(Boolean);
  for (const database of databases) {
    if (!chosen(["sqlite", "postgres"], positionals).includes(database.name)) continue;
    const reason = await database.unavailable();
    if (reason !== undefined) console.log(`== ${database.name} is left out: ${reason}\n`);
    else {
      console.log(`== ${database.name}, Node ${process.version}\n`);
      await compare(database, only);
    }
  }
}

async function compare(database: BenchDatabase, only: readonly string[]): Promise<void> {
  const { config, drop } = await database.createEmpty("reads");
  const load = start(LOAD_CORE, [place("bench/load.js")]);
  const servers: Awaited<ReturnType<typeof serve>>[] = [];
  try {
    await fillMagazine(config);
    await generate(magazineConfig(config), place("reads-api"));
    for (const name of chosen(contestantNames, only)) servers.push(await serve(name, config));
    const results: Results = new Map(servers.map(({ name }) => [name, new Map()]));
    const asked = readOperations.filter(({ name }) =>
      chosen(
        readOperations.map((each) => each.name),
        only,
      ).includes(name),
    );
    const jobs = await Promise.all(
      asked.map(async (operation) => {
        const requests = new Map<string, readonly HttpRequest[]>();
        for (const { name, port, kind } of servers)
          requests.set(name, await requestsOf(operation, port, kind));
        return { name: operation.name, requests };
      }),
    );
    for (const { name, requests } of jobs) await checkItems(name, servers, requests);
    // The first round is only a warm-up.
    for (let round = 0; round <= Number(values.rounds); round++) {
      for (const { name, requests } of jobs) {
        for (const server of servers) {
          const measurement = await measure(load, server, {
            ports: [server.port],
            requests: requests.get(server.name) ?? [],
            status: 200,
            connections: CONNECTIONS,
            warmUpSeconds: WARM_UP_SECONDS,
            seconds: Number(values.seconds),
          });
          const ofServer = results.get(server.name);
          if (round > 0) ofServer?.set(name, [...(ofServer.get(name) ?? []), measurement]);
        }
      }
    }
    const names = jobs.map(({ name }) => name);
    console.log(`${formatReport(results, new Map(), names, process.version)}\n`);
  } finally {
    await Promise.all([load, ...servers.map((server) => server.process)].map(stop));
    await drop();
  }
}

/** The names that were asked for, or all names if none was. */
function chosen(names: readonly string[], only: readonly string[]): readonly string[] {
  const some = names.filter((name) => only.includes(name));
  return some.length > 0 ? some : names;
}

async function serve(name: string, config: DatabaseConfig) {
  const options = values.profile
    ? [
        "--cpu-prof",
        `--cpu-prof-dir=${place("profiles")}`,
        `--cpu-prof-name=reads-${config.dialect}-${name}.cpuprofile`,
      ]
    : [];
  const child = start(SERVER_CORE, [...options, place("bench/server.js"), `reads/${name}`]);
  child.send(config);
  const message = (await next(child)) as ServerMessage;
  if (message.kind !== "listening") throw new Error(`"${name}" does not listen.`);
  const kind = ["dynamic", "generated"].includes(name) ? ("product" as const) : ("other" as const);
  return { name, port: message.port, process: child, kind };
}

/** Checks that all servers give the same records, so that none wins by doing less. */
async function checkItems(
  operation: string,
  servers: readonly { readonly name: string; readonly port: number }[],
  requests: ReadonlyMap<string, readonly HttpRequest[]>,
): Promise<void> {
  let expected: unknown;
  for (const { name, port } of servers) {
    const answers = await Promise.all(
      (requests.get(name) ?? []).slice(0, 20).map(async ({ path }) => {
        const res = await fetch(`http://127.0.0.1:${port}${path}`);
        return ((await res.json()) as { readonly items?: readonly unknown[] }).items;
      }),
    );
    expected ??= answers;
    if (
      isDeepStrictEqual(answers, expected) &&
      answers.every((items) => items !== undefined && items.length > 0)
    )
      continue;
    throw new Error(
      `The answers of "${name}" to ${operation} differ: ${JSON.stringify(answers[0]).slice(0, 600)}`,
    );
  }
}
