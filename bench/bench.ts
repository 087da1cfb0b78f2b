/**
 * Compares the product with the same API written by hand, on each database, and with the limit of the
 * platform. All of them run as plain JavaScript: the product as the package ships it, the rest as compiled
 * next to this file.
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import type { DatabaseConfig } from "data-api";
import { checkEqual, probe } from "./answers.js";
import { blogConfig } from "./blog.js";
import { databases, type BenchDatabase, type Blog } from "./databases/bench-database.js";
import { generate } from "./generate.js";
import { openConnections } from "./open-connections.js";
import { operations } from "./operations.js";
import { place } from "./place.js";
import { measure, next, start, stop, usedBy, type Contestant } from "./processes.js";
import { formatReport, type Results } from "./report.js";
import { countRoundTrips, type RoundTrips } from "./round-trips.js";
import type { ServerMessage } from "./server.js";
import { compareStarts } from "./starts.js";

const HELP = `npm run bench -- [databases] [options]

  databases     any of sqlite, postgres, mysql, mssql (default: all that can be reached)
  --rounds N    how often each contestant is measured in each operation; the median counts (default 6)
  --seconds N   how long each time (default 1)
  --only NAMES  only these contestants and operations, separated by commas. "followed" is the dynamic mode with its
                changes kept: --only dynamic,followed,create,update,delete
  --node PATH   a Node.js to measure on, in place of this one; several are measured one after the other. A better-sqlite3 that
                is installed beside it is used: npm i node@24 better-sqlite3@13, PATH node_modules/node/bin/node
  --profile     write a CPU profile of each server to .bench/profiles

  TEST_POSTGRES_URL, TEST_MYSQL_URL and TEST_MSSQL_URL say where the servers are, as for the tests.
`;

const databaseNames = databases.map(({ name }) => name);
const contestantNames = ["dynamic", "generated", "hand-written", "raw"];
/** Takes part only if it is named. */
const FOLLOWED = "followed";
const operationNames = operations.map(({ name }) => name);
const CONNECTIONS = 32;
/** Before each measurement, because a reset empties caches and another process has used the machine. */
const WARM_UP_SECONDS = 0.2;
/** How often each contestant is started for its time to the first answer. */
const STARTS = 9;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "6" },
    seconds: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    node: { type: "string", multiple: true, default: [process.execPath] },
    profile: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) console.log(HELP);
else await run(Number(values.rounds), Number(values.seconds), values.only.split(",").filter(Boolean));

async function run(rounds: number, seconds: number, only: readonly string[]): Promise<void> {
  const unknown = [
    ...only.filter(
      (name) => ![...contestantNames, FOLLOWED].includes(name) && !operationNames.includes(name),
    ),
    ...positionals.filter((name) => !databaseNames.some((known) => known === name)),
  ];
  if (unknown.length > 0 || !(rounds >= 1) || !(seconds > 0)) {
    throw new Error(
      `Not an option: ${unknown.join(", ") || "rounds or seconds"}. There are ${[...databaseNames, ...contestantNames, ...operationNames].join(", ")}.`,
    );
  }
  for (const database of databases) {
    if (!chosen(databaseNames, positionals).includes(database.name)) continue;
    const reason = await database.unavailable();
    if (reason === undefined) {
      for (const node of values.node) {
        const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
        console.log(`== ${database.name}, Node ${version}\n`);
        await compare(database, rounds, seconds, only, { node, version });
      }
    } else if (positionals.includes(database.name)) throw new Error(`${database.name}: ${reason}`);
    else console.log(`== ${database.name} is left out: ${reason}\n`);
  }
}

async function compare(
  database: BenchDatabase,
  rounds: number,
  seconds: number,
  only: readonly string[],
  on: { readonly node: string; readonly version: string },
): Promise<void> {
  await generate(blogConfig({ dialect: database.name, name: "blog" }), place("api"));
  const load = start(LOAD_CORE, [place("bench/load.js")]);
  const contestants: Contestant[] = [];
  const blogs: Blog[] = [];
  try {
    const roundTrips = new Map<string, RoundTrips>();
    for (const name of [...chosen(database.contestants, only), ...only.filter((each) => each === FOLLOWED)]) {
      const blog = await database.create(name);
      blogs.push(blog);
      if (database.address !== undefined)
        roundTrips.set(
          name,
          await countRoundTrips(blog, database.address, (config) => serve(name, config, on.node)),
        );
      contestants.push({ name, blog, ...(await serve(name, blog.config, on.node, database.name)) });
    }
    console.log(
      `${await compareStarts(new Map(contestants.map(({ name, blog }) => [name, () => serve(name, blog.config, on.node)])), STARTS)}\n`,
    );
    await checkAnswers(contestants);
    for (const { port } of contestants) await openConnections(port, CONNECTIONS);
    const results: Results = new Map(contestants.map(({ name }) => [name, new Map()]));
    const allocated: Results = new Map(contestants.map(({ name }) => [name, new Map()]));
    // The first round is only a warm-up, and the last one only counts the bytes.
    for (let round = 0; round <= rounds + 1; round++) {
      const isLast = round === rounds + 1;
      process.stderr.write(
        round === 0 ? "warming up" : isLast ? " · allocations" : ` · round ${round} of ${rounds}`,
      );
      if (isLast) for (const contestant of contestants) await usedBy(contestant.process, "watch");
      for (const { name, status, requests, isOnce = false } of operations.filter((each) =>
        chosen(operationNames, only).includes(each.name),
      )) {
        for (const contestant of contestants) {
          const job = {
            ports: [contestant.port],
            requests,
            isOnce,
            status,
            connections: CONNECTIONS,
            warmUpSeconds: WARM_UP_SECONDS,
            seconds,
          };
          const measurement = await measure(load, contestant, job);
          if (requests.some(({ method }) => method !== "GET")) await contestant.blog.reset();
          const ofContestant = (isLast ? allocated : results).get(contestant.name);
          if (round > 0) ofContestant?.set(name, [...(ofContestant.get(name) ?? []), measurement]);
        }
      }
    }
    process.stderr.write("\n\n");
    const report = formatReport(results, roundTrips, chosen(operationNames, only), on.version, allocated);
    console.log(`${report}\n`);
  } finally {
    await Promise.all([load, ...contestants.map((contestant) => contestant.process)].map(stop));
    for (const blog of blogs) await blog.drop();
  }
}

/** The names that were asked for, or all names if none was. */
function chosen(names: readonly string[], only: readonly string[]): readonly string[] {
  const some = names.filter((name) => only.includes(name));
  return some.length > 0 ? some : names;
}

/**
 * Starts the server of a contestant.
 * @param profile The name of its CPU profile, if there should be one.
 */
async function serve(
  name: string,
  config: DatabaseConfig,
  node: string,
  profile?: string,
): Promise<Pick<Contestant, "port" | "process">> {
  const options =
    values.profile && profile !== undefined
      ? ["--cpu-prof", `--cpu-prof-dir=${place("profiles")}`, `--cpu-prof-name=${profile}-${name}.cpuprofile`]
      : [];
  const beside = ["--import", place("bench/driver-beside-node.js")];
  const own = node === process.execPath ? [] : beside;
  const child = start(SERVER_CORE, [...options, ...own, place("bench/server.js"), name], node);
  child.send(config);
  const message = (await next(child)) as ServerMessage;
  if (message.kind !== "listening") throw new Error(`"${name}" does not listen.`);
  return { port: message.port, process: child };
}

/** Checks that all contestants give the same answers, so that none wins by doing less. */
async function checkAnswers(contestants: readonly Contestant[]): Promise<void> {
  const answers = new Map<string, Awaited<ReturnType<typeof probe>>>();
  for (const { name, blog, port } of contestants) {
    answers.set(name, await probe(port));
    await blog.reset();
  }
  checkEqual(answers);
}
