/**
 * Measures `data-api export` and `data-api import` against scripts that do the same by hand with the driver: pages by
 * key to a file, and inserts of many rows in transactions. Each run is a process of its own.
 *
 * `npm run bench:transfer -- postgres --rows 1000000 --rounds 3`
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { DataApi, type Config, type DatabaseConfig } from "data-api";
import { databases } from "./databases/bench-database.js";
import { place } from "./place.js";
import { next, start } from "./processes.js";
import { formatTable } from "./report.js";
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

/** Writes an export of the rows that are measured. */
function writeDump(): void {
  const time = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString();
  const lines: string[] = [];
  for (let id = 1; id <= rows; id++) {
    const note = id % 3 === 0 ? null : `note ${id} `.repeat(8);
    const price = `${id % 10_000}.${10 + (id % 90)}`.replace(/0$/, "");
    lines.push(
      JSON.stringify({
        id,
        title: `item ${id}`,
        price,
        amount: id % 500,
        at: time(id),
        isactive: id % 2 === 0,
        note,
        createdat: time(id),
        updatedat: time(id),
      }),
    );
  }
  const text = `${lines.join("\n")}\n`;
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
  const fields = Object.entries(types).map(([name, type]) => ({ name, type }));
  const file = { name: "item", fields, rows, bytes: Buffer.byteLength(text), readAt: time(0) };
  writeFileSync(`${folder}/item.ndjson`, text);
  writeFileSync(`${folder}/manifest.json`, JSON.stringify({ ...manifest, files: [file] }));
}

async function run(job: TransferJob): Promise<TransferResult> {
  const child = start(0, [place("bench/transfer-contestant.js"), JSON.stringify(job)]);
  return (await next(child)) as TransferResult;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeDump();
const table: string[][] = [];
for (const database of databases) {
  if (positionals.length > 0 && !positionals.includes(database.name)) continue;
  const reason = await database.unavailable();
  if (reason !== undefined) {
    console.log(`${database.name} is not measured: ${reason}`);
    continue;
  }
  const results = new Map<string, TransferResult[]>();
  for (let round = 0; round < rounds; round++) {
    for (const who of ["data-api", "by hand"] as const) {
      const { config: address, drop } = await database.createEmpty("transfer");
      const config = configOf(address);
      const configFile = `${folder}/config.json`;
      writeFileSync(configFile, JSON.stringify(config));
      const api = new DataApi(config);
      await api.repository("item").count();
      await api.stopAsync();
      for (const action of ["import", "export"] as const) {
        const out = `${folder}/out`;
        rmSync(out, { recursive: true, force: true });
        mkdirSync(out);
        const result = await run({ who, action, config: address, configFile, from: folder, out });
        const key = `${action} ${who}`;
        results.set(key, [...(results.get(key) ?? []), result]);
      }
      await drop();
    }
  }
  for (const action of ["import", "export"]) {
    const best = (who: string) => {
      const all = results.get(`${action} ${who}`) ?? [];
      return all.reduce((a, b) => (a.seconds < b.seconds ? a : b));
    };
    const [own, hand] = [best("data-api"), best("by hand")];
    const speed = ({ seconds }: TransferResult) => Math.round(rows / seconds);
    const memory = ({ megabytes }: TransferResult) => `${Math.round(megabytes)} MB`;
    table.push([
      `${database.name} ${action}`,
      String(speed(own)),
      String(speed(hand)),
      (speed(own) / speed(hand)).toFixed(2),
      memory(own),
      memory(hand),
    ]);
  }
}
console.log(`${rows} rows, the best of ${rounds} rounds`);
console.log(formatTable(["", "data-api, rows/s", "by hand, rows/s", "ratio", "memory", "by hand"], table));
rmSync(folder, { recursive: true, force: true });
