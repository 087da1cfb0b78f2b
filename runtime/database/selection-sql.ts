import { sql } from "kysely";
import type { CheckedCondition } from "../condition/check-condition.js";
import { fieldTypes } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import { conditionSlots, conditionToSql } from "./condition-sql.js";
import { columnOf } from "./column-of.js";
import type { Dialect, Sql } from "./dialect.js";
import {
  fieldsOfRow,
  neededKey,
  type SelectedFields,
  type SelectedTarget,
  type Selection,
} from "./selection.js";
import { tableName } from "./table-name.js";

/** A selection as SQL, for rows of the entity's table alone and for a table `page` of them that others are joined to. */
export interface SelectionSql {
  /** What is selected of the entity's table: the fields of a row, then 1 or 0 for each guard. */
  readonly columns: readonly Sql[];
  /** What is selected of it for `page`. */
  readonly inner: readonly Sql[];
  /** What is selected of `page`, and of what is joined to it: the same as `columns`, then likewise for each reference. */
  readonly outer: readonly Sql[];
  /** ` left join …` for each reference. */
  readonly joins: Sql;
}

interface SelectionContext {
  readonly dialect: Dialect;
  /** Where the slots of the selection's values begin. */
  readonly firstSlot: number;
  /** What the page is called. */
  readonly page: string;
}

/** With a page that has all that is selected. */
export function selectionToSql(selection: Selection, context: SelectionContext): SelectionSql {
  const { fields, references } = selection;
  const { dialect, firstSlot, page } = context;
  const toSql = conditionsInTurn(dialect, firstSlot);
  const columns = ownColumns(selection, neededKey(selection), dialect, toSql);
  // A key is joined by as it is stored, which is not always as it is selected.
  const keys = references.map(({ field }) => field);
  const isStored = (field: Field) => columnOf(field, dialect).select === undefined;
  const others = keys.filter((field) => !isStored(field));
  const joined = joinTargets(selection, dialect, toSql, (field) =>
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

/** The entity's own table, where it is joined to a page of its keys. */
const OWN = "own";

/** With a page that has only the keys. */
export function selectionByKeysToSql(selection: Selection, context: SelectionContext): SelectionSql {
  const { entity } = selection;
  const { dialect, firstSlot, page } = context;
  const toSql = conditionsInTurn(dialect, firstSlot);
  const columns = ownColumns(selection, neededKey(selection), dialect, toSql, OWN);
  const joined = joinTargets(selection, dialect, toSql, (field) => sql.id(OWN, field.column));
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
    // A left join, though all are there: so that the page is read first.
    joins: sql` left join ${tableName(entity)} as ${sql.id(OWN)} on ${sql.join(isKey, sql` and `)}${joined.joins}`,
  };
}

/** Values with names: `c0`, `c1`, … */
export function named(values: readonly Sql[], prefix: string): readonly Sql[] {
  return values.map((value, index) => sql`${value} as ${sql.id(`${prefix}${index}`)}`);
}

type ToSql = (condition: CheckedCondition, table?: string) => Sql;

/** What is selected of the table that a part of the selection is of. */
function ownColumns(
  part: SelectedFields,
  key: Field | undefined,
  dialect: Dialect,
  toSql: ToSql,
  table?: string,
): readonly Sql[] {
  return [
    ...fieldsOfRow(part, key).map((field) => selectedColumn(field, dialect, table)),
    ...part.guards.map(({ condition }) => sql`case when ${toSql(condition, table)} then 1 else 0 end`),
  ];
}

function joinTargets(
  { entity, references }: Selection,
  dialect: Dialect,
  toSql: ToSql,
  valueOf: (key: Field) => Sql,
): { readonly columns: readonly Sql[]; readonly joins: Sql } {
  const joined = references.map((reference, index) => {
    const { field } = reference;
    const key = { field, source: entity, value: valueOf(field) };
    return joinTarget(reference, key, { alias: `r${index}`, dialect, toSql });
  });
  const joins = joined.map(({ join }) => join);
  return { columns: joined.flatMap(({ columns }) => columns), joins: sql`${sql.join(joins, sql``)}` };
}

/** A key that points to a record. */
interface PointingKey {
  readonly field: Field;
  /** The entity that has the field. */
  readonly source: Entity;
  /** Its value, as it is stored. */
  readonly value: Sql;
}

interface JoinContext {
  readonly alias: string;
  readonly dialect: Dialect;
  /** The conditions that are met must come in the order of `targetArguments`. */
  readonly toSql: ToSql;
}

/** The record that a key points to, if there is one that the caller may see: how it is joined, and what is selected of it. */
export function joinTarget(
  target: SelectedTarget,
  { field, source, value }: PointingKey,
  { alias, dialect, toSql }: JoinContext,
): { readonly join: Sql; readonly columns: readonly Sql[] } {
  const { entity, rows } = target;
  const [key] = entity.keys;
  const pointed = areAlike(field, source, entity) ? value : (dialect.uncollated?.(value, field) ?? value);
  const visible = rows === undefined ? sql`` : sql` and ${toSql(rows, alias)}`;
  return {
    join: sql` left join ${tableName(entity)} as ${sql.id(alias)} on ${sql.id(alias, key.column)} = ${pointed}${visible}`,
    columns: ownColumns(target, key, dialect, toSql, alias),
  };
}

/** Whether both ends have one collation: where one is only read, no constraint sees to that. */
function areAlike({ type }: Field, source: Entity, target: Entity): boolean {
  return fieldTypes[type].conditions !== "text" || (!source.isReadOnly && !target.isReadOnly);
}

/** What is selected for a field of the table. */
export function selectedColumn(field: Field, dialect: Dialect, table?: string): Sql {
  const { column } = field;
  const id = table === undefined ? sql.id(column) : sql.id(table, column);
  return columnOf(field, dialect).select?.(id) ?? id;
}

/** Takes conditions to SQL whose slots follow each other. */
export function conditionsInTurn(dialect: Dialect, firstSlot: number): ToSql {
  let next = firstSlot;
  return (condition, table) => {
    const first = next;
    next += conditionSlots(condition);
    return conditionToSql(condition, dialect, first, table);
  };
}
