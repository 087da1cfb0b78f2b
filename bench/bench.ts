/**
 * Measures the product against the same API written by hand, and against the limit of the platform. All of them run as
 * plain JavaScript: the product as the package ships it, the rest as the compiler writes it beside this file.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkEqual, probe } from "./answers.js";
import { blogConfig, copySeed, reset, seed } from "./blog.js";
import { generate } from "./generate.js";
import { operations } from "./operations.js";
import { measure, next, start, stop, type Contestant, type Measurement } from "./processes.js";
import { formatReport } from "./report.js";
import type { ServerMessage } from "./server.js";

const HELP = `npm run bench -- [options]

  --rounds N    how often each contestant is measured in each operation; the median counts (default 6)
  --seconds N   how long each time (default 1)
  --only NAMES  only these contestants and operations, separated by commas
  --profile     write a CPU profile of each server to .bench/profiles
`;

const contestantNames = ["dynamic", "generated", "hand-written", "raw"];
const operationNames = operations.map(({ name }) => name);
const CONNECTIONS = 32;
/** Before each measurement, because a reset has emptied caches and another process has had the machine. */
const WARM_UP_SECONDS = 0.2;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

/** Beside this file, where it runs: `.bench/js`. */
const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const seedFile = place("../seed.db");

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "6" },
    seconds: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    profile: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) console.log(HELP);
else await run(Number(values.rounds), Number(values.seconds), values.only.split(",").filter(Boolean));

async function run(rounds: number, seconds: number, only: readonly string[]): Promise<void> {
  const unknown = only.filter((name) => !contestantNames.includes(name) && !operationNames.includes(name));
  if (unknown.length > 0 || !(rounds >= 1) || !(seconds > 0)) {
    throw new Error(
      `Not an option: ${unknown.join(", ") || "rounds or seconds"}. There are ${[...contestantNames, ...operationNames].join(", ")}.`,
    );
  }
  await generate(blogConfig("blog.db"), place("api"));
  seed(seedFile);
  const load = start(LOAD_CORE, [place("load.js")]);
  const contestants: Contestant[] = [];
  try {
    for (const name of chosen(contestantNames, only)) contestants.push(await startContestant(name));
    await checkAnswers(contestants);
    const results = new Map(contestants.map(({ name }) => [name, new Map<string, Measurement[]>()]));
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      process.stderr.write(round === 0 ? "warming up" : ` · round ${round} of ${rounds}`);
      for (const { name, status, requests } of operations.filter((each) =>
        chosen(operationNames, only).includes(each.name),
      )) {
        for (const contestant of contestants) {
          const job = {
            port: contestant.port,
            requests,
            status,
            connections: CONNECTIONS,
            warmUpSeconds: WARM_UP_SECONDS,
            seconds,
          };
          const measurement = await measure(load, contestant, job);
          if (requests.some(({ method }) => method !== "GET")) reset(seedFile, contestant.file);
          const ofContestant = results.get(contestant.name);
          if (round > 0) ofContestant?.set(name, [...(ofContestant.get(name) ?? []), measurement]);
        }
      }
    }
    process.stderr.write("\n\n");
    console.log(formatReport(results, chosen(operationNames, only)));
  } finally {
    await Promise.all([load, ...contestants.map((contestant) => contestant.process)].map(stop));
  }
}

/** Those of the names that are asked for; all if none is. */
function chosen(names: readonly string[], only: readonly string[]): readonly string[] {
  const some = names.filter((name) => only.includes(name));
  return some.length > 0 ? some : names;
}

async function startContestant(name: string): Promise<Contestant> {
  const file = place(`../${name}.db`);
  copySeed(seedFile, file);
  const profile = values.profile
    ? ["--cpu-prof", `--cpu-prof-dir=${place("../profiles")}`, `--cpu-prof-name=${name}.cpuprofile`]
    : [];
  const child = start(SERVER_CORE, [...profile, place("server.js"), name, file]);
  const message = (await next(child)) as ServerMessage;
  if (message.kind !== "listening") throw new Error(`"${name}" does not listen.`);
  return { name, file, port: message.port, process: child };
}

/** Whoever does less work must not win. */
async function checkAnswers(contestants: readonly Contestant[]): Promise<void> {
  const answers = new Map<string, Awaited<ReturnType<typeof probe>>>();
  for (const { name, file, port } of contestants) {
    answers.set(name, await probe(port));
    reset(seedFile, file);
  }
  checkEqual(answers);
}
