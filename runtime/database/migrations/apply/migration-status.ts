import type { Migration } from "../migration.js";
import type { HistoryRow } from "./migration-history.js";

export type MigrationState =
  | "applied"
  | "pending"
  /** Changed after it was applied. */
  | "changed"
  /** Applied, but not in the folder. */
  | "missing"
  | "failed"
  /** Being applied, or interrupted. */
  | "in progress"
  | "undo failed"
  | "undo in progress";

export interface MigrationStatus {
  readonly name: string;
  readonly state: MigrationState;
  /** How much of it the database has. A run that failed may have left nothing, or undone nothing. */
  readonly extent: "none" | "part" | "whole";
  readonly appliedLater: string | undefined;
  /** `undefined` if it is not in the folder. */
  readonly migration: Migration | undefined;
  /** `undefined` if it was never run. */
  readonly row: HistoryRow | undefined;
}

/** Compares the migrations of the folder with the history of the database, in order. */
export function migrationStatuses(
  migrations: readonly Migration[],
  history: ReadonlyMap<string, HistoryRow>,
): readonly MigrationStatus[] {
  const inFolder = new Map(migrations.map((migration) => [migration.name, migration]));
  const names = [...new Set([...inFolder.keys(), ...history.keys()])].sort();
  const last = [...history.keys()]
    .filter((name) => extentOf(history.get(name)) !== "none")
    .sort()
    .at(-1);
  return names.map((name) => {
    const [migration, row] = [inFolder.get(name), history.get(name)];
    const isLate = row === undefined && last !== undefined && last > name;
    return {
      name,
      state: stateOf(migration, row),
      extent: extentOf(row),
      appliedLater: isLate ? last : undefined,
      migration,
      row,
    };
  });
}

function extentOf(row: HistoryRow | undefined): MigrationStatus["extent"] {
  if (row === undefined) return "none";
  if (row.finishedAt !== null) return "whole";
  if (row.stepsDone > 0 || row.isInFlight) return "part";
  return row.direction === "up" ? "none" : "whole";
}

function stateOf(migration: Migration | undefined, row: HistoryRow | undefined): MigrationState {
  if (row === undefined) return "pending";
  if (row.direction === "down") return row.error === null ? "undo in progress" : "undo failed";
  if (row.finishedAt === null) return row.error === null ? "in progress" : "failed";
  if (migration === undefined) return "missing";
  return migration.checksum === row.checksum ? "applied" : "changed";
}
