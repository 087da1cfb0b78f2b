import { enumTexts } from "../../model/enum.js";
import type { Field } from "../../model/model.js";
import { sql } from "../sql/kysely.js";
import type { Sql } from "../sql/sql.js";
import { constraintName } from "../schema/constraint-names.js";
import { indexOf } from "../schema/definitions.js";
import type { Bound } from "../schema/schema-dialect.js";
import { tableName } from "../sql/table-name.js";
import { placeOfColumn } from "./column-steps.js";
import { fieldOf, foreignKeyForm, indexOn, type ComparedTables, type TablePair } from "./compared-tables.js";
import { makeStep, type PlanningDialect } from "./make-step.js";
import { renameOrder, sameFor } from "./rename-order.js";
import type { SchemaStep } from "./schema-step.js";

/** Renames tables, then columns, then what is named after them. */
export function renameSteps(tables: ComparedTables): readonly SchemaStep[] {
  return [
    ...renameTables(tables),
    ...tables.kept.flatMap((pair) => renameColumns(pair, tables)),
    ...tables.kept.flatMap((pair) => renameConstraints(pair, tables)),
  ];
}

function renameTables({ kept, dialect }: ComparedTables): readonly SchemaStep[] {
  const schemas = new Set(kept.map(({ is }) => is.schema));
  return [...schemas].flatMap((schema) => {
    const changes = kept
      .filter(({ is }) => is.schema === schema)
      .map(({ former, is }) => ({ from: former.table, to: is.table }));
    return renameOrder(changes, sameFor(dialect.schema)).map(({ from, to }) =>
      makeStep(
        "rename",
        `Renames the table "${from}" to "${to}".`,
        dialect.schema.rename.table({ schema, table: from }, to),
        dialect,
      ),
    );
  });
}

function renameColumns(
  { matched, former, is }: TablePair,
  { dialect }: ComparedTables,
): readonly SchemaStep[] {
  const { rename } = dialect.schema;
  const changes = [...matched.formerColumns].map(([to, from]) => ({ from, to }));
  // Databases rename a column to its own name in other case without a temporary name.
  const isSame = (a: string, b: string) => sameFor(dialect.schema)(a, b) && !isOnlyCase(a, b, changes);
  return renameOrder(changes, isSame).map(({ from, to }) => {
    const field = fieldOf(former, from);
    const bound = field === undefined ? [] : boundTo(field, to, { former, is }, dialect);
    return makeStep(
      "rename",
      `Renames the column ${placeOfColumn(is, from)} to "${to}".`,
      rename.column(is, from, to, bound),
      dialect,
    );
  });
}

/** What names a column in a condition, for after its rename: an index that excludes null, and the check of an enum. */
function boundTo(
  field: Field,
  to: string,
  { former, is }: Pick<TablePair, "former" | "is">,
  dialect: PlanningDialect,
): readonly Bound[] {
  const { createIndex, enums, maxNameLength, migrations } = dialect.schema;
  const bound: Bound[] = [];
  const index = field.isUnique && field.isNullable ? indexOn(former, field, dialect) : undefined;
  if (index !== undefined) {
    const renamed = { ...field, column: to };
    bound.push({
      drop: migrations.dropIndex(is, index.name).sql,
      create: createIndex({
        name: sql.id(index.name),
        table: tableName(is),
        field: renamed,
        isUnique: true,
      }),
    });
  }
  if (field.type === "enum" && enums.bound !== undefined) {
    const check = constraintName("ck", former, [field], maxNameLength);
    bound.push(enums.bound(is, check, to, enumTexts(field)));
  }
  return bound;
}

function isOnlyCase(
  a: string,
  b: string,
  changes: readonly { readonly from: string; readonly to: string }[],
): boolean {
  return changes.some(({ from, to }) => from === a && to === b);
}

/** Renames what stays: what does not is dropped under its former name. */
function renameConstraints(pair: TablePair, tables: ComparedTables): readonly SchemaStep[] {
  const { former, was, is, matched } = pair;
  const { dialect, were, are } = tables;
  const { rename, enums, maxNameLength, migrations, hasInlineForeignKeys } = dialect.schema;
  const statements: Sql[] = [];
  for (const [column, formerColumn] of matched.formerColumns) {
    const [old, renamed, field] = [
      fieldOf(former, formerColumn),
      fieldOf(was, column),
      fieldOf(is, column),
    ] as readonly (Field | undefined)[];
    if (old === undefined || renamed === undefined || field === undefined) continue;
    const [from, mapped, to] = [
      indexOn(former, old, dialect),
      indexOn(was, renamed, dialect),
      indexOn(is, field, dialect),
    ];
    if (from !== undefined && to !== undefined && mapped?.form === to.form && from.name !== to.name)
      statements.push(...rename.index(is, from.name, to.name, indexOf(is, field, dialect)));
    const { nameKind } = enums;
    if (nameKind === undefined || old.type !== "enum") continue;
    const [fromName = "", toName = ""] = [
      { entity: former, each: old },
      { entity: was, each: renamed },
    ].map(({ entity, each }) => constraintName(nameKind, entity, [each], maxNameLength));
    if (fromName !== toName)
      statements.push(...(enums.rename?.({ schema: is.schema, name: fromName }, toName) ?? []));
  }
  // A foreign key that has an index is dropped and added again, because the index keeps its former name.
  if (!hasInlineForeignKeys && migrations.indexesForeignKeys !== true) {
    for (const foreignKey of was.foreignKeys) {
      const form = foreignKeyForm(was, foreignKey, were, dialect);
      const isKept = is.foreignKeys.some((each) => foreignKeyForm(is, each, are, dialect) === form);
      const old = foreignKey.fields.map(({ column }) => ({
        column: matched.formerColumns.get(column) ?? column,
      }));
      const [from, to] = [
        constraintName("fk", former, old, maxNameLength),
        constraintName("fk", was, foreignKey.fields, maxNameLength),
      ];
      if (!isKept || from === to) continue;
      const target = { name: from, columns: [], targetSchema: undefined, targetTable: "", targetColumns: [] };
      statements.push(...rename.foreignKey(is, target, to));
    }
  }
  if (statements.length === 0) return [];
  const message = `Renames what is named after the table "${former.table}" or its columns.`;
  return [makeStep("rename", message, statements, dialect)];
}
