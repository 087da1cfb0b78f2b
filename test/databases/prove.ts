import type { ApiServer, Config } from "data-api";
import type { Reply } from "../conformance/http-client.js";
import { canonical, parseMarked, withoutMarks } from "./exact-json.js";
import { proveConditions } from "./prove-conditions.js";
import { proveWrites } from "./prove-writes.js";
import type { RawDatabase, RawDialect } from "./raw-database.js";
import { idOf, readRows, tablesOf, type Row, type Table } from "./table.js";
import { serveApi } from "../conformance/start.js";

/** The inputs for the proofs of one table. */
export interface Proof {
  readonly table: Table;
  readonly rows: readonly Row[];
  readonly raw: RawDatabase;
  readonly dialect: RawDialect;
  readonly request: (method: string, path: string, body?: string) => Promise<Reply>;
  /** Reports a difference. */
  readonly report: (place: string, message: string) => void;
}

export type Send = (method: string, path: string, body?: string, accept?: string) => Promise<Reply>;

/** Starts the server, and stops it after the work. */
export async function whileServing<T>(api: ApiServer, work: (send: Send) => Promise<T>): Promise<T> {
  const { request } = await serveApi(api);
  const headers = { "Content-Type": "application/json", Prefer: "handling=strict, return=representation" };
  try {
    return await work((method, path, body, accept) =>
      request(method, `/api/data/${path}`, {
        ...(body !== undefined && { headers, body }),
        ...(accept !== undefined && { headers: { Accept: accept } }),
      }),
    );
  } finally {
    await api.stopAsync();
  }
}

/**
 * Reads every cell, writes it back, and sorts and filters by every column. Returns a sentence for each difference from
 * the database.
 */
export async function prove(
  config: Config,
  send: Send,
  raw: RawDatabase,
  dialect: RawDialect,
): Promise<readonly string[]> {
  const tables = tablesOf(config, dialect);
  const missing = await leftOut(tables, raw, dialect);
  const proveAll = (some: readonly Table[]) =>
    Promise.all(some.map((table) => proveTable(table, send, raw, dialect)));
  // After the tables, because views show their changes.
  const written = await proveAll(tables.filter(({ isReadOnly }) => !isReadOnly));
  const read = await proveAll(tables.filter(({ isReadOnly }) => isReadOnly));
  return [...missing, ...written.flat(), ...read.flat()];
}

async function proveTable(
  table: Table,
  request: Send,
  raw: RawDatabase,
  dialect: RawDialect,
): Promise<readonly string[]> {
  const found: string[] = [];
  const report = (place: string, message: string) => {
    found.push(withoutMarks(`${table.name}.${place}: ${message}`));
  };
  const rows = await readRows(raw, table, dialect);
  if (table.hasKey && new Set(rows.map(({ id }) => id)).size < rows.length) report("", "rows share a key");
  const proof: Proof = { table, rows, raw, dialect, request, report };
  await proveReads(proof);
  if (table.hasKey) await proveWrites(proof);
  await proveConditions({ ...proof, rows: await readRows(raw, table, dialect) });
  return found;
}

/** The columns without a field. */
async function leftOut(
  tables: readonly Table[],
  raw: RawDatabase,
  dialect: RawDialect,
): Promise<readonly string[]> {
  const keyOf = (...names: readonly unknown[]) => JSON.stringify(names);
  const described = new Set(
    tables.flatMap((table) => table.columns.map(({ column }) => keyOf(table.table, column))),
  );
  // SQLite's cells begin with their type.
  const names = (await raw.rows(dialect.columns)).map((row) =>
    row.map((name) => name?.replace(/^text:/, "")),
  );
  if (names.length === 0) return ["No column was found."];
  return names.flatMap(([table, column]) =>
    described.has(keyOf(table, column)) ? [] : [`${table ?? ""}.${column ?? ""} is left out`],
  );
}

/** Compares all cells of a page with those of the table. */
async function proveReads(proof: Proof): Promise<void> {
  const { table, rows, report } = proof;
  const answered = await readPage(proof, `findall/${table.order[0]?.name ?? ""}/0/1000`);
  if (answered === undefined) return;
  if (answered.length !== rows.length) report("", `${answered.length} rows answered, ${rows.length} stored`);
  const items = new Map(answered.map((item) => [idOf(table, (key) => item[key.name]), item]));
  for (const { id, cells, expected } of rows) {
    const item = items.get(id);
    if (item === undefined) {
      report("", `no answer has the row ${id}`);
      continue;
    }
    for (const column of table.columns) {
      const is = canonical(item[column.name]);
      const right = canonical(expected.get(column)?.json);
      if (is !== right)
        report(column.name, `${String(cells.get(column))} is answered as ${is}, not ${right}`);
    }
  }
}

/** The items of a page. Reports a failure. */
export async function readPage(
  { request, table, report }: Proof,
  path: string,
): Promise<readonly Readonly<Record<string, unknown>>[] | undefined> {
  const { status, text } = await request("GET", `${table.name}/public/${path}`);
  if (status === 200)
    return (parseMarked(text) as { items: readonly Readonly<Record<string, unknown>>[] }).items;
  report(decodeURIComponent(path), `${status} ${text}`);
  return undefined;
}
