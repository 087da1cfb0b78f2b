/**
 * Measures `data-api export` and `data-api import` against scripts that do the same by hand with the driver: pages by
 * key of one snapshot to a file, and inserts of many rows in transactions that also remember how far they are. Both
 * write the same bytes, which is checked. Only the product checks values, types and checksums. Each run is a process of
 * its own.
 *
 * `npm run bench:transfer -- postgres --rows 1000000 --rounds 3`
 */
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { DataApi, type Config, type DatabaseConfig } from "data-api";
import { databases, type BenchDatabase } from "./databases/bench-database.js";
import { place } from "./place.js";
import { residentMegabytes } from "./process-memory.js";
import { next, start } from "./processes.js";
import { formatTable, median } from "./report.js";
import type { TransferJob, TransferResult } from "./transfer-contestant.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: "string", default: "1000000" }, rounds: { type: "string", default: "3" } },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);

const written = { isEditable: true, isRequired: true } as const;

function configOf(database: DatabaseConfig): Config {
  return {
    database,
    entities: {
      item: {
        fields: {
          title: { type: "string", ...written },
          price: { type: "decimal", precision: 12, scale: 2, ...written },
          amount: { type: "int", ...written },
          at: { type: "datetime", ...written },
          isactive: { type: "boolean", ...written },
          note: { type: "text", ...written, isRequired: false },
        },
        permissions: {},
      },
    },
  };
}

const folder = place("transfer");
const manifest = {
  kind: "data-api export",
  version: 1,
  format: "ndjson",
  escapesFormulas: false,
  dialect: "none",
  isComplete: true,
};

const types = {
  id: "int",
  title: "string",
  price: "decimal",
  amount: "int",
  at: "datetime",
  isactive: "boolean",
  note: "text",
  createdat: "datetime",
  updatedat: "datetime",
};

function lineOf(id: number): string {
  const time = new Date(Date.UTC(2020, 0, 1) + id * 60_000).toISOString();
  const row = {
    id,
    title: `item ${id}`,
    price: `${id % 10_000}.${10 + (id % 90)}`.replace(/0$/, ""),
    amount: id % 500,
    at: time,
    isactive: id % 2 === 0,
    note: id % 3 === 0 ? null : `note ${id} `.repeat(8),
    createdat: time,
    updatedat: time,
  };
  return `${JSON.stringify(row)}\n`;
}

/** Writes an export of the rows that are measured. */
function writeDump(): void {
  const fields = Object.entries(types).map(([name, type]) => ({ name, type }));
  const place = `${folder}/item.ndjson`;
  const hash = createHash("sha256");
  let bytes = 0;
  for (let begin = 1; begin <= rows; begin += PART) {
    const ids = Array.from({ length: Math.min(PART, rows - begin + 1) }, (_, index) => begin + index);
    const text = ids.map(lineOf).join("");
    hash.update(text);
    bytes += Buffer.byteLength(text);
    appendFileSync(place, text);
  }
  const file = {
    name: "item",
    fields,
    rows,
    bytes,
    sha256: hash.digest("hex"),
    readAt: new Date().toISOString(),
  };
  writeFileSync(`${folder}/manifest.json`, JSON.stringify({ ...manifest, files: [file] }));
}

/** Rows that are written to the dump at once. */
const PART = 10_000;

function checkSame(): void {
  if (!readFileSync(`${folder}/item.ndjson`).equals(readFileSync(`${out}/item.ndjson`)))
    throw new Error("The rows that were read are not those that were written.");
}

interface Measured extends TransferResult {
  /** The most memory in each quarter of the run, in megabytes. */
  readonly memory: readonly number[];
}

/** Runs a job in a process of its own, and looks meanwhile how much memory it has. */
async function run(job: TransferJob): Promise<Measured> {
  const child = start(0, [place("bench/transfer-contestant.js"), JSON.stringify(job)]);
  const sizes: number[] = [];
  const timer = setInterval(() => sizes.push(residentMegabytes(child.pid)), 50);
  const result = (await next(child)) as TransferResult;
  clearInterval(timer);
  const quarter = Math.ceil(sizes.length / 4);
  const memory = [0, 1, 2, 3].map((part) => Math.max(...sizes.slice(part * quarter, (part + 1) * quarter)));
  return { ...result, memory };
}

/** Kills an import in its middle, resumes it, and compares what was stored. */
async function interrupt(job: TransferJob, seconds: number): Promise<string> {
  const child = start(0, [place("bench/transfer-contestant.js"), JSON.stringify(job)]);
  await setTimeout(seconds * 500);
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
  const resumed = await run({ ...job, isResumed: true });
  emptyOut();
  await run({ ...job, action: "export" });
  checkSame();
  return `resumed in ${resumed.seconds.toFixed(1)} s, all ${rows} rows are the same`;
}

const out = `${folder}/out`;

function emptyOut(): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
}

/** Creates a database with an empty table, and a configuration for it. */
async function createTable(database: BenchDatabase) {
  const { config: address, drop } = await database.createEmpty("transfer");
  const configFile = `${folder}/config.json`;
  const config = configOf(address);
  writeFileSync(configFile, JSON.stringify(config));
  const api = new DataApi(config);
  await api.repository("item").count();
  await api.stopAsync();
  return { job: { config: address, configFile, from: folder, out }, drop };
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeDump();
const table: string[][] = [];
const interrupted: string[] = [];
for (const database of databases) {
  if (positionals.length > 0 && !positionals.includes(database.name)) continue;
  const reason = await database.unavailable();
  if (reason !== undefined) {
    console.log(`${database.name} is not measured: ${reason}`);
    continue;
  }
  const results = new Map<string, Measured[]>();
  for (let round = 0; round < rounds; round++) {
    for (const who of ["data-api", "by hand"] as const) {
      const { job, drop } = await createTable(database);
      for (const action of ["import", "export"] as const) {
        emptyOut();
        const result = await run({ ...job, who, action });
        if (action === "export") checkSame();
        const key = `${action} ${who}`;
        results.set(key, [...(results.get(key) ?? []), result]);
      }
      await drop();
    }
  }
  let ownImport = 0;
  for (const action of ["import", "export"]) {
    const best = (who: string) => {
      const all = results.get(`${action} ${who}`) ?? [];
      return all.reduce((a, b) => (a.seconds < b.seconds ? a : b));
    };
    const [own, hand] = [best("data-api"), best("by hand")];
    // The time that others on the machine take is not in it.
    const cpuOf = (who: string) =>
      (median((results.get(`${action} ${who}`) ?? []).map(({ cpuSeconds }) => cpuSeconds)) / rows) * 1e6;
    const [ownCpu, handCpu] = [cpuOf("data-api"), cpuOf("by hand")];
    const speed = ({ seconds }: Measured) => Math.round(rows / seconds);
    const memory = (of: Measured) => of.memory.map(Math.round).join(" ");
    table.push([
      `${database.name} ${action}`,
      String(speed(own)),
      String(speed(hand)),
      (speed(own) / speed(hand)).toFixed(2),
      ownCpu.toFixed(2),
      handCpu.toFixed(2),
      (handCpu / ownCpu).toFixed(2),
      memory(own),
      memory(hand),
    ]);
    if (action === "import") ownImport = own.seconds;
  }
  const { job, drop } = await createTable(database);
  const told = await interrupt({ ...job, who: "data-api", action: "import" }, ownImport);
  interrupted.push(`${database.name}: killed after ${(ownImport / 2).toFixed(1)} s, ${told}`);
  await drop();
}
console.log(`${rows} rows, the best of ${rounds} rounds, and the median of their CPU time`);
console.log(
  formatTable(
    [
      "",
      "data-api, rows/s",
      "by hand, rows/s",
      "ratio",
      "CPU, µs/row",
      "by hand",
      "ratio",
      "MB by quarter",
      "by hand",
    ],
    table,
  ),
);
console.log("\nImports that are ended by kill -9 in the middle:");
for (const line of interrupted) console.log(line);
rmSync(folder, { recursive: true, force: true });
