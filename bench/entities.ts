/**
 * Measures the cost of many entities. A start with 500 entities may take at most ten times as long as with
 * 50, and requests must not become slower. Every start is a new process. Rounds are interleaved, and the
 * medians are compared.
 */
import type { ChildProcess } from "node:child_process";
import { parseArgs } from "node:util";
import type { DatabaseConfig } from "data-api";
import { databases, type BenchDatabase } from "./databases/bench-database.js";
import type { StartedMessage } from "./entities-server.js";
import { place } from "./place.js";
import { measure, next, start, stop, type Measurement } from "./processes.js";
import { formatTable, median } from "./report.js";

const [FEW, MANY] = [50, 500] as const;
/** How far starts may exceed the proportion and requests may slow down, to allow for a busy machine. */
const TOLERANCE = 1.3;
const SERVER_CORE = 0;
const LOAD_CORE = 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" } },
});
const rounds = Number(values.rounds);
let isFine = true;
for (const database of databases) {
  if (positionals.length > 0 && !positionals.includes(database.name)) continue;
  const reason = await database.unavailable();
  if (reason === undefined) {
    console.log(`== ${database.name}\n`);
    isFine = (await compareStarts(database)) && isFine;
    if (database.name === "sqlite") isFine = (await compareRequests(database)) && isFine;
  } else console.log(`== ${database.name} is left out: ${reason}\n`);
}
process.exitCode = isFine ? 0 : 1;

interface Started {
  readonly process: ChildProcess;
  readonly port: number;
  readonly millis: number;
}

async function startWith(entities: number, config: DatabaseConfig): Promise<Started> {
  const child = start(SERVER_CORE, [place("bench/entities-server.js"), String(entities)]);
  child.send(config);
  const message = (await next(child)) as StartedMessage;
  if (message.kind !== "started") throw new Error("The server does not start.");
  return { process: child, port: message.port, millis: message.millis };
}

/** Compares the times of a first start, which creates the tables, and of a second one, which finds them. */
async function compareStarts(database: BenchDatabase): Promise<boolean> {
  const times = {
    first: { few: [] as number[], many: [] as number[] },
    next: { few: [] as number[], many: [] as number[] },
  };
  for (let round = 0; round < rounds; round++) {
    for (const [size, entities] of [
      ["few", FEW],
      ["many", MANY],
    ] as const) {
      const empty = await database.createEmpty(`entities_${entities}`);
      try {
        for (const when of ["first", "next"] as const) {
          const started = await startWith(entities, empty.config);
          times[when][size].push(started.millis);
          await stop(started.process);
        }
      } finally {
        await empty.drop();
      }
    }
  }
  const rows = (["first", "next"] as const).map((when) => {
    const [few, many] = [median(times[when].few), median(times[when].many)];
    return { when, few, many, ratio: many / few };
  });
  const head = ["start, ms", `${FEW} entities`, `${MANY} entities`, "ratio"];
  const cells = rows.map(({ when, few, many, ratio }) => [
    when === "first" ? "that makes the tables" : "that finds them",
    few.toFixed(0),
    many.toFixed(0),
    ratio.toFixed(1),
  ]);
  console.log(`${formatTable(head, cells)}\n`);
  return rows.every(({ ratio }) => ratio <= (MANY / FEW) * TOLERANCE);
}

/**
 * Compares reads by id from the first and the last of many entities and from a single entity, interleaved.
 */
async function compareRequests(database: BenchDatabase): Promise<boolean> {
  const load = start(LOAD_CORE, [place("bench/load.js")]);
  const empties = [await database.createEmpty("entities_one"), await database.createEmpty("entities_many")];
  const servers: Started[] = [];
  try {
    for (const [index, { config }] of empties.entries())
      servers.push(await startWith(index === 0 ? 1 : MANY, config));
    const [one, many] = servers;
    if (one === undefined || many === undefined) throw new Error("The servers are not there.");
    const asked = [
      { name: "the only one", server: one, entity: "entity0" },
      { name: `the first of ${MANY}`, server: many, entity: "entity0" },
      { name: `the last of ${MANY}`, server: many, entity: `entity${MANY - 1}` },
    ];
    for (const { server, entity } of asked) {
      const headers = { "Content-Type": "application/json" };
      await fetch(`http://127.0.0.1:${server.port}/api/data/${entity}`, {
        method: "POST",
        headers,
        body: '{"title":"t"}',
      });
    }
    const measured = asked.map((): Measurement[] => []);
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const [index, { server, entity }] of asked.entries()) {
        const requests = [{ method: "GET" as const, path: `/api/data/${entity}/public/findbyid/1` }];
        const job = {
          ports: [server.port],
          requests,
          status: 200,
          connections: 16,
          warmUpSeconds: 0.2,
          seconds: 1,
        };
        const measurement = await measure(load, server, job);
        if (round > 0) measured[index]?.push(measurement);
      }
    }
    const cpu = measured.map((all) => median(all.map(({ cpuMicros }) => cpuMicros)));
    const rows = asked.map(({ name }, index) => [
      name,
      median((measured[index] ?? []).map(({ perSecond }) => perSecond)).toFixed(0),
      (cpu[index] ?? NaN).toFixed(1),
      ((cpu[index] ?? NaN) / (cpu[0] ?? NaN)).toFixed(2),
    ]);
    console.log(`${formatTable(["by id, of", "requests/s", "CPU, µs", "ratio"], rows)}\n`);
    return cpu.every((micros) => micros <= (cpu[0] ?? NaN) * TOLERANCE);
  } finally {
    await Promise.all([load, ...servers.map((server) => server.process)].map(stop));
    for (const { drop } of empties) await drop();
  }
}
