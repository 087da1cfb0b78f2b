/** One run of `bench/transfer.ts`: an export or an import, by the product or by hand. */
import { createReadStream, createWriteStream } from "node:fs";
import { once } from "node:events";
import { createInterface } from "node:readline";
import SqliteFile from "better-sqlite3";
import type { DatabaseConfig } from "data-api";
import { createConnection, type ResultSetHeader, type RowDataPacket } from "mysql2/promise";
import pg from "pg";
import type * as Main from "../generator/main.js";

export interface TransferJob {
  readonly who: "data-api" | "by hand";
  readonly action: "import" | "export";
  /** Whether it goes on with an import that was killed. */
  readonly isResumed?: boolean;
  readonly config: DatabaseConfig;
  readonly configFile: string;
  /** The folder to import from, and the one to export to. */
  readonly from: string;
  readonly out: string;
}

export interface TransferResult {
  readonly seconds: number;
  /** The processor time of the process, in seconds. That of a database server is not in it. */
  readonly cpuSeconds: number;
}

type Value = string | number | boolean | null;

/** A driver as a script would use it. */
interface Hand {
  /** Runs `work` in a transaction that sees one moment. */
  readonly inSnapshot: (work: () => Promise<void>) => Promise<void>;
  /** A page of rows with a greater id, as the API's JSON has them. */
  readonly page: (after: number) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Inserts rows, and remembers how many there are, in one transaction. */
  readonly insert: (rows: readonly (readonly Value[])[], all: number) => Promise<unknown>;
  readonly end: () => unknown;
}

const columns = ["id", "title", "price", "amount", "at", "isactive", "note", "createdat", "updatedat"];
const PAGE = 1_000;
const STATEMENT = 200;
const TRANSACTION = 4_000;
const SELECT = `select ${columns.join()} from item where id >`;
const ORDER = `order by id limit ${PAGE}`;
/** Without it, an import that was interrupted could not go on. */
const PROGRESS = "create table if not exists progress (done int not null)";

function chunks<T>(rows: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}

/** `1.50` as `1.5`, as the API has it. */
function shortened(decimal: unknown): string {
  return String(decimal).replace(/\.?0+$/, "");
}

type Stored = Record<string, unknown>;

const hands: Readonly<Record<string, (config: DatabaseConfig) => Promise<Hand>>> = {
  sqlite: ({ name = "" }) => {
    const db = new SqliteFile(name);
    db.pragma("journal_mode = wal");
    db.exec(PROGRESS);
    db.exec("insert into progress values (0)");
    const select = db.prepare<[number], Stored>(`${SELECT} ? ${ORDER}`);
    const insert = db.prepare(
      `insert into item (${columns.join()}) values (${columns.map(() => "?").join()})`,
    );
    const remember = db.prepare("update progress set done = ?");
    const insertAll = db.transaction((rows: readonly (readonly Value[])[], all: number) => {
      for (const row of rows)
        insert.run(...row.map((value) => (typeof value === "boolean" ? Number(value) : value)));
      remember.run(all);
    });
    return Promise.resolve({
      inSnapshot: async (work) => {
        db.exec("begin");
        await work();
        db.exec("commit");
      },
      page: (after) => {
        const rows = select.all(after);
        for (const row of rows) row["isactive"] = row["isactive"] === 1;
        return Promise.resolve(rows);
      },
      insert: (rows, all) => {
        insertAll(rows, all);
        return Promise.resolve();
      },
      end: () => db.close(),
    });
  },
  postgres: async ({ host, port, userName, password, name }) => {
    const client = new pg.Client({ host, port, user: userName, password, database: name });
    await client.connect();
    await client.query(PROGRESS);
    await client.query("insert into progress values (0)");
    return {
      inSnapshot: async (work) => {
        await client.query("begin isolation level repeatable read read only");
        await work();
        await client.query("commit");
      },
      page: async (after) => {
        const { rows } = await client.query<Stored>({
          name: "page",
          text: `${SELECT} $1 ${ORDER}`,
          values: [after],
        });
        // The driver makes dates of times, which become ISO 8601 in JSON.
        for (const row of rows) row["price"] = shortened(row["price"]);
        return rows;
      },
      insert: async (rows, all) => {
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
        await client.query("update progress set done = $1", [all]);
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
      timezone: "Z",
    });
    await connection.query(PROGRESS);
    await connection.query("insert into progress values (0)");
    const place = `(${columns.map(() => "?").join()})`;
    return {
      inSnapshot: async (work) => {
        await connection.query("start transaction with consistent snapshot, read only");
        await work();
        await connection.commit();
      },
      page: async (after) => {
        const [rows] = await connection.execute<RowDataPacket[]>(`${SELECT} ? ${ORDER}`, [after]);
        for (const row of rows) {
          row["price"] = shortened(row["price"]);
          row["isactive"] = row["isactive"] === 1;
        }
        return rows;
      },
      insert: async (rows, all) => {
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
        await connection.execute<ResultSetHeader>("update progress set done = ?", [all]);
        await connection.commit();
      },
      end: () => connection.end(),
    };
  },
};

async function importByHand(hand: Hand, file: string): Promise<void> {
  let rows: Value[][] = [];
  let all = 0;
  const insert = async () => {
    all += rows.length;
    await hand.insert(rows, all);
    rows = [];
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const record = JSON.parse(line) as Record<string, Value>;
    rows.push(columns.map((column) => record[column] ?? null));
    if (rows.length === TRANSACTION) await insert();
  }
  if (rows.length > 0) await insert();
}

async function exportByHand(hand: Hand, file: string): Promise<void> {
  const stream = createWriteStream(file, { flush: true });
  await hand.inSnapshot(async () => {
    let after = 0;
    for (;;) {
      const rows = await hand.page(after);
      if (rows.length === 0) break;
      after = Number(rows.at(-1)?.["id"]);
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
      if (!stream.write(text)) await once(stream, "drain");
    }
  });
  stream.end();
  await once(stream, "finish");
}

/** The command as users run it: bundled, it loads faster than from its modules. */
const command = new URL("../generator/main.js", import.meta.resolve("data-api"));
const { main } = (await import(command.href)) as typeof Main;

async function runJob({ who, action, isResumed, config, configFile, from, out }: TransferJob): Promise<void> {
  if (who === "data-api") {
    const folder = action === "import" ? ["--from", from] : ["--out", out];
    const resume = isResumed === true ? ["--resume"] : [];
    if ((await main([action, "--config", configFile, ...folder, ...resume])) !== 0)
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
const beginCpu = process.cpuUsage();
await runJob(JSON.parse(process.argv[2] ?? "") as TransferJob);
const seconds = (performance.now() - begin) / 1_000;
const { user, system } = process.cpuUsage(beginCpu);
const result: TransferResult = { seconds, cpuSeconds: (user + system) / 1e6 };
process.send?.(result, () => {
  process.disconnect();
});
