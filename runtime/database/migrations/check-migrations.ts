import type { Model } from "../../model/model.js";
import type { AnyKysely } from "../sql/sql.js";
import { readStatuses } from "./apply/apply-migrations.js";
import { withMigrationTools, type MigratedDialect } from "./migration-dialect.js";
import { MigrationError } from "./migration.js";
import type { MigrationStatus } from "./apply/migration-status.js";
import { readMigrations } from "./read-migrations.js";

/**
 * Checks at start that every migration is applied as it is. A migration that is applied but not in the folder is
 * accepted if the tables fit: during a rolling update, the older version must still start.
 * @throws {MigrationError} that lists those that are not.
 */
export async function checkMigrations(
  db: AnyKysely,
  { database, migrationHistory }: Pick<Model, "database" | "migrationHistory">,
  notLoaded: MigratedDialect,
): Promise<void> {
  const dialect = await withMigrationTools(notLoaded);
  const migrations = await readMigrations(database.migrations, dialect);
  const statuses = await readStatuses(db, { dialect, historyTable: migrationHistory, migrations });
  const problems = statuses.flatMap(({ name, state, extent, row, migration }) => {
    // An undo that failed and changed nothing leaves the migration applied.
    const isKept = state === "undo failed" && extent === "whole" && migration?.checksum === row?.checksum;
    return (migration === undefined || isKept ? undefined : reasons[state])?.(name, row) ?? [];
  });
  if (problems.length > 0)
    throw new MigrationError([
      [
        'The migrations are not all applied, and "database.schema" is "migrations":',
        ...problems.map((problem) => `  - ${problem}`),
        'Run "data-api migrate apply", or start with "data-api start --migrate". "data-api migrate status" tells more.',
      ].join("\n"),
    ]);
}

type Reason = (name: string, row: MigrationStatus["row"]) => string;

const half = (row: MigrationStatus["row"]) =>
  `${String(row?.stepsDone)} of ${String(row?.steps)} steps are done`;

const reasons: Readonly<Partial<Record<MigrationStatus["state"], Reason>>> = {
  pending: (name) => `"${name}" is pending.`,
  changed: (name) => `"${name}" was changed after it was applied.`,
  failed: (name, row) => `"${name}" has failed (${half(row)}): ${String(row?.error)}`,
  "in progress": (name, row) => `"${name}" is being applied, or was interrupted (${half(row)}).`,
  "undo failed": (name, row) => `The undo of "${name}" has failed (${half(row)}): ${String(row?.error)}`,
  "undo in progress": (name) => `"${name}" is being undone, or that was interrupted.`,
};
