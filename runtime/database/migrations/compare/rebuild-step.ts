import type { Field, TableForeignKey } from "../../../model/model.js";
import { createTable } from "../../schema/create-tables.js";
import { countsUp } from "../../schema/schema-entity.js";
import { indexesOf } from "../../schema/field-index.js";
import type { ColumnSteps } from "./column-steps.js";
import type { ComparedTables, TablePair } from "./compared-tables.js";
import { makeStep, type SchemaStep } from "./schema-step.js";

/**
 * The step that replaces a table by a new one, for a database that cannot make some changes otherwise; `undefined` if
 * none is needed. Removed columns stay in the new table, without their constraints: dropping them is a separate step,
 * which states what it loses.
 */
export function rebuildStep(
  pair: TablePair,
  steps: ColumnSteps,
  tables: ComparedTables,
): SchemaStep | undefined {
  const { is, was, columns, foreignKeys } = pair;
  const { dialect } = tables;
  const { rebuild } = dialect.schema.migrations;
  if (rebuild === undefined) return undefined;
  const removed = was.fields.filter(
    (field) =>
      !columns.some((each) => each.was === field) && !is.fields.some(({ column }) => column === field.column),
  );
  const isBound = (field: Field) =>
    field.type === "enum" || was.foreignKeys.some(({ fields }) => fields.includes(field));
  // A new column already includes its own.
  const isAddedWithColumn = ({ fields: [field, ...others] }: TableForeignKey) =>
    others.length === 0 && !columns.some((each) => each.is === field) && (field.default ?? null) === null;
  const keys = [was, is].map((entity) =>
    JSON.stringify(entity.keys.map((field) => [field.column, field.type, countsUp(entity, field)])),
  );
  const reasons = [
    ...steps.changed.map(({ step }) => step.message),
    ...(foreignKeys.removed.length === 0 && foreignKeys.added.every(isAddedWithColumn)
      ? []
      : ["Changes its foreign keys."]),
    ...(keys[0] === keys[1] ? [] : ["Changes its primary key."]),
    ...(removed.some(isBound) ? ["Frees the columns that are removed."] : []),
  ];
  if (reasons.length === 0) return undefined;
  const kept = removed.map((field) => ({
    ...field,
    isNullable: true,
    // Its values are no longer checked.
    ...(field.type === "enum" && { type: "text" as const, values: undefined, default: undefined }),
  }));
  const entity = { ...is, fields: [...is.fields, ...kept] };
  const losses = steps.changed.flatMap(({ step }) => step.loss ?? []);
  return makeStep(
    "change",
    [`Rebuilds the table "${is.table}", which keeps its rows:`, ...reasons].join(" "),
    rebuild({
      entity,
      create: (name) => createTable(entity, tables, name),
      countsUp: is.keys.some((field) => countsUp(is, field)),
      indexes: indexesOf(is, dialect).map((index) => dialect.schema.createIndex(index)),
    }),
    dialect,
    losses.length === 0 ? undefined : losses.join(" "),
  );
}
