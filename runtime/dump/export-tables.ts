import { mkdir, stat } from "node:fs/promises";
import { createKysely, openConnection } from "../database/database.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Dialect } from "../database/dialect.js";
import { columnsOfFields, readStoredTables } from "../database/schema/stored/stored-tables.js";
import { EntityStatements } from "../database/sql/statements.js";
import type { AnyKysely } from "../database/sql/sql.js";
import type { Connection } from "../database/wire/connection.js";
import { DatabaseError } from "../database/wire/database-error.js";
import { DumpError } from "../errors/dump-error.js";
import { wordsOf } from "../errors/words-of-error.js";
import type { Entity, Model } from "../model/model.js";
import { columnsOf } from "../transfer/columns.js";
import { toCsvLine, toHeaderLine } from "../transfer/encode.js";
import type { DumpProgress } from "./dump-progress.js";
import { DumpWriter } from "./dump-writer.js";
import { dumpedTables } from "./dumped-tables.js";
import {
  dumpedFields,
  pathOf,
  readManifest,
  writeManifest,
  type DumpedFile,
  type DumpFormat,
  type Manifest,
} from "./manifest.js";
import { readRows } from "./read-rows.js";

export interface ExportOptions {
  readonly folder: string;
  /** The entities. Default: all. */
  readonly names: readonly string[] | undefined;
  /** Default: that of the resumed export, else NDJSON. */
  readonly format: DumpFormat | undefined;
  readonly escapesFormulas: boolean;
  /** Whether to resume an interrupted export. */
  readonly isResumed: boolean;
  readonly progress: DumpProgress;
  /** Ends the export after the current page. */
  readonly signal: AbortSignal;
}

type RunRows = DatabaseSession["rows"];

/**
 * Writes the rows of tables to a folder, one file for each table, as they were at one moment if the database has
 * snapshots.
 * @returns the manifest of the folder.
 * @throws {DumpError | DatabaseError}
 */
export async function exportTables(
  model: Model,
  dialect: Dialect,
  options: ExportOptions,
): Promise<Manifest> {
  const tables = dumpedTables(model, options.names);
  const begun = await beginExport(model, options);
  const kept: DumpedFile[] = [];
  for (const file of begun.files) {
    const table = tables.find(({ name }) => name === file.name);
    const isCurrent = table === undefined || isSame(file, table);
    if (isCurrent && (await isThere(file, begun, options.folder))) kept.push(file);
  }
  const left = tables.filter((table) => !kept.some(({ name }) => name === table.name));
  let manifest: Manifest = { ...begun, files: kept, isComplete: false };
  if (left.length === 0) return finish(manifest, options);
  const [former] = kept;
  if (former !== undefined)
    options.progress.note(
      `Goes on with ${left.length} of ${tables.length} tables. The others were read at ${former.readAt}: what was written since then is only in the tables that are read now.`,
    );
  const connection = await openConnection(
    { database: { ...model.database, statementTimeout: 0 } },
    dialect,
    true,
  );
  try {
    const db = createKysely(dialect, () => connection.driver);
    connection.describe?.(columnsOfFields(await readStoredTables(db, left, dialect)));
    await inSnapshot(connection, db, dialect, options, async (rows) => {
      const readAt = new Date().toISOString();
      const statements = (table: Entity) => new EntityStatements(table, { dialect, kysely: db });
      const counts = new Map<Entity, number>();
      for (const table of left) {
        const [row] = await rows(statements(table).count(undefined));
        counts.set(table, Number(row?.[0]));
      }
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      let done = 0;
      for (const table of left) {
        const written = await exportTable(table, statements(table), rows, {
          ...options,
          dialect,
          manifest,
          onRows: (count) => {
            done += count;
            options.progress.advance({ table: table.name, rows: done, part: all === 0 ? 1 : done / all });
          },
        });
        manifest = { ...manifest, files: [...manifest.files, { ...written, readAt }] };
        await writeManifest(options.folder, manifest);
        options.progress.finish(table.name, written.rows);
      }
    });
  } finally {
    await connection.close();
  }
  return finish(manifest, options);
}

async function finish(manifest: Manifest, { folder }: ExportOptions): Promise<Manifest> {
  const complete = { ...manifest, isComplete: true };
  await writeManifest(folder, complete);
  return complete;
}

/** The manifest of a new export, or of the one to resume. @throws {DumpError} */
async function beginExport({ database }: Model, options: ExportOptions): Promise<Manifest> {
  const { folder, format, escapesFormulas, isResumed } = options;
  const former = await readManifest(folder);
  if (!isResumed) {
    if (former !== undefined)
      throw new DumpError(
        `There is already an export in "${folder}": choose another folder with --out, or go on with it with --resume.`,
      );
    const { dialect } = database;
    const begun: Manifest = {
      kind: "data-api export",
      version: 1,
      format: format ?? "ndjson",
      escapesFormulas,
      dialect,
      isComplete: false,
      files: [],
    };
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeManifest(folder, begun);
    return begun;
  }
  if (former === undefined) throw new DumpError(`There is no export in "${folder}" to go on with.`);
  if (former.dialect !== database.dialect)
    throw new DumpError(
      `The export in "${folder}" is one of another database: its dialect is "${former.dialect}", not "${database.dialect}".`,
    );
  if ((format ?? former.format) !== former.format || (escapesFormulas && !former.escapesFormulas))
    throw new DumpError(
      `The export in "${folder}" was begun with the format "${former.format}"${former.escapesFormulas ? " and" : ", without"} --escape-formulas: go on with the same.`,
    );
  return former;
}

async function isThere({ name, bytes }: DumpedFile, manifest: Manifest, folder: string): Promise<boolean> {
  const found = await stat(pathOf(manifest, name, folder)).catch(() => undefined);
  return found?.size === bytes;
}

/** Whether the file contains the table as currently configured. */
function isSame(file: DumpedFile, { name, fields }: Entity): boolean {
  return file.name === name && JSON.stringify(file.fields) === JSON.stringify(dumpedFields(fields));
}

async function inSnapshot(
  connection: Connection,
  db: AnyKysely,
  dialect: Dialect,
  { progress }: ExportOptions,
  work: (rows: RunRows) => Promise<void>,
): Promise<void> {
  const run = ({ rows }: Pick<Connection, "rows">) =>
    work(({ statement, parameters }) => rows(statement, parameters));
  if (connection.snapshot !== undefined) return connection.snapshot(run);
  const level = await dialect.snapshotLevel?.(db);
  if (level !== undefined) return connection.transaction(run, level);
  progress.note(
    "The database does not allow snapshots, so rows that are written meanwhile may be in one table and not in another. Allow them with ALTER DATABASE … SET ALLOW_SNAPSHOT_ISOLATION ON.",
  );
  return run(connection);
}

interface TableOptions extends ExportOptions {
  readonly dialect: Dialect;
  readonly manifest: Manifest;
  readonly onRows: (count: number) => void;
}

async function exportTable(
  table: Entity,
  statements: EntityStatements,
  rows: RunRows,
  { folder, dialect, manifest, signal, onRows }: TableOptions,
): Promise<Omit<DumpedFile, "readAt">> {
  const columns = columnsOf({ fields: table.fields, links: [] });
  const isCsv = manifest.format === "csv";
  const writer = await DumpWriter.create(pathOf(manifest, table.name, folder));
  let count = 0;
  try {
    if (isCsv) await writer.add(toHeaderLine(columns));
    for await (const page of readRows(table, statements, dialect, rows)) {
      if (signal.aborted) throw new DumpError("Stopped. Go on with --resume.");
      let length = 0;
      for (const row of page.rows) {
        const { toRecord, toJson } = page.reader;
        const line = isCsv ? toCsvLine(toRecord(row), columns, manifest) : `${toJson(row)}\n`;
        length += line.length;
        const writing = writer.add(line);
        if (writing !== undefined) await writing;
      }
      page.measured(length);
      count += page.rows.length;
      onRows(page.rows.length);
    }
    const fields = dumpedFields(table.fields);
    return { name: table.name, fields, rows: count, ...(await writer.finish()) };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new DumpError(`"${table.table}" cannot be read: ${wordsOf(error)}\nGo on with --resume.`);
  } finally {
    await writer.abandon();
  }
}
