import { Database } from "../database/database.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Dialect } from "../database/dialect.js";
import { orderBy } from "../database/sql/order.js";
import { DatabaseError } from "../database/wire/database-error.js";
import { DumpError } from "../errors/dump-error.js";
import { wordsOf } from "../errors/words-of-error.js";
import type { Durability } from "../model/settings/database-settings.js";
import type { Model } from "../model/model.js";
import type { DumpProgress } from "./dump-progress.js";
import { beginProgress, endProgress, readProgress, type TableProgress } from "./import-progress.js";
import { insertTable, updateTable, type TableImport } from "./import-table.js";
import { planImport, type ImportPlan, type PlannedTable, type ImportPlanOptions } from "./plan-import.js";
import { readBatches } from "./read-dumped.js";

export interface ImportOptions extends ImportPlanOptions {
  /** Whether to resume an interrupted import. */
  readonly isResumed: boolean;
  /** Whether to check the files only, without opening the database. */
  readonly isDryRun: boolean;
  readonly progress: DumpProgress;
  /** Ends the import after the current batch. */
  readonly signal: AbortSignal;
}

/** The rows of each table that were written, or checked. */
export type ImportReport = ReadonlyMap<string, number>;

/**
 * Writes the rows of an export to the database of the configuration, with their keys and without hooks. Progress is
 * committed with the rows, so that an import that is interrupted can be resumed.
 * @throws {DumpError | DatabaseError}
 */
export async function importTables(
  model: Model,
  dialect: Dialect,
  options: ImportOptions,
): Promise<ImportReport> {
  const plan = await planImport(model, options);
  if (options.isDryRun) return checkRows(plan, options);
  // Commits need not wait for the disk: if the last ones are lost, their progress is lost too.
  const done = await withDatabase(model, "relaxed", dialect, async (database) => {
    const begun = await beginImport(database, plan, options);
    return goingOn(() => writeTables(database, plan, begun, options));
  });
  await withDatabase(model, model.database.durability, dialect, (database) =>
    goingOn(async () => {
      await moveCounters(database, plan);
      // This commit waits for the disk, and so for all earlier commits.
      await endProgress(database, done);
    }),
  );
  return new Map(plan.tables.map(({ table: { name } }) => [name, done.get(name)?.inserted ?? 0]));
}

async function withDatabase<T>(
  model: Model,
  durability: Durability,
  dialect: Dialect,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const settings = { ...model.database, replicas: undefined, statementTimeout: 0, durability };
  const database = new Database({ ...model, database: settings }, dialect);
  try {
    await database.open();
    return await work(database);
  } finally {
    await database.close();
  }
}

/** @throws {DumpError} for a fault of the database, with how to resume. */
async function goingOn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new DumpError(`${wordsOf(error)}\nWhat was committed stays: go on with --resume.`);
  }
}

/** Reads every line without a database. */
async function checkRows({ manifest, tables }: ImportPlan, options: ImportOptions): Promise<ImportReport> {
  const report = new Map<string, number>();
  const advance = createAdvance(tables, options);
  for (const planned of tables) {
    let count = 0;
    for await (const { rows, bytes } of readBatches(planned, manifest, 0)) {
      if (options.signal.aborted) throw new DumpError("Stopped.");
      count += rows.length;
      advance.batch(planned, rows.length, bytes);
    }
    advance.end(planned);
    checkCount(planned, count);
    report.set(planned.table.name, count);
    options.progress.finish(planned.table.name, count);
  }
  return report;
}

/** @throws {DumpError} if the number of rows differs from the export. */
function checkCount({ file, path }: PlannedTable, count: number): void {
  if (file.sha256 !== undefined && count !== file.rows)
    throw new DumpError(`"${path}" has ${count} rows, and manifest.json says ${file.rows}.`);
}

type Progress = ReadonlyMap<string, TableProgress>;

/** The progress so far: none, unless the import is resumed. @throws {DumpError} */
async function beginImport(
  session: DatabaseSession,
  { tables }: ImportPlan,
  { isResumed, folder }: ImportOptions,
): Promise<Progress> {
  const remembered = await readProgress(session);
  if (remembered === undefined) {
    await beginProgress(session, tables, (transaction) => checkEmpty(transaction, tables));
    return new Map();
  }
  if (!isResumed)
    throw new DumpError(
      'An import into this database was interrupted or is still running. If none is running, continue with --resume. To begin anew, empty its tables, and remove the table "data_api_import".',
    );
  const names = [...remembered.keys()];
  const isOther =
    names.length !== tables.length ||
    tables.some(({ table, file }) => {
      const checksum = remembered.get(table.name)?.checksum;
      return checksum === undefined || (file.sha256 !== undefined && checksum !== file.sha256);
    });
  if (isOther)
    throw new DumpError(
      `The import that was interrupted was another one, of ${names.toSorted().join(", ")}: the files in "${folder}", or the entities, are not the same.`,
    );
  return remembered;
}

/** @throws {DumpError} that lists the tables with rows. */
async function checkEmpty(session: DatabaseSession, tables: readonly PlannedTable[]): Promise<void> {
  const filled: string[] = [];
  for (const { table } of tables) {
    const order = table.keys.map((key) => orderBy(key));
    const page = { where: undefined, order, take: 1, skip: 0 };
    const rows = await session.rows(session.statements(table).page(page));
    if (rows.length > 0) filled.push(table.name);
  }
  if (filled.length > 0)
    throw new DumpError(
      `There are rows already in ${filled.join(", ")}, so nothing was imported: an import fills empty tables.`,
    );
}

async function writeTables(
  session: DatabaseSession,
  { manifest, tables }: ImportPlan,
  begun: Progress,
  options: ImportOptions,
): Promise<Progress> {
  const { signal, progress } = options;
  const advance = createAdvance(tables, options);
  const done = new Map(begun);
  const run = async (planned: PlannedTable, work: (table: TableImport) => Promise<TableProgress>) => {
    const { name } = planned.table;
    const onCommit = (rows: number, bytes: number) => advance.batch(planned, rows, bytes);
    const former = done.get(name) ?? { inserted: 0, updated: 0 };
    const now = await work({ session, manifest, planned, progress: former, signal, onCommit });
    done.set(name, now);
    advance.end(planned);
    return now.inserted;
  };
  for (const planned of tables) {
    const count = await run(planned, insertTable);
    checkCount(planned, count);
    await checkStored(session, planned, count);
    progress.finish(planned.table.name, count);
  }
  for (const planned of tables.filter(({ late }) => late.length > 0)) await run(planned, updateTable);
  return done;
}

/** @throws {DumpError} if a trigger or a rule skipped rows, which the database reports as inserted. */
async function checkStored(session: DatabaseSession, { table }: PlannedTable, count: number): Promise<void> {
  const [row] = await session.rows(session.statements(table).count(undefined));
  const stored = Number(row?.[0]);
  if (stored < count)
    throw new DumpError(
      `"${table.name}" has ${stored} rows after ${count} were inserted: a trigger or a rule of its table skips rows. Disable it, empty the tables, remove the table "data_api_import", and import again.`,
    );
}

/** Counts the rows and bytes of all files. Files with late fields are read twice. */
function createAdvance(tables: readonly PlannedTable[], { progress, isDryRun }: ImportOptions) {
  const times = ({ late }: PlannedTable) => (late.length > 0 && !isDryRun ? 2 : 1);
  const all = tables.reduce((sum, planned) => sum + planned.file.bytes * times(planned), 0);
  let ended = 0;
  let written = 0;
  return {
    batch: ({ table, file }: PlannedTable, rows: number, bytes: number) => {
      written += rows;
      const part = Math.min(1, (ended + Math.min(bytes, file.bytes)) / Math.max(1, all));
      progress.advance({ table: table.name, rows: written, part });
    },
    end: ({ file }: PlannedTable) => {
      ended += file.bytes;
    },
  };
}

/** Makes the database continue its generated keys after the imported ones. */
async function moveCounters(session: DatabaseSession, { tables }: ImportPlan): Promise<void> {
  const { moveCounter } = session.dialect.writes.copies ?? {};
  if (moveCounter === undefined) return;
  for (const { table } of tables)
    for (const field of table.fields)
      if (field.type === "int" || field.type === "bigint")
        await moveCounter(table, field).execute(session.kysely);
}
