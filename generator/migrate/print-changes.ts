import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import type { DatabaseSettings } from "../../runtime/model/model.js";
import type { SchemaChange } from "../../runtime/database/schema/schema-changes.js";
import { oneLine } from "../one-line.js";
import type { Drift } from "../../runtime/database/migrations/drift/find-drift.js";
import type { UnmanagedObjects } from "../../runtime/database/migrations/drift/unmanaged-objects.js";

type Kind = SchemaChange["kind"];

const titles: Readonly<Record<Kind, string>> = {
  rename: `Renamed by "data-api db push", because of "renamedFrom"`,
  add: `Added by the server when it starts, or by "data-api db push"`,
  addConstraint: `Added by "data-api db push", which checks every record`,
  alter: `Changed by "data-api db push --accept-changes": columns, but no values`,
  alterWithLoss: `Changed by "data-api db push --accept-data-loss": columns and some of their values`,
  decide: "Needs a decision",
};

/** With `schema: "migrations"`, where a migration makes the changes. */
const titlesOfMigration: Readonly<Record<Kind, string>> = {
  rename: `Renamed, because of "renamedFrom"`,
  add: "Added",
  addConstraint: "Added, after a check of every record",
  alter: "Changed: columns, but no values",
  alterWithLoss: "Changed: columns and some of their values",
  decide: titles.decide,
};

/** Prints the changes as SQL, in sections by what applies them. */
export function printChanges(
  changes: readonly SchemaChange[],
  db: AnyKysely,
  { schema }: Pick<DatabaseSettings, "schema">,
): string {
  if (changes.length === 0) return "";
  const kinds = Object.keys(titles) as Kind[];
  const isMigration = schema === "migrations";
  const sections = kinds
    .map((kind) => ({ kind, parts: changes.filter((change) => change.kind === kind) }))
    .filter(({ parts }) => parts.length > 0)
    .map(({ kind, parts }) =>
      [
        `-- ${(isMigration ? titlesOfMigration : titles)[kind]}:`,
        ...parts.map((change) => printChange(change, db)),
      ].join("\n\n"),
    );
  const head = '-- Migrations make these changes: "data-api migrate new NAME" writes the next one.';
  return [...(isMigration ? [head] : []), ...sections].join("\n\n");
}

export function printChange(change: SchemaChange, db: AnyKysely): string {
  return [`-- ${oneLine(change.message)}`, ...changeTexts(change, db)].join("\n");
}

/** For a change that needs a decision, no statements would be right for everyone. */
export function changeTexts({ kind, statements }: SchemaChange, db: AnyKysely): readonly string[] {
  return kind === "decide" ? [] : statements.map((statement) => `${statement.compile(db).sql};`);
}

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
