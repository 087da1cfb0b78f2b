import type { Field, ForeignKey, TableEntity } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import { constraintName } from "../../schema/constraint-names.js";
import { countsUp } from "../../schema/counts-up.js";
import type { DefinitionContext } from "../../schema/definitions.js";
import { indexOf } from "../../schema/field-index.js";
import type { StoredColumn } from "../../schema/stored/stored-schema.js";
import { statementText, type PlanningDialect } from "./schema-step.js";
import { matchTables, type Matched, type MatchedTable, type Renamed } from "./match-tables.js";

/** A table or a column in three states. */
interface States<T> extends Matched<T> {
  /** Before, but with the new names of the table and its columns. */
  readonly was: T;
}

/** A table that stays. */
export interface TablePair extends States<TableEntity> {
  readonly columns: readonly States<Field>[];
}

export interface PlanningContext extends DefinitionContext {
  readonly dialect: PlanningDialect;
}

/** The tables after, and what becomes of those before. */
export interface ComparedTables extends PlanningContext {
  readonly kept: readonly TablePair[];
  readonly added: readonly TableEntity[];
  readonly removed: readonly TableEntity[];
  /** The tables before, with the new names. */
  readonly were: PlanningContext;
}

export function comparedTables(
  before: readonly TableEntity[],
  after: readonly TableEntity[],
  renames: readonly Renamed[],
  dialect: PlanningDialect,
): ComparedTables {
  const { kept, added, removed } = matchTables(before, after, renames);
  const pairs = kept.map((matched) => toPair(matched, kept));
  const were = { entities: pairs.map(({ was }) => was), dialect };
  return { kept: pairs, added, removed, were, entities: after, dialect };
}

function toPair({ former, is, columns }: MatchedTable, kept: readonly MatchedTable[]): TablePair {
  const states = columns.map((each) => ({ ...each, was: { ...each.former, column: each.is.column } }));
  // A removed column keeps its name, or is dropped first if the name is needed again.
  const renamed = (fields: readonly Field[]) =>
    fields.flatMap((field) => {
      const stays = states.find((each) => each.former === field)?.was;
      const isNeeded = states.some(({ was }) => was.column === field.column);
      return stays ?? (isNeeded ? [] : [field]);
    });
  const foreignKeys = former.foreignKeys.flatMap((foreignKey) => {
    const target = kept.find((each) => each.former.name === foreignKey.targetEntityName);
    const [first, ...others] = renamed(foreignKey.fields);
    const isWhole = others.length === foreignKey.fields.length - 1;
    return target === undefined || first === undefined || !isWhole
      ? []
      : [{ ...foreignKey, fields: [first, ...others] as const, targetEntityName: target.is.name }];
  });
  const { name, table, schema } = is;
  const [fields, keys] = [renamed(former.fields), renamed(former.keys)];
  return { former, is, columns: states, was: { ...former, name, table, schema, fields, keys, foreignKeys } };
}

export function declaredType(entity: TableEntity, field: Field, dialect: PlanningDialect): string {
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
export function storedColumn(entity: TableEntity, field: Field, dialect: PlanningDialect): StoredColumn {
  const { enums, columnType, maxNameLength } = dialect.schema;
  const isEnum = field.type === "enum";
  const declaration = columnType(field);
  const [, length] = /\((\d+)\)/.exec(declaration) ?? [];
  return {
    name: field.column,
    type: isEnum && enums.isType ? "enum" : (columnOf(field, dialect).stored[0] ?? declaration),
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

/** The statement that creates the index of a field, if it has one. */
export function indexForm(entity: TableEntity, field: Field, dialect: PlanningDialect): string | undefined {
  const index = indexOf(entity, field, dialect);
  return index && statementText(dialect.schema.createIndex(index), dialect);
}

/** Whether a column that stays has the same index, and its change leaves the index as it is. */
export function keepsIndex(
  { was, is }: TablePair,
  column: States<Field> | undefined,
  dialect: PlanningDialect,
): boolean {
  if (column === undefined) return false;
  if (indexForm(was, column.was, dialect) !== indexForm(is, column.is, dialect)) return false;
  const { migrations, alter } = dialect.schema;
  if (migrations.isColumnBound !== true) return true;
  const type = declaredType(was, column.was, dialect) !== declaredType(is, column.is, dialect);
  const nullability = isNullable(column.was) !== isNullable(column.is);
  if (!type && !nullability) return true;
  const stored = storedColumn(was, column.was, dialect);
  return alter?.isUnderIndex?.({ field: column.is, stored, change: { type, nullability } }) === true;
}

/** Identifies a foreign key: by its columns and those of its target, with their types. */
export function foreignKeyForm(
  entity: TableEntity,
  { fields, targetEntityName }: ForeignKey,
  { entities, dialect }: PlanningContext,
): string | undefined {
  const target = entities.find(({ name }) => name === targetEntityName);
  if (target === undefined) return undefined;
  const { isColumnBound, indexesForeignKeys } = dialect.schema.migrations;
  const formOf = (owner: TableEntity) => (field: Field) => [
    field.column,
    // A generated key has the same type as others.
    dialect.schema.columnType(field),
    isColumnBound === true && owner === entity ? columnForm(owner, field, dialect) : "",
  ];
  return JSON.stringify([
    fields.map(formOf(entity)),
    target.name,
    target.keys.map(formOf(target)),
    // Whether it creates an index depends on the existing ones.
    indexesForeignKeys === true ? [entity.table, hasOwnIndex(entity, fields, dialect)] : "",
  ]);
}

function columnForm(entity: TableEntity, field: Field, dialect: PlanningDialect): string {
  return `${declaredType(entity, field, dialect)} ${String(isNullable(field))}`;
}

/** Whether a foreign key of these fields creates an index, because no index begins with them. */
export function hasOwnIndex(
  entity: TableEntity,
  fields: readonly [Field, ...Field[]],
  dialect: PlanningDialect,
): boolean {
  const hasIndex = fields.length === 1 && indexOf(entity, fields[0], dialect) !== undefined;
  return !hasIndex && !fields.every((field, index) => entity.keys[index] === field);
}
