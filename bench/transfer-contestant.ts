/** One run of `bench/transfer.ts`: an export or an import, by the product or by hand. */
import { createReadStream, createWriteStream } from "node:fs";
import { once } from "node:events";
import { createInterface } from "node:readline";
import SqliteFile from "better-sqlite3";
import type { DatabaseConfig } from "data-api";
import { createConnection, type ResultSetHeader, type RowDataPacket } from "mysql2/promise";
import pg from "pg";
import { main } from "../generator/main.js";

export interface TransferJob {
  readonly who: "data-api" | "by hand";
  readonly action: "import" | "export";
  readonly config: DatabaseConfig;
  readonly configFile: string;
  /** The folder to import from, and the one to export to. */
  readonly from: string;
  readonly out: string;
}

export interface TransferResult {
  readonly seconds: number;
  /** The most memory that the process had. */
  readonly megabytes: number;
}

type Value = string | number | boolean | null;

/** A driver as a script would use it. */
interface Hand {
  /** A page of rows with a greater id. */
  readonly page: (after: number) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Inserts rows in one transaction. */
  readonly insert: (rows: readonly (readonly Value[])[]) => Promise<unknown>;
  readonly end: () => unknown;
}

const columns = ["id", "title", "price", "amount", "at", "isactive", "note", "createdat", "updatedat"];
const PAGE = 1_000;
const STATEMENT = 200;
const TRANSACTION = 4_000;

function chunks<T>(rows: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}

const hands: Readonly<Record<string, (config: DatabaseConfig) => Promise<Hand>>> = {
  sqlite: ({ name = "" }) => {
    const db = new SqliteFile(name);
    db.pragma("journal_mode = wal");
    const select = db.prepare<[number], Record<string, unknown>>(
      `select ${columns.join()} from item where id > ? order by id limit ${PAGE}`,
    );
    const insert = db.prepare(
      `insert into item (${columns.join()}) values (${columns.map(() => "?").join()})`,
    );
    const insertAll = db.transaction((rows: readonly (readonly Value[])[]) => {
      for (const row of rows)
        insert.run(...row.map((value) => (typeof value === "boolean" ? Number(value) : value)));
    });
    return Promise.resolve({
      page: (after) => Promise.resolve(select.all(after)),
      insert: (rows) => {
        insertAll(rows);
        return Promise.resolve();
      },
      end: () => db.close(),
    });
  },
  postgres: async ({ host, port, userName, password, name }) => {
    const client = new pg.Client({ host, port, user: userName, password, database: name });
    await client.connect();
    return {
      page: async (after) =>
        (
          await client.query<Record<string, unknown>>({
            name: "page",
            text: `select ${columns.join()} from item where id > $1 order by id limit ${PAGE}`,
            values: [after],
          })
        ).rows,
      insert: async (rows) => {
        await client.query("begin");
        for (const some of chunks(rows, STATEMENT)) {
          const places = some.map(
            (row, index) => `(${row.map((_, place) => `$${index * columns.length + place + 1}`).join()})`,
          );
          await client.query({
            name: `insert ${some.length}`,
            text: `insert into item (${columns.join()}) values ${places.join()}`,
            values: some.flat(),
          });
        }
        await client.query("commit");
      },
      end: () => client.end(),
    };
  },
  mysql: async ({ host, port, userName, password, name }) => {
    const connection = await createConnection({
      ...(host !== undefined && { host }),
      ...(port !== undefined && { port }),
      ...(userName !== undefined && { user: userName }),
      ...(password !== undefined && { password }),
      ...(name !== undefined && { database: name }),
      dateStrings: true,
    });
    const place = `(${columns.map(() => "?").join()})`;
    return {
      page: async (after) =>
        (
          await connection.execute<RowDataPacket[]>(
            `select ${columns.join()} from item where id > ? order by id limit ${PAGE}`,
            [after],
          )
        )[0],
      insert: async (rows) => {
        await connection.beginTransaction();
        for (const some of chunks(rows, STATEMENT)) {
          const values = some.flatMap((row) =>
            row.map((value, index) =>
              columns[index]?.endsWith("at") === true ? String(value).slice(0, 23).replace("T", " ") : value,
            ),
          );
          await connection.execute<ResultSetHeader>(
            `insert into item (${columns.join()}) values ${some.map(() => place).join()}`,
            values,
          );
        }
        await connection.commit();
      },
      end: () => connection.end(),
    };
  },
};

async function importByHand(hand: Hand, file: string): Promise<void> {
  let rows: Value[][] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const record = JSON.parse(line) as Record<string, Value>;
    rows.push(columns.map((column) => record[column] ?? null));
    if (rows.length < TRANSACTION) continue;
    await hand.insert(rows);
    rows = [];
  }
  if (rows.length > 0) await hand.insert(rows);
}

async function exportByHand(hand: Hand, file: string): Promise<void> {
  const stream = createWriteStream(file);
  let after = 0;
  for (;;) {
    const rows = await hand.page(after);
    if (rows.length === 0) break;
    after = Number(rows.at(-1)?.["id"]);
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    if (!stream.write(text)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
}

async function runJob({ who, action, config, configFile, from, out }: TransferJob): Promise<void> {
  if (who === "data-api") {
    const folder = action === "import" ? ["--from", from] : ["--out", out];
    if ((await main([action, "--config", configFile, ...folder])) !== 0)
      throw new Error(`The ${action} has failed.`);
    return;
  }
  const hand = await hands[config.dialect]?.(config);
  if (hand === undefined) throw new Error(`There is no script for "${config.dialect}".`);
  await (action === "import"
    ? importByHand(hand, `${from}/item.ndjson`)
    : exportByHand(hand, `${out}/item.ndjson`));
  await hand.end();
}

const begin = performance.now();
await runJob(JSON.parse(process.argv[2] ?? "") as TransferJob);
const seconds = (performance.now() - begin) / 1_000;
const result: TransferResult = { seconds, megabytes: process.resourceUsage().maxRSS / 1_024 };
process.send?.(result, () => {
  process.disconnect();
});
