/**
 * Orders with 20 lines each: as a nested write of server code, and by hand with the database's driver, one insert for
 * the order and one for its lines in a transaction. Run it with `npm run bench:nested-writes -- sqlite`, or `postgres` after
 * `createdb nested_writes_bench`.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import type SqliteDatabase from "better-sqlite3";
import type pg from "pg";
import { DataApi, defineConfig } from "data-api";

const require = createRequire(import.meta.url);
const LINES = 20;
const ROUNDS = 7;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nested-writes-"));
const dialect = process.argv[2] === "postgres" ? "postgres" : "sqlite";
const server = { host: "127.0.0.1", user: process.env["PGUSER"] ?? "root", database: "nested_writes_bench" };
const file = path.join(folder, "orders.db");

const open = { read: ["guest"], create: ["guest"] };
const systemFields = { createdat: false, updatedat: false };
const config = defineConfig({
  database:
    dialect === "sqlite"
      ? { dialect, name: file }
      : { dialect, name: server.database, host: server.host, userName: server.user },
  entities: {
    order: {
      fields: { customer: { type: "string", isEditable: true, isRequired: true } },
      permissions: open,
      systemFields,
    },
    line: {
      fields: {
        orderid: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: { targetEntityName: "order", inverseName: "lines", isWritable: true },
        },
        title: { type: "string", isEditable: true, isRequired: true },
        amount: { type: "int", isEditable: true, isRequired: true },
      },
      permissions: open,
      systemFields,
    },
  },
});

const lines = Array.from({ length: LINES }, (_, index) => ({ title: `Line ${index}`, amount: index }));
const order = { customer: "Ann", lines };

const api = new DataApi(config);
await api.startAsync(0);
const orders = api.repository("order");
const nested = () => orders.create(order, undefined, { returning: "id" });
const byHand = dialect === "sqlite" ? bySqlite() : await byPostgres();

const ratios: number[] = [];
const count = dialect === "sqlite" ? 1_000 : 500;
for (let round = 0; round < ROUNDS; round++) {
  const first = round % 2 === 0 ? nested : byHand;
  const second = round % 2 === 0 ? byHand : nested;
  const [a, b] = [await perSecond(first), await perSecond(second)];
  const [ours, theirs] = round % 2 === 0 ? [a, b] : [b, a];
  ratios.push(ours / theirs);
  console.log(`nested ${ours.toFixed(0)}/s, by hand ${theirs.toFixed(0)}/s: ${(ours / theirs).toFixed(2)}`);
}
console.log(`median: ${(ratios.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0).toFixed(2)} × by hand`);
await api.stopAsync();
fs.rmSync(folder, { recursive: true, force: true });
process.exit(0);

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  for (let done = 0; done < count; done++) await work();
  return (count / (performance.now() - begin)) * 1000;
}

function bySqlite(): () => Promise<unknown> {
  const Sqlite = require("better-sqlite3") as typeof SqliteDatabase;
  const db = new Sqlite(file);
  db.pragma("foreign_keys = on");
  db.pragma("synchronous = full");
  const addOrder = db.prepare(`insert into "order" (customer) values (?)`);
  const rows = lines.map(() => "(?, ?, ?)").join(", ");
  const addLines = db.prepare(`insert into line (orderid, title, amount) values ${rows}`);
  const add = db.transaction(() => {
    const id = addOrder.run(order.customer).lastInsertRowid;
    addLines.run(...lines.flatMap(({ title, amount }) => [id, title, amount]));
  });
  return () => {
    add();
    return Promise.resolve();
  };
}

async function byPostgres(): Promise<() => Promise<unknown>> {
  const { Pool } = require("pg") as typeof pg;
  const pool = new Pool(server);
  const rows = lines.map((_, index) => `($1, $${2 * index + 2}, $${2 * index + 3})`).join(", ");
  await pool.query("select 1");
  return async () => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const {
        rows: [made],
      } = await client.query<{ id: number }>({
        name: "order",
        text: `insert into "order" (customer) values ($1) returning id`,
        values: [order.customer],
      });
      const values = [made?.id, ...lines.flatMap(({ title, amount }) => [title, amount])];
      await client.query({
        name: "lines",
        text: `insert into line (orderid, title, amount) values ${rows}`,
        values,
      });
      await client.query("commit");
    } finally {
      client.release();
    }
  };
}
