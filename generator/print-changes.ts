import type { AnyKysely } from "../runtime/database/sql/sql.js";
import type { SchemaChange } from "../runtime/database/schema/schema-changes.js";
import { oneLine } from "./one-line.js";

type Kind = SchemaChange["kind"];

const titles: Readonly<Record<Kind, string>> = {
  rename: `What "data-api db push" renames, because of "renamedFrom"`,
  add: `What the server does when it starts, and "data-api db push"`,
  addConstraint: `What "data-api db push" does: it has to look at every record`,
  alter: `What "data-api db push --accept-changes" does: it changes columns, and no value`,
  alterWithLoss: `What "data-api db push --accept-data-loss" does: it changes columns, and some values with them`,
  decide: "What a person has to decide",
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

/**
 * Prints the statements after a comment with the reason. A change that needs a decision is only a comment.
 */
function printChange({ kind, message, statements }: SchemaChange, db: AnyKysely): string {
  const texts = kind === "decide" ? [] : statements.map((statement) => `${statement.compile(db).sql};`);
  return [`-- ${oneLine(message)}`, ...texts].join("\n");
}
