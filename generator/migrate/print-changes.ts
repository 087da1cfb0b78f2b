import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import type { SchemaChange } from "../../runtime/database/schema/schema-changes.js";
import { oneLine } from "../one-line.js";

type Kind = SchemaChange["kind"];

const titles: Readonly<Record<Kind, string>> = {
  rename: `Renamed by "data-api db push", because of "renamedFrom"`,
  add: `Added by the server when it starts, or by "data-api db push"`,
  addConstraint: `Added by "data-api db push", which checks every record`,
  alter: `Changed by "data-api db push --accept-changes": columns, but no values`,
  alterWithLoss: `Changed by "data-api db push --accept-data-loss": columns and some of their values`,
  decide: "Needs a decision",
};

/** Prints the changes as SQL, in sections by the option that applies them. */
export function printChanges(changes: readonly SchemaChange[], db: AnyKysely): string {
  const kinds = Object.keys(titles) as Kind[];
  return kinds
    .map((kind) => ({ kind, parts: changes.filter((change) => change.kind === kind) }))
    .filter(({ parts }) => parts.length > 0)
    .map(({ kind, parts }) =>
      [`-- ${titles[kind]}:`, ...parts.map((change) => printChange(change, db))].join("\n\n"),
    )
    .join("\n\n");
}

/** Prints the statements after a comment with the reason. */
export function printChange(change: SchemaChange, db: AnyKysely): string {
  return [`-- ${oneLine(change.message)}`, ...changeTexts(change, db)].join("\n");
}

/** For a change that needs a decision, no statements would be right for everyone. */
export function changeTexts({ kind, statements }: SchemaChange, db: AnyKysely): readonly string[] {
  return kind === "decide" ? [] : statements.map((statement) => `${statement.compile(db).sql};`);
}
