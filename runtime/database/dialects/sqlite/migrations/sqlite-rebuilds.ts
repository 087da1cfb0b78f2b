import type { MigrationStatement } from "../../../migrations/migration.js";
import { readerOf, simpleName } from "../../../migrations/rating/statement-reader.js";
import { quoteAll } from "../../../../model/names.js";
import { sql, type AnyKysely } from "../../../sql/sql.js";
import { sqliteScript } from "./sqlite-script.js";

/** The objects that `drop table` removes too. Scripts do not know those that are not in the configuration. */
interface Dropped {
  readonly columns: readonly string[];
  /** Its triggers and indexes. */
  readonly objects: readonly { readonly type: string; readonly name: string; readonly sql: string }[];
  readonly isLossAccepted: boolean;
}

/** The changes of a transaction, by lower-case table name. */
interface Rebuilds {
  readonly dropped: Map<string, Dropped>;
  /** The tables that it has created. Other tables that get the name of a dropped one are not copies. */
  readonly created: Set<string>;
}

const rebuilds = new WeakMap<AnyKysely, Rebuilds>();

/**
 * Runs a statement. If a table was created in this transaction and gets the name of a table dropped earlier in it, it
 * also gets that table's triggers and indexes, unless the script has created them under their names.
 * @throws {Error} if the new table lacks a column, or cannot have a trigger or an index.
 */
export async function runKeeping(db: AnyKysely, { text, accepts }: MigrationStatement): Promise<void> {
  const words = wordsOfStatement(text);
  const [first, second] = words;
  const name = words.at(-1) ?? "";
  const ofTransaction: Rebuilds = rebuilds.get(db) ?? { dropped: new Map(), created: new Set() };
  rebuilds.set(db, ofTransaction);
  const { dropped, created } = ofTransaction;
  if (first === "drop" && second === "table") {
    created.delete(name);
    dropped.set(name, { ...(await readTable(db, name)), isLossAccepted: accepts.has("loses data") });
  }
  await sql.raw(text).execute(db);
  const made = createdTable(text);
  if (made !== undefined) created.add(made);
  const isRename = first === "alter" && second === "table" && words.at(-3) === "rename";
  // `alter table made rename to item`
  const isNew = isRename && created.delete(words.at(-4) ?? "");
  if (isNew) created.add(name);
  const replaced = dropped.get(name);
  if (!isRename || replaced === undefined) return;
  dropped.delete(name);
  if (isNew) await restore(db, name, replaced);
}

/** `create table if not exists "main"."made" (…)` */
function createdTable(text: string): string | undefined {
  const reader = readerOf(text, sqliteScript);
  if (reader?.take("create table") !== true) return undefined;
  reader.take("if not exists");
  return reader.name();
}

async function restore(
  db: AnyKysely,
  table: string,
  { columns, objects, isLossAccepted }: Dropped,
): Promise<void> {
  const now = await readTable(db, table);
  const lost = columns.filter((column) => !now.columns.includes(column));
  if (lost.length > 0 && !isLossAccepted)
    throw new Error(
      `the new table "${table}" lacks ${quoteAll(lost)} of the one that it replaces: add it to the new table, or drop it before`,
    );
  const names = new Set(now.objects.map((object) => object.name.toLowerCase()));
  for (const object of objects) {
    if (names.has(object.name.toLowerCase())) continue;
    await sql
      .raw(object.sql)
      .execute(db)
      .catch((error: unknown) => {
        throw new Error(
          `the ${object.type} "${object.name}" cannot be created again on the new table "${table}" (${(error as Error).message}): drop it in the script before the table, and create it as it should be`,
          { cause: error },
        );
      });
  }
}

async function readTable(db: AnyKysely, table: string): Promise<Omit<Dropped, "isLossAccepted">> {
  const { rows: columns } = await sql<{ name: string }>`
    select lower(name) as name from pragma_table_xinfo(${table}) where hidden = 0`.execute(db);
  const { rows: objects } = await sql<Dropped["objects"][number]>`
    select type, name, sql from sqlite_master
    where lower(tbl_name) = lower(${table}) and type in ('index', 'trigger') and sql is not null order by rowid`.execute(
    db,
  );
  return { columns: columns.map(({ name }) => name), objects };
}

/** The words and names of a statement, without quotes, in lower case. */
export function wordsOfStatement(text: string): readonly string[] {
  return readerOf(text, sqliteScript)?.tokens.flatMap((token) => simpleName(token) ?? []) ?? [];
}
