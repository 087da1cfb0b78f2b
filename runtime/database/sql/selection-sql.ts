import { sql } from "./kysely.js";
import type { CheckedCondition } from "../../condition/checked.js";
import type { Entity, Field } from "../../model/model.js";
import { comparableKey, conditionToSql } from "./condition-sql.js";
import type { SqlContext } from "./sql-context.js";
import { columnOf } from "./column-of.js";
import type { SqlDialect } from "./sql-dialect.js";
import type { Sql } from "./sql.js";
import {
  fieldsOfRow,
  neededKey,
  type FieldGuard,
  type SelectedFields,
  type SelectedTarget,
  type Selection,
} from "./selection.js";
import type { Read } from "./slot.js";
import { tableName } from "./table-name.js";

/** A selection as SQL, both for the entity's table alone and for a derived table `page` with joins. */
export interface SelectionSql {
  /** The columns selected from the entity's table: the fields of a row, then 1 or 0 for each guard. */
  readonly columns: readonly Sql[];
  /** The columns that `page` selects from the entity's table. */
  readonly inner: readonly Sql[];
  /**
   * The columns selected from `page` and its joins: the same as `columns`, then the same for each reference.
   */
  readonly outer: readonly Sql[];
  /** ` left join …` for each reference. */
  readonly joins: Sql;
}

interface SelectionContext extends SqlContext {
  /** The page's name as a derived table. */
  readonly page: string;
}

/** The SQL for a `page` that has all selected columns. */
export function selectionToSql(selection: Selection, context: SelectionContext): SelectionSql {
  const { fields, references } = selection;
  const { dialect, page } = context;
  const columns = ownColumns(selection, readSelection, neededKey(selection), context);
  // Joins use the stored key, which may differ from the selected one.
  const keys = new Set(references.flatMap((reference) => reference.keys));
  const isStored = (field: Field) => columnOf(field, dialect).select === undefined;
  const others = [...keys].filter((field) => !isStored(field));
  const joined = joinTargets(selection, context, (field) =>
    sql.id(page, isStored(field) ? `c${fields.indexOf(field)}` : `k${others.indexOf(field)}`),
  );
  return {
    columns,
    inner: [
      ...named(columns, "c"),
      ...named(
        others.map(({ column }) => sql.id(column)),
        "k",
      ),
    ],
    outer: [...columns.map((_, index) => sql.id(page, `c${index}`)), ...joined.columns],
    joins: joined.joins,
  };
}

/** The alias of the entity's own table when it is joined to a page of keys. */
const OWN = "own";

/** The SQL for a `page` that has only the keys. */
export function selectionByKeysToSql(selection: Selection, context: SelectionContext): SelectionSql {
  const { entity } = selection;
  const { page } = context;
  const columns = ownColumns(selection, readSelection, neededKey(selection), context, OWN);
  const joined = joinTargets(selection, context, (field) => sql.id(OWN, field.column));
  const isKey = entity.keys.map(
    ({ column }, index) => sql`${sql.id(OWN, column)} = ${sql.id(page, `k${index}`)}`,
  );
  return {
    columns,
    inner: named(
      entity.keys.map(({ column }) => sql.id(column)),
      "k",
    ),
    outer: [...columns, ...joined.columns],
    // A left join, although every record exists, so that the page is read first.
    joins: sql` left join ${tableName(entity)} as ${sql.id(OWN)} on ${sql.join(isKey, sql` and `)}${joined.joins}`,
  };
}

/** Adds aliases: `c0`, `c1`, … */
export function named(values: readonly Sql[], prefix: string): readonly Sql[] {
  return values.map((value, index) => sql`${value} as ${sql.id(`${prefix}${index}`)}`);
}

/** The columns selected from the table of one part of the selection. */
function ownColumns(
  part: SelectedFields,
  read: Read<SelectedFields>,
  key: Field | undefined,
  context: SqlContext,
  table?: string,
): readonly Sql[] {
  return [
    ...fieldsOfRow(part, key).map((field) => selectedColumn(field, context.dialect, table)),
    ...part.guards.map(({ condition }, index) => {
      const holds = conditionToSql(condition, guardReader(read, index), context, {
        entity: part.entity,
        alias: table,
      });
      return sql`case when ${holds} then 1 else 0 end`;
    }),
  ];
}

function joinTargets(
  { entity, references }: Selection,
  context: SelectionContext,
  valueOf: (key: Field) => Sql,
): { readonly columns: readonly Sql[]; readonly joins: Sql } {
  const joined = references.map((reference, index) => {
    const key = { fields: reference.keys, source: entity, valueOf };
    return joinTarget(reference, referenceReader(index), key, { ...context, alias: `r${index}` });
  });
  const joins = joined.map(({ join }) => join);
  return { columns: joined.flatMap(({ columns }) => columns), joins: sql`${sql.join(joins, sql``)}` };
}

// As in `condition-sql.ts`, readers are created in functions of their own.
const readSelection: Read<Selection> = ({ selection }) => selection as Selection;

function referenceReader(index: number): Read<SelectedTarget> {
  return (source) => readSelection(source).references[index] as SelectedTarget;
}

function guardReader(read: Read<SelectedFields>, index: number): Read<CheckedCondition> {
  return (source) => (read(source).guards[index] as FieldGuard).condition;
}

function rowsReader(read: Read<SelectedTarget>): Read<CheckedCondition> {
  return (source) => read(source).rows as CheckedCondition;
}

/** A foreign key's values. */
interface PointingKey {
  /** In the order of the target's key. */
  readonly fields: readonly Field[];
  /** The entity that has the fields. */
  readonly source: Entity;
  /** The value of one of them as stored. */
  readonly valueOf: (field: Field) => Sql;
}

/**
 * The join to the record that a key refers to, limited to records that the caller may see, and its columns.
 */
export function joinTarget(
  target: SelectedTarget,
  read: Read<SelectedTarget>,
  { fields, source, valueOf }: PointingKey,
  context: SqlContext & { readonly alias: string },
): { readonly join: Sql; readonly columns: readonly Sql[] } {
  const { alias, dialect } = context;
  const { entity, rows } = target;
  const isTarget = fields.map((field, index) => {
    const pointed = comparableKey(valueOf(field), field, [source, entity], dialect);
    return sql`${sql.id(alias, (entity.keys[index] as Field).column)} = ${pointed}`;
  });
  const visible =
    rows === undefined
      ? sql``
      : sql` and ${conditionToSql(rows, rowsReader(read), context, { entity, alias })}`;
  return {
    join: sql` left join ${tableName(entity)} as ${sql.id(alias)} on ${sql.join(isTarget, sql` and `)}${visible}`,
    columns: ownColumns(target, read, entity.keys[0], context, alias),
  };
}

/** The SQL selected for a field of the table. */
export function selectedColumn(field: Field, dialect: SqlDialect, table?: string): Sql {
  const { column } = field;
  const id = table === undefined ? sql.id(column) : sql.id(table, column);
  return columnOf(field, dialect).select?.(id) ?? id;
}
