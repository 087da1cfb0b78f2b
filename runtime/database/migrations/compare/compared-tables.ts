import type { Field, ForeignKey, TableEntity } from "../../../model/model.js";
import { columnOf } from "../../sql/column-of.js";
import { constraintName } from "../../schema/constraint-names.js";
import { countsUp } from "../../schema/counts-up.js";
import { indexOf } from "../../schema/field-index.js";
import type { StoredColumn } from "../../schema/stored/stored-schema.js";
import { statementText, type PlanningDialect } from "./schema-step.js";
import type { MatchedTable, MatchedTables } from "./match-tables.js";
import type { SchemaSnapshot, SnapshotTable } from "../snapshots/schema-snapshot.js";
import { tablesOf } from "../snapshots/tables-of.js";
import { placeKey } from "../snapshots/take-snapshot.js";

/** A table or a column in three states. */
interface States<T> {
  /** Before. */
  readonly former: T;
  /** Before, but with the new names of the table and its columns. */
  readonly was: T;
  /** After. */
  readonly is: T;
}

/** A table that stays. */
export interface TablePair extends States<TableEntity> {
  readonly columns: readonly States<Field>[];
}

export interface ComparedTables {
  readonly kept: readonly TablePair[];
  readonly added: readonly TableEntity[];
  readonly removed: readonly TableEntity[];
  /** All tables: before, before with the new names, and after. */
  readonly were: readonly TableEntity[];
  readonly are: readonly TableEntity[];
  readonly dialect: PlanningDialect;
}

export function comparedTables(
  before: Pick<SchemaSnapshot, "tables">,
  after: Pick<SchemaSnapshot, "tables">,
  { kept, added, removed }: MatchedTables,
  dialect: PlanningDialect,
): ComparedTables {
  const formers = tablesOf(before);
  const were = tablesOf({ tables: kept.map((matched) => renamedTable(matched, kept)) });
  const are = tablesOf(after);
  const find = (entities: readonly TableEntity[], table: SnapshotTable) =>
    entities.filter(({ name }) => name === placeKey(table));
  return {
    kept: kept.flatMap((matched) =>
      find(formers, matched.former).flatMap((former) =>
        find(were, matched.table).flatMap((was) =>
          find(are, matched.table).map((is) => toPair(matched, { former, was, is })),
        ),
      ),
    ),
    added: added.flatMap((table) => find(are, table)),
    removed: removed.flatMap((table) => find(formers, table)),
    were,
    are,
    dialect,
  };
}

function toPair({ formerColumns }: MatchedTable, states: States<TableEntity>): TablePair {
  const named = ({ fields }: TableEntity, name: string) => fields.filter(({ column }) => column === name);
  const columns = [...formerColumns].flatMap(([column, formerColumn]) =>
    named(states.former, formerColumn).flatMap((former) =>
      named(states.was, column).flatMap((was) => named(states.is, column).map((is) => ({ former, was, is }))),
    ),
  );
  return { ...states, columns };
}

/**
 * A former table with the new names. A removed column keeps its name, or is dropped first if the name is needed
 * again.
 */
function renamedTable(
  { former, table, formerColumns, newColumns }: MatchedTable,
  kept: readonly MatchedTable[],
): SnapshotTable {
  const rename = (column: string) => newColumns.get(column) ?? column;
  const stays = (column: string) => newColumns.has(column) || !formerColumns.has(column);
  return {
    table: table.table,
    schema: table.schema,
    keys: former.keys.filter(stays).map(rename),
    columns: former.columns
      .filter(({ column }) => stays(column))
      .map((column) => ({ ...column, column: rename(column.column) })),
    foreignKeys: former.foreignKeys
      .filter(({ columns }) => columns.every(stays))
      .flatMap((foreignKey) => {
        const { targetSchema: schema, targetTable } = foreignKey;
        const key = placeKey({ schema, table: targetTable });
        const target = kept.find((each) => placeKey(each.former) === key);
        return target === undefined
          ? []
          : [
              {
                columns: foreignKey.columns.map(rename),
                targetSchema: target.table.schema,
                targetTable: target.table.table,
              },
            ];
      }),
  };
}

/** The declared type of a column. */
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
  entities: readonly TableEntity[],
  dialect: PlanningDialect,
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
  const isIndexed = fields.length === 1 && indexOf(entity, fields[0], dialect) !== undefined;
  return !isIndexed && !fields.every((field, index) => entity.keys[index] === field);
}
