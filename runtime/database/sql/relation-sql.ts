import type { CheckedCondition } from "../../condition/checked.js";
import { fieldTypes } from "../../model/field-type.js";
import type { Entity, Field, Relation } from "../../model/model.js";
import { conditionToSql, type SqlContext } from "./condition-sql.js";
import { sql } from "./kysely.js";
import type { Read } from "./slot.js";
import type { Sql } from "./sql.js";
import { tableName } from "./table-name.js";

/** Values of a record of `source`, as stored, that find records of another entity. */
export interface PointingKey {
  readonly source: Entity;
  readonly fields: readonly Field[];
  readonly valueOf: (field: Field) => Sql;
}

/** `alias.column = value and …` for the target's fields, in the order of the key. */
export function keysMatch(
  alias: string,
  target: Entity,
  targetKeys: readonly Field[],
  { source, fields, valueOf }: PointingKey,
  { dialect }: Pick<SqlContext, "dialect">,
): Sql {
  const matches = targetKeys.map((key, index) => {
    const field = fields[index] as Field;
    const value = valueOf(field);
    const pointed = areAlike(field, source, target) ? value : (dialect.uncollated?.(value, field) ?? value);
    return sql`${sql.id(alias, key.column)} = ${pointed}`;
  });
  return sql.join(matches, sql` and `);
}

/** Whether both columns have the same collation. For a read-only entity, no constraint ensures it. */
function areAlike({ type }: Field, source: Entity, target: Entity): boolean {
  return fieldTypes[type].conditions !== "text" || (!source.isReadOnly && !target.isReadOnly);
}

/** The records that a relation leads to from one record of `outer`, limited to those that `rows` holds for. */
export interface RelatedRecords {
  readonly relation: Relation;
  readonly outer: Pick<PointingKey, "source" | "valueOf">;
  readonly rows: CheckedCondition | undefined;
  readonly readRows: Read<CheckedCondition>;
  /** The target's alias. A join table gets the same with `_j`. */
  readonly alias: string;
}

/** `from target as alias where …`, through the join table if there is one. */
export function relatedToSql(records: RelatedRecords, context: SqlContext): Sql {
  const { tables, matching } = relatedParts(records, context);
  return sql`from ${tables} where ${matching}`;
}

/** The tables that a relation leads to, and the condition that joins them to the record of `outer`. */
export function relatedParts(
  { relation, outer, rows, readRows, alias }: RelatedRecords,
  context: SqlContext,
): { readonly tables: Sql; readonly matching: Sql } {
  const { target, targetFields, sourceFields, through } = relation;
  const visible = rows === undefined ? sql`` : sql` and ${conditionToSql(rows, readRows, context, alias)}`;
  const tables = sql`${tableName(target)} as ${sql.id(alias)}`;
  const source = { ...outer, fields: sourceFields };
  if (through === undefined)
    return { tables, matching: sql`${keysMatch(alias, target, targetFields, source, context)}${visible}` };
  const { table, sourceField, targetField } = through;
  const join = `${alias}_j`;
  const pointing = {
    source: table,
    fields: [targetField],
    valueOf: ({ column }: Field) => sql.id(join, column),
  };
  return {
    tables: sql`${tables} join ${tableName(table)} as ${sql.id(join)} on ${keysMatch(alias, target, targetFields, pointing, context)}`,
    matching: sql`${keysMatch(join, table, [sourceField], source, context)}${visible}`,
  };
}
