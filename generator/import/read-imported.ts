import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import type {
  StoredCheck,
  StoredComment,
  StoredTable,
} from "../../runtime/database/schema/stored/stored-schema.js";
import { CommandError } from "../command-error.js";
import { findDistinct } from "./find-distinct.js";
import { findSecrets } from "./find-secrets.js";
import type { ImportTable } from "./imported.js";

/**
 * Reads all tables with their comments and checks, then keeps those that are chosen. If column types are not
 * sufficient, it also reads values, as it does to find the keys of views and secrets.
 * @param schemas Schemas to read, for a database where one connection does not read all.
 * @throws {CommandError}
 */
export async function readImported(
  db: AnyKysely,
  dialect: Dialect,
  schemas: readonly string[] = [],
  choose: (tables: readonly StoredTable[]) => readonly ImportTable[] = (tables) => tables,
): Promise<readonly ImportTable[]> {
  const { readTables, readComments, readChecks, readValues } = dialect.schema;
  if (dialect.schema.schemas === undefined && schemas.length > 0)
    throw new CommandError("--schema: this database has no schemas. Remove it.");
  const chosen = addChecks(choose(await readTables(db, undefined, schemas)), await readChecks(db, schemas));
  const tables = readComments === undefined ? chosen : describe(chosen, await readComments(db, schemas));
  const read = readValues === undefined ? tables : await readValues(db, tables);
  return findSecrets(db, await findDistinct(db, read, dialect), dialect);
}

function addChecks(tables: readonly StoredTable[], checks: readonly StoredCheck[]): readonly StoredTable[] {
  return tables.map((table) => ({
    ...table,
    checks: checks.filter((check) => check.table === table.name && check.schema === table.schema),
  }));
}

/** Adds the comments of tables and columns as descriptions. */
function describe(
  tables: readonly StoredTable[],
  comments: readonly StoredComment[],
): readonly StoredTable[] {
  const keyOf = (...parts: readonly unknown[]) => JSON.stringify(parts);
  const texts = new Map(
    comments.flatMap(({ schema, table, column, text }) =>
      text.trim() === "" ? [] : [[keyOf(schema, table, column ?? null), text.trim()] as const],
    ),
  );
  const described = (text: string | undefined) => (text === undefined ? {} : { description: text });
  return tables.map((table) => ({
    ...table,
    ...described(texts.get(keyOf(table.schema, table.name, null))),
    columns: table.columns.map((column) => ({
      ...column,
      ...described(texts.get(keyOf(table.schema, table.name, column.name))),
    })),
  }));
}
