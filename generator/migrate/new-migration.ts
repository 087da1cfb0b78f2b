import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import { checkAgreement } from "../../runtime/database/migrations/scripts/check-agreement.js";
import { tableRenames } from "../../runtime/database/migrations/compare/match-tables.js";
import { MigrationError, type Migration } from "../../runtime/database/migrations/migration.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import { parseScript } from "../../runtime/database/migrations/scripts/parse-script.js";
import {
  planMigration,
  type MigrationPlan,
} from "../../runtime/database/migrations/compare/plan-migration.js";
import { rateMigrations } from "../../runtime/database/migrations/rating/rate-script.js";
import type { RatedRisk } from "../../runtime/database/migrations/rating/rating.js";
import type { readSnapshots } from "../../runtime/database/migrations/read-migrations.js";
import type {
  SchemaSnapshot,
  SnapshotTables,
} from "../../runtime/database/migrations/snapshots/schema-snapshot.js";
import { takeSnapshot } from "../../runtime/database/migrations/snapshots/take-snapshot.js";
import { writeScript } from "../../runtime/database/migrations/scripts/write-script.js";
import { writeSnapshot } from "../../runtime/database/migrations/snapshots/write-snapshot.js";
import { dialectFacts } from "../../runtime/model/settings/dialect-facts.js";
import type { DialectName, Model } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";

type Snapshots = Awaited<ReturnType<typeof readSnapshots>>;

/** The changes of the configuration since the last migration, for each dialect. */
export interface PlannedMigration {
  readonly snapshot: SchemaSnapshot;
  readonly plans: readonly { readonly dialect: Dialect; readonly plan: MigrationPlan }[];
  /** Whether there is anything to write: a snapshot may differ although a database needs no change. */
  readonly isNeeded: boolean;
}

const nothing: SnapshotTables = { tables: [] };

/** @throws {MigrationError | CommandError} */
export async function planNewMigration(
  { database, tables }: Model,
  read: Snapshots,
  named: readonly string[],
): Promise<PlannedMigration> {
  const last = read.at(-1);
  const snapshot = takeSnapshot(tables, last?.name ?? null);
  const before = last?.snapshot ?? nothing;
  const wanted =
    named.length > 0 ? named.map(dialectNamed) : await dialectsOf(last?.folder, database.dialect);
  return {
    snapshot,
    plans: wanted.map((dialect) => ({
      dialect,
      plan: planMigration(before, snapshot, tableRenames(tables), dialect),
    })),
    isNeeded: inOrder(before) !== inOrder(snapshot),
  };
}

/** @throws {CommandError} for an invalid name. */
function dialectNamed(name: string): Dialect {
  const names = Object.keys(dialects);
  if (!Object.hasOwn(dialects, name))
    throw new CommandError(`"${name}" is not a dialect. There are ${names.join(", ")}.`);
  return dialects[name as DialectName];
}

/** The dialects of the last migration, or that of the configuration. */
async function dialectsOf(folder: string | undefined, own: DialectName): Promise<readonly Dialect[]> {
  const used = folder === undefined ? [] : await scriptsOf(folder);
  return used.length > 0 ? used : [dialects[own]];
}

async function scriptsOf(folder: string): Promise<readonly Dialect[]> {
  const files = await readdir(folder);
  return Object.values(dialects).filter(({ name }) => files.includes(`${name}.sql`));
}

/** The order of columns does not matter. */
function inOrder({ tables }: SnapshotTables): string {
  const ordered = tables.map((table) => ({
    ...table,
    columns: table.columns.toSorted((a, b) => (a.column < b.column ? -1 : 1)),
    foreignKeys: table.foreignKeys.toSorted((a, b) => (a.columns.join() < b.columns.join() ? -1 : 1)),
  }));
  return writeSnapshot({ version: 1, previous: null, tables: ordered });
}

/**
 * Writes the folder of a migration.
 * @param name Its name without the time.
 * @returns The path of the folder, and the names of its files.
 */
export async function writeMigration(
  { database }: Pick<Model, "database">,
  read: Snapshots,
  { snapshot, plans }: PlannedMigration,
  name: string,
  now: Date,
): Promise<{ readonly folder: string; readonly files: readonly string[] }> {
  const fullName = `${timeAfter(snapshot.previous, now)}_${name}`;
  const folder = path.join(database.migrations, fullName);
  const files = [{ file: "snapshot.json", text: writeSnapshot(snapshot) }];
  for (const { dialect, plan } of plans) {
    const text = writeScript({ name: fullName, database: dialectFacts[dialect.name].title, ...plan });
    const file = `${dialect.name}.sql`;
    files.push({ file, text: await acceptRisks(text, path.join(folder, file), read, dialect) });
  }
  try {
    await mkdir(folder, { recursive: true });
    for (const { file, text } of files) await writeFile(path.join(folder, file), text);
  } catch (error) {
    // Every other command would reject an incomplete migration.
    await rm(folder, { recursive: true, force: true });
    throw new CommandError(`The folder "${folder}" cannot be written: ${(error as Error).message}.`);
  }
  return { folder, files: files.map(({ file }) => file) };
}

/**
 * Accepts the risks of a written script that nothing would make smaller, so that `migrate lint` asks only for what a
 * person can decide: what loses data, or has a safer way.
 */
async function acceptRisks(text: string, file: string, read: Snapshots, notLoaded: Dialect): Promise<string> {
  const dialect = await withMigrationTools(notLoaded);
  const migrations: Pick<Migration, "script">[] = [];
  try {
    for (const former of read.map(({ folder }) => path.join(folder, `${dialect.name}.sql`)))
      migrations.push({ script: parseScript(former, await readFile(former, "utf8"), dialect.script) });
  } catch {
    // Without the scripts before it, as for a new dialect, a script cannot be rated.
    return text;
  }
  migrations.push({ script: parseScript(file, text, dialect.script) });
  const { steps = [] } = rateMigrations(migrations, dialect).at(-1) ?? {};
  const lines = text.split("\n");
  for (const { step, risks } of steps.toReversed()) {
    const accepted = risks.filter(hasNoSaferWay).map(({ risk }) => risk);
    if (accepted.length > 0) lines.splice(step.line - 1, 0, `-- accept: ${accepted.join(", ")}`);
  }
  return lines.join("\n");
}

/** Whether a statement may fail depends on the rows: `migrate lint --against` counts them. */
function hasNoSaferWay({ risk, safer }: RatedRisk): boolean {
  return (
    risk === "may fail" || (safer === undefined && (risk.startsWith("locks") || risk === "rewrites table"))
  );
}

/** A name for a folder: `Add notes!` becomes `add_notes`. @throws {CommandError} if no character is left. */
export function migrationName(given: string): string {
  const name = given
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, MOST_CHARACTERS);
  if (name !== "") return name;
  throw new CommandError(
    `"${given}" has no letter or digit that a migration's name can have: a to z, 0 to 9.`,
  );
}

const MOST_CHARACTERS = 60;

/** `20261123031000`, in UTC, and later than the migration before even if the clock is not. */
function timeAfter(previous: string | null, now: Date): string {
  const time = timeText(now);
  const last = previous?.slice(0, TIME_LENGTH) ?? "";
  if (time > last) return time;
  const written = last.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
  const next = Date.parse(written) + 1_000;
  // Also after the year 9999, which has more digits.
  if (!(next < LAST_TIME))
    throw new CommandError(
      `No migration can be named after "${previous ?? ""}", because its first 14 digits are no time that another one follows. Rename its folder to the time at which it was written, in UTC, such as ${time}, and "previous" in the snapshot after it.`,
    );
  return timeText(new Date(next));
}

const TIME_LENGTH = 14;
const LAST_TIME = Date.UTC(10_000, 0);

function timeText(date: Date): string {
  return date.toISOString().replace(/\D/g, "").slice(0, TIME_LENGTH);
}

/**
 * The disagreements between the scripts of a migration and its snapshot, as sentences.
 * @throws {MigrationError} for scripts that cannot be read.
 */
export async function checkScripts(read: Snapshots): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [index, { folder, snapshot }] of read.entries()) {
    for (const named of await scriptsOf(folder)) {
      const dialect = await withMigrationTools(named);
      const file = path.join(folder, `${dialect.name}.sql`);
      try {
        const script = parseScript(file, await readFile(file, "utf8"), dialect.script);
        problems.push(...checkAgreement(script, read[index - 1]?.snapshot ?? nothing, snapshot, dialect));
      } catch (error) {
        if (!(error instanceof MigrationError)) throw error;
        problems.push(...error.problems);
      }
    }
  }
  return problems;
}
