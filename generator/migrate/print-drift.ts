import type { Drift } from "../../runtime/database/migrations/drift/find-drift.js";
import type { UnmanagedObjects } from "../../runtime/database/migrations/drift/unmanaged-objects.js";
import type { SchemaChange } from "../../runtime/database/schema/schema-changes.js";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import { oneLine } from "../one-line.js";
import { printChange, changeTexts } from "./print-changes.js";

/** Prints each difference as a comment with the statements that would undo it. */
export function printDrift(changes: readonly SchemaChange[], db: AnyKysely): string {
  return changes.map((change) => printChange(change, db)).join("\n\n");
}

export function printLeftAlone(unmanaged: readonly UnmanagedObjects[]): string {
  const lines = unmanaged.map((each) => `--   ${each.kind} ${oneLine(leftAloneName(each))}`);
  return ["-- Left alone, because no migration made it:", ...lines].join("\n");
}

function leftAloneName({ kind, table, name }: UnmanagedObjects): string {
  return kind === "table" || kind === "view" ? `"${table}"` : `"${name}" of "${table}"`;
}

export function driftToJson(migration: string, { changes, unmanaged }: Drift, db: AnyKysely): object {
  return {
    migration,
    differences: changes.map((change) => ({ message: change.message, sql: changeTexts(change, db) })),
    unmanaged,
  };
}
