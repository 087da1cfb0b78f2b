import type { TableDialect } from "../../schema/schema-dialect.js";
import { enumTexts } from "../../../model/values/enum.js";
import type { Field } from "../../../model/model.js";
import type { Sql } from "../../sql/sql.js";
import { constraintName } from "../../schema/constraint-names.js";
import { hasInlineForeignKeys } from "../../schema/definitions.js";
import { indexOf } from "../../schema/field-index.js";
import { sqlOf } from "../../schema/migration-syntax.js";
import type { Bound } from "../../schema/schema-dialect.js";
import { placeOfColumn } from "./column-steps.js";
import type { ComparedTables, TablePair } from "./compared-tables.js";
import { makeStep, type SchemaStep } from "./schema-step.js";
import { sameName } from "../../schema/stored/find-stored.js";

/** Renames tables, then columns, then indexes and constraints that are named after them. */
export function renameSteps(tables: ComparedTables): readonly SchemaStep[] {
  return [
    ...renameTables(tables),
    ...tables.kept.flatMap((pair) => renameColumns(pair, tables)),
    ...renameConstraints(tables),
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
  { columns, former, is }: TablePair,
  { dialect }: ComparedTables,
): readonly SchemaStep[] {
  const { rename } = dialect.schema;
  // The field stays known while its column has a temporary name.
  const changes = columns.map((column) => ({
    from: column.former.column,
    to: column.is.column,
    field: column.former,
  }));
  return renameOrder(changes, conflictIn(changes, dialect)).map(({ from, to, field }) => {
    const bound = boundTo(field, to, { former, is }, dialect);
    return makeStep(
      "rename",
      `Renames the column ${placeOfColumn(is, from)} to "${to}".`,
      rename.column(is, from, to, bound),
      dialect,
    );
  });
}

/**
 * Objects whose condition names the column, to be recreated after its rename: an index that excludes null, and the
 * check of an enum.
 */
function boundTo(
  field: Field,
  to: string,
  { former, is }: Pick<TablePair, "former" | "is">,
  dialect: TableDialect,
): readonly Bound[] {
  const { createIndex, enums, maxNameLength, migrations } = dialect.schema;
  const bound: Bound[] = [];
  const index = indexOf(former, field, dialect);
  if (index?.kind === "unique" && index.isNullable)
    bound.push({
      drop: sqlOf(migrations.dropIndex(is, index.name)),
      create: createIndex({ ...index, table: is, column: to }),
    });
  if (field.type === "enum" && enums.bound !== undefined) {
    const check = constraintName("ck", former, [field], maxNameLength);
    bound.push(enums.bound(is, check, to, enumTexts(field)));
  }
  return bound;
}

/** Whether two names cannot exist at the same time. Databases can change the case of a name without a temporary one. */
function conflictIn(changes: readonly NameChange[], { schema }: TableDialect) {
  const isSame = sameFor(schema);
  return (a: string, b: string): boolean =>
    isSame(a, b) && !changes.some(({ from, to }) => from === a && to === b);
}

interface NamedPart extends NameChange {
  readonly pair: TablePair;
  readonly statements: (from: string, to: string) => readonly Sql[];
}

/**
 * Renames indexes and constraints that are named after tables and columns, in one common order, because names can
 * swap between tables.
 */
function renameConstraints(tables: ComparedTables): readonly SchemaStep[] {
  const { dialect } = tables;
  const parts = tables.kept.flatMap((pair) => namedParts(pair, tables));
  const steps: { pair: TablePair; statements: Sql[] }[] = [];
  for (const { pair, from, to, statements } of renameOrder(parts, conflictIn(parts, dialect))) {
    const last = steps.at(-1);
    if (last?.pair === pair) last.statements.push(...statements(from, to));
    else steps.push({ pair, statements: [...statements(from, to)] });
  }
  return steps.map(({ pair, statements }) => {
    const message = `Renames what is named after the table "${pair.former.table}" or its columns.`;
    return makeStep("rename", message, statements, dialect);
  });
}

/** The renamed objects of a table. Objects that do not stay are dropped under their former names. */
function namedParts(pair: TablePair, { dialect }: ComparedTables): readonly NamedPart[] {
  const { former, was, is, columns, indexes, foreignKeys } = pair;
  const { rename, enums, maxNameLength, migrations, createIndex } = dialect.schema;
  const parts: NamedPart[] = [];
  const add = (from: string, to: string, statements: NamedPart["statements"]) => {
    if (from !== to) parts.push({ pair, from, to, statements });
  };
  for (const { former: old, was: renamed, is: field } of columns) {
    const [index] = [...indexes.formers].filter(([{ column }]) => column === field.column);
    if (index !== undefined) {
      const [to, { name }] = index;
      add(name, to.name, (now, next) => rename.index(is, now, next, createIndex({ ...to, name: next })));
    }
    const { nameKind, rename: renameValues } = enums;
    if (nameKind === undefined || renameValues === undefined || old.type !== "enum") continue;
    add(
      constraintName(nameKind, former, [old], maxNameLength),
      constraintName(nameKind, was, [renamed], maxNameLength),
      (now, next) => renameValues({ schema: is.schema, name: now }, next),
    );
  }
  // A foreign key with an index is dropped and added again, because the index would keep its former name.
  if (!hasInlineForeignKeys(dialect) && migrations.indexesForeignKeys !== true) {
    for (const [foreignKey, { fields }] of pair.renamedKeys) {
      if (foreignKeys.removed.includes(foreignKey)) continue;
      const [from, to] = [
        constraintName("fk", former, foreignKey.fields, maxNameLength),
        constraintName("fk", was, fields, maxNameLength),
      ];
      const target = { columns: [], targetSchema: undefined, targetTable: "", targetColumns: [] };
      add(from, to, (name, next) => rename.foreignKey(is, { ...target, name }, next));
    }
  }
  return parts;
}

export interface NameChange {
  readonly from: string;
  readonly to: string;
}

/**
 * The renames in an order in which each new name is free: `a` to `b` after `b` to `c`. If names swap, or differ only
 * by case and case does not matter, one takes a temporary name first.
 * @param isSame Whether two names cannot exist at the same time.
 */
export function renameOrder<T extends NameChange>(
  changes: readonly T[],
  isSame: (a: string, b: string) => boolean,
): readonly T[] {
  const ordered: T[] = [];
  const last: T[] = [];
  let left = changes.filter(({ from, to }) => from !== to);
  while (left.length > 0) {
    const free = left.filter(({ to }) => !left.some(({ from }) => isSame(from, to)));
    if (free.length > 0) {
      ordered.push(...free);
      left = left.filter((change) => !free.includes(change));
      continue;
    }
    const [first, ...others] = left;
    if (first === undefined) break;
    const temporary = `renamed_${first.to}`;
    ordered.push({ ...first, to: temporary });
    last.unshift({ ...first, from: temporary });
    left = others;
  }
  return [...ordered, ...last];
}

/** Whether two names are the same for a database. */
export function sameFor({ isCaseSensitive }: { readonly isCaseSensitive?: true }) {
  return (a: string, b: string): boolean => (isCaseSensitive === true ? a === b : sameName(a, b));
}
