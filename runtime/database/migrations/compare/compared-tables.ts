import type { TableDialect } from "../../schema/schema-dialect.js";
import type { Field, TableForeignKey, TableEntity } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import { constraintName } from "../../schema/constraint-names.js";
import { countsUp } from "../../schema/schema-entity.js";
import type { DefinitionContext } from "../../schema/definitions.js";
import { diffParts, type Diff } from "../../schema/compare/diff-parts.js";
import { indexesOf, indexOf, type NewIndex } from "../../schema/field-index.js";
import type { StoredColumn } from "../../schema/stored/stored-schema.js";
import { statementText } from "./schema-step.js";
import { matchTables, type MatchedTable, type Renamed } from "./match-tables.js";

/** A table that stays, and what becomes of its parts. */
export interface TablePair extends MatchedTable {
  /** Before, but with the new names of the table and its columns. */
  readonly was: TableEntity;
  /** The former foreign keys as they are in `was`, if their columns and target stay. */
  readonly renamedKeys: ReadonlyMap<TableForeignKey, TableForeignKey>;
  readonly indexes: Diff<NewIndex>;
  readonly foreignKeys: Diff<TableForeignKey>;
}

type MatchedPair = Omit<TablePair, "indexes" | "foreignKeys">;

/** The tables after, and what becomes of those before. */
export interface ComparedTables extends DefinitionContext, Omit<Diff<TableEntity>, "formers"> {
  readonly kept: readonly TablePair[];
}

export function comparedTables(
  before: readonly TableEntity[],
  after: readonly TableEntity[],
  renames: readonly Renamed[],
  dialect: TableDialect,
): ComparedTables {
  const { kept, added, removed } = matchTables(before, after, renames);
  const pairs = kept.map((matched) => toPair(matched, kept));
  const were = { entities: pairs.map(({ was }) => was), dialect };
  const are = { entities: after, dialect };
  return {
    kept: pairs.map((pair) => ({
      ...pair,
      indexes: diffParts(indexesOf(pair.former, dialect), indexesOf(pair.is, dialect), (is, left) =>
        left.find((was) => keepsIndex(pair, was, is, dialect)),
      ),
      foreignKeys: diffParts(pair.former.foreignKeys, pair.is.foreignKeys, (is, left) =>
        left.find((was) => formerForm(pair, was, were) === foreignKeyForm(pair.is, is, are)),
      ),
    })),
    ...{ added, removed, entities: after, dialect },
  };
}

function toPair({ former, is, columns }: MatchedTable, kept: readonly MatchedTable[]): MatchedPair {
  // A removed column keeps its name, or is dropped first if the name is needed again.
  const renamed = (fields: readonly Field[]) =>
    fields.flatMap((field) => {
      const stays = columns.find((each) => each.former === field)?.was;
      const isNeeded = columns.some(({ was }) => was.column === field.column);
      return stays ?? (isNeeded ? [] : [field]);
    });
  const renamedKeys = new Map<TableForeignKey, TableForeignKey>();
  for (const foreignKey of former.foreignKeys) {
    const target = kept.find((each) => each.former.name === foreignKey.targetEntityName);
    const [first, ...others] = renamed(foreignKey.fields);
    const isWhole = others.length === foreignKey.fields.length - 1;
    if (target !== undefined && first !== undefined && isWhole)
      renamedKeys.set(foreignKey, {
        ...foreignKey,
        fields: [first, ...others],
        targetEntityName: target.is.name,
      });
  }
  const { name, table, schema } = is;
  const [fields, keys, foreignKeys] = [
    renamed(former.fields),
    renamed(former.keys),
    [...renamedKeys.values()],
  ];
  const was = { ...former, name, table, schema, fields, keys, foreignKeys };
  return { former, is, was, columns, renamedKeys };
}

export function declaredType(entity: TableEntity, field: Field, dialect: TableDialect): string {
  const { schema } = dialect;
  if (field.type === "enum") return "enum";
  return countsUp(entity, field)
    ? `${schema.identityType ?? schema.columnType(field)} ${statementText(schema.identity, dialect)}`
    : schema.columnType(field);
}

/** A trigger may fill the column after the row is added. */
export function isNullable({ isNullable: isOptional, filledBy }: Field): boolean {
  return isOptional || filledBy === "trigger";
}

/** A column as a database describes it after creation from a snapshot. Without its default. */
export function storedColumn(entity: TableEntity, field: Field, dialect: TableDialect): StoredColumn {
  const { enums, columnType, maxNameLength } = dialect.schema;
  const isEnum = field.type === "enum";
  const declaration = columnType(field);
  const [, length] = /\((\d+)\)/.exec(declaration) ?? [];
  return {
    name: field.column,
    type: isEnum && enums.check === undefined ? "enum" : (columnOf(field, dialect).stored[0] ?? declaration),
    ...(length !== undefined && { length: Number(length) }),
    declaration,
    isNullable: isNullable(field),
    ...(isEnum && { values: (field.values ?? []).map(String) }),
    ...(isEnum &&
      enums.nameKind !== undefined && {
        valuesIn: {
          schema: entity.schema,
          name: constraintName(enums.nameKind, entity, [field], maxNameLength),
        },
      }),
  };
}

/** Whether the column stays with the same index, and its change leaves the index as it is. */
function keepsIndex(
  { was, is, columns }: MatchedPair,
  formerIndex: NewIndex,
  index: NewIndex,
  dialect: TableDialect,
): boolean {
  const column = columns.find((each) => each.is.column === index.column);
  if (column?.former.column !== formerIndex.column) return false;
  const { createIndex, alter } = dialect.schema;
  const formOf = (each: NewIndex | undefined) => each && statementText(createIndex(each), dialect);
  if (formOf(indexOf(was, column.was, dialect)) !== formOf(index)) return false;
  if (alter?.isUnderIndex === undefined) return true;
  const type = declaredType(was, column.was, dialect) !== declaredType(is, column.is, dialect);
  const nullability = isNullable(column.was) !== isNullable(column.is);
  if (!type && !nullability) return true;
  const stored = storedColumn(was, column.was, dialect);
  return alter.isUnderIndex({ field: column.is, stored, change: { type, nullability } });
}

/** The form that a former foreign key has after the renames; none that another has if it cannot stay. */
function formerForm(pair: MatchedPair, foreignKey: TableForeignKey, were: DefinitionContext): string {
  const { former, was } = pair;
  const renamed = pair.renamedKeys.get(foreignKey);
  if (renamed === undefined) return "";
  const isSame =
    former.table === was.table &&
    foreignKey.fields.every(({ column }, index) => renamed.fields[index]?.column === column);
  const isBound = were.dialect.schema.migrations.indexesForeignKeys === true && !isSame;
  return isBound ? "" : foreignKeyForm(was, renamed, were);
}

/** Identifies a foreign key: by its columns and those of its target, with their types. */
function foreignKeyForm(
  entity: TableEntity,
  { fields, targetEntityName }: TableForeignKey,
  { entities, dialect }: DefinitionContext,
): string {
  const target = entities.find(({ name }) => name === targetEntityName);
  const { alter, migrations } = dialect.schema;
  const formOf = (owner: TableEntity) => (field: Field) => [
    field.column,
    // A generated key has the same type as others.
    dialect.schema.columnType(field),
    // Where it prevents changes of its columns, it is added again after one.
    alter?.isUnderIndex !== undefined && owner === entity
      ? `${declaredType(owner, field, dialect)} ${String(isNullable(field))}`
      : "",
  ];
  return JSON.stringify([
    fields.map(formOf(entity)),
    targetEntityName,
    target?.keys.map(formOf(target)),
    // Whether it creates an index depends on the existing ones.
    migrations.indexesForeignKeys === true ? [entity.table, hasOwnIndex(entity, fields, dialect)] : "",
  ]);
}

/** Whether a foreign key of these fields creates an index, because no index begins with them. */
export function hasOwnIndex(
  entity: TableEntity,
  fields: readonly [Field, ...Field[]],
  dialect: TableDialect,
): boolean {
  const hasIndex = fields.length === 1 && indexOf(entity, fields[0], dialect) !== undefined;
  return !hasIndex && !fields.every((field, index) => entity.keys[index] === field);
}
