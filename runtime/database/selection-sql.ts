import { sql } from "kysely";
import type { CheckedCondition } from "../condition/check-condition.js";
import { fieldTypes } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import { conditionSlots, conditionToSql } from "./condition-sql.js";
import type { Dialect, Sql } from "./dialect.js";
import { fieldsOfRow, neededKey, type SelectedTarget, type Selection } from "./selection.js";
import { tableName } from "./table-name.js";

/** The parts of a selection as SQL. */
export interface SelectionSql {
  /** What is selected of the entity's table: the fields of a row, then 1 or 0 for each guard. */
  readonly columns: readonly Sql[];
  /** The keys by which records are joined, where the columns do not have them as they are stored. */
  readonly joinKeys: readonly Sql[];
  /** What is selected of each record that is joined, likewise. */
  readonly joinedColumns: readonly Sql[];
  /** A ` left join …` for each reference. */
  readonly joins: Sql;
}

/**
 * A selection as SQL. `columns` and `joinKeys` are of the entity's own table; what is joined finds them in a table `page`,
 * as `c0`, `c1`, … and `k0`, `k1`, …. Its values are slots from `firstSlot` on.
 */
export function selectionToSql(
  selection: Selection,
  { dialect, firstSlot, page }: { dialect: Dialect; firstSlot: number; page: string },
): SelectionSql {
  const { entity, fields, guards, references } = selection;
  const toSql = conditionsInTurn(dialect, firstSlot);
  const columns = [
    ...fieldsOfRow(selection, neededKey(selection)).map((field) => selectedColumn(field, dialect)),
    ...guards.map(({ condition }) => flag(toSql(condition))),
  ];
  const joinKeys: Sql[] = [];
  const joined = references.map((reference, index) => {
    const { field } = reference;
    const isStored = dialect.columns[field.type].select === undefined;
    const name = isStored ? `c${fields.indexOf(field)}` : `k${joinKeys.length}`;
    if (!isStored) joinKeys.push(sql.id(field.column));
    const key = { field, source: entity, value: sql.id(page, name) };
    return joinTarget(reference, key, { alias: `r${index}`, dialect, toSql });
  });
  return {
    columns,
    joinKeys,
    joinedColumns: joined.flatMap((target) => target.columns),
    joins: sql`${sql.join(
      joined.map(({ join }) => join),
      sql``,
    )}`,
  };
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
  readonly toSql: (condition: CheckedCondition, table?: string) => Sql;
}

/** The record that a key points to, if there is one that the caller may see: how it is joined, and what is selected of it. */
export function joinTarget(
  target: SelectedTarget,
  { field, source, value }: PointingKey,
  { alias, dialect, toSql }: JoinContext,
): { readonly join: Sql; readonly columns: readonly Sql[] } {
  const { entity, rows, guards } = target;
  const [key] = entity.keys;
  const pointed = areAlike(field, source, entity) ? value : (dialect.uncollated?.(value, field) ?? value);
  const visible = rows === undefined ? sql`` : sql` and ${toSql(rows, alias)}`;
  return {
    join: sql` left join ${tableName(entity)} as ${sql.id(alias)} on ${sql.id(alias, key.column)} = ${pointed}${visible}`,
    columns: [
      ...fieldsOfRow(target, key).map((each) => selectedColumn(each, dialect, alias)),
      ...guards.map(({ condition }) => flag(toSql(condition, alias))),
    ],
  };
}

/** Whether both ends have one collation: where one is only read, no constraint sees to that. */
function areAlike({ type }: Field, source: Entity, target: Entity): boolean {
  return fieldTypes[type].conditions !== "text" || (!source.isReadOnly && !target.isReadOnly);
}

/** What is selected for a field of the table. */
export function selectedColumn({ column, type }: Field, dialect: Dialect, table?: string): Sql {
  const id = table === undefined ? sql.id(column) : sql.id(table, column);
  return dialect.columns[type].select?.(id) ?? id;
}

/** Takes conditions to SQL whose slots follow each other. */
export function conditionsInTurn(
  dialect: Dialect,
  firstSlot: number,
): (condition: CheckedCondition, table?: string) => Sql {
  let next = firstSlot;
  return (condition, table) => {
    const first = next;
    next += conditionSlots(condition);
    return conditionToSql(condition, dialect, first, table);
  };
}

function flag(condition: Sql): Sql {
  return sql`case when ${condition} then 1 else 0 end`;
}
