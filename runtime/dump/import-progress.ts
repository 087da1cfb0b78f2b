import { importProgress } from "../config/resolve/resolve-server-tables.js";
import type { DatabaseSession } from "../database/database-session.js";
import { createTables } from "../database/schema/create-tables.js";
import { applyChanges } from "../database/schema/prepare-schema.js";
import { readStoredTables } from "../database/schema/stored/stored-tables.js";
import { sql } from "kysely";
import { tableName } from "../database/sql/table-name.js";
import { valuesIn } from "../database/sql/values-in.js";
import { DatabaseError } from "../database/wire/database-error.js";
import { DumpError } from "../errors/dump-error.js";
import { hasValues, insertRows, updateRow } from "../write/steps/table-rows.js";
import type { PlannedTable } from "./plan-import.js";

/** How many rows of a table were inserted, and for how many the late fields were set. */
export interface TableProgress {
  readonly inserted: number;
  readonly updated: number;
}

interface StoredProgress extends TableProgress {
  readonly checksum: string;
}

const { fields } = importProgress;

/** The progress of an import, by table. `undefined` if none has begun. */
export async function readProgress(
  session: DatabaseSession,
): Promise<ReadonlyMap<string, StoredProgress> | undefined> {
  if (!(await exists(session))) return undefined;
  const everyRow = { kind: "and", conditions: [] } as const;
  const rows = await session.rows(session.statements(importProgress).columns(fields, everyRow));
  const toValues = valuesIn(fields, session.dialect);
  const read = rows.map((row) => {
    const [name, checksum, inserted, updated] = toValues(row);
    const progress = { inserted: Number(inserted), updated: Number(updated) };
    return [name as string, { checksum: checksum as string, ...progress }] as const;
  });
  return read.length === 0 ? undefined : new Map(read);
}

/**
 * Records that these tables will be imported and that nothing is done yet.
 * @throws {DumpError} if another import begins at the same time.
 */
export async function beginProgress(
  session: DatabaseSession,
  tables: readonly PlannedTable[],
  checkEmpty: (transaction: DatabaseSession) => Promise<void>,
): Promise<void> {
  if (!(await exists(session))) await createTable(session);
  const rows = tables.map(({ table, file }) => ({
    name: table.name,
    // Empty if the manifest has none.
    checksum: file.sha256 ?? "",
    inserted: 0,
    updated: 0,
  }));
  await session.transaction(async (transaction) => {
    await checkEmpty(transaction);
    await insertRows(transaction, importProgress, rows).catch((error: unknown) => {
      throw error instanceof DatabaseError && error.kind === "unique"
        ? new DumpError("Another import to this database began at the same time. This one has stopped.")
        : error;
    });
  });
}

async function createTable(session: DatabaseSession): Promise<void> {
  const { kysely, dialect } = session;
  const created = createTables([importProgress], { entities: [importProgress], dialect });
  await applyChanges(kysely, created).catch(async (error: unknown) => {
    // Another import that began at the same time may have created it.
    if (!(await exists(session))) throw error;
  });
}

/**
 * Moves the progress of a table, in the transaction that writes its rows.
 * @throws {DumpError} if another import has changed it.
 */
export async function moveProgress(
  transaction: DatabaseSession,
  name: string,
  from: TableProgress,
  to: TableProgress,
): Promise<void> {
  const where = hasValues(importProgress, { name, inserted: from.inserted, updated: from.updated });
  const values = { inserted: to.inserted, updated: to.updated };
  if (!(await updateRow(transaction, importProgress, values, where)))
    throw new DumpError(`Another import writes "${name}" to this database. This one has stopped.`);
}

/**
 * Deletes the progress when everything is done.
 * @throws {DumpError} if the server has lost some of it, as it may if it crashes after commits that did not wait.
 */
export async function endProgress(
  session: DatabaseSession,
  done: ReadonlyMap<string, TableProgress>,
): Promise<void> {
  const kept = await readProgress(session);
  for (const [name, { inserted, updated }] of done) {
    const found = kept?.get(name);
    if (found?.inserted !== inserted || found.updated !== updated)
      throw new DumpError(`The database has lost some of the last rows of "${name}": go on with --resume.`);
  }
  await sql`drop table ${tableName(importProgress)}`.execute(session.kysely);
}

async function exists({ kysely, dialect }: DatabaseSession): Promise<boolean> {
  return (await readStoredTables(kysely, [importProgress], dialect)).size > 0;
}
