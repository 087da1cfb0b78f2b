import { fieldTypes } from "../../../model/field-type.js";
import type { Entity, Field, Relation } from "../../../model/model.js";
import { sql } from "kysely";
import type { SqlContext } from "../sql-context.js";
import type { SqlDialect } from "../sql-dialect.js";
import type { Sql } from "../sql.js";
import { tableName } from "../table-name.js";

/** A record with relations to others. */
export interface Outer {
  readonly source: Entity;
  /** The value of a field as stored. */
  readonly valueOf: (field: Field) => Sql;
}

/** Values of a record that identify records of another entity. */
export interface PointingKey extends Outer {
  /** In the order of the fields that they are compared with. */
  readonly fields: readonly Field[];
  /** Whether those columns refer to this key. Absent: the key refers to them. */
  readonly isReferredTo?: boolean;
}

/** Whether the columns of `alias` equal the values of a key. An index on them can be used. */
export function haveKey(
  alias: string,
  target: Entity,
  targetFields: readonly Field[],
  { source, fields, valueOf, isReferredTo = false }: PointingKey,
  { dialect }: Pick<SqlContext, "dialect">,
): Sql {
  const same = targetFields.map(({ column }, index) => {
    const field = fields[index] as Field;
    const own = sql.id(alias, column);
    const value = comparableKey(valueOf(field), field, [source, target], dialect);
    return dialect.comparesByLeft === true && isReferredTo ? sql`${value} = ${own}` : sql`${own} = ${value}`;
  });
  return sql.join(same, sql` and `);
}

/** The value of a key's column, to be compared with a column of another table, whose collation is used. */
function comparableKey(
  value: Sql,
  field: Field,
  [source, target]: readonly [Entity, Entity],
  { uncollated }: SqlDialect,
): Sql {
  // A read-only entity has no constraint, so the columns may have different collations: the target's is used.
  const isAlike = fieldTypes[field.type].conditions !== "text" || (!source.isReadOnly && !target.isReadOnly);
  return isAlike ? value : (uncollated?.(value, field) ?? value);
}

/** Columns of a table in a statement. */
interface Columns {
  readonly entity: Entity;
  readonly alias: string;
  readonly fields: readonly Field[];
}

/**
 * The tables that a relation leads to, and their columns that refer to the source record.
 * @param alias The target's alias. A join table has the same with `_link`.
 */
export function relatedTables(
  { target, targetFields, through }: Relation,
  alias: string,
  context: Pick<SqlContext, "dialect">,
): { readonly tables: Sql; readonly key: Columns } {
  const tables = sql`${tableName(target)} as ${sql.id(alias)}`;
  if (through === undefined) return { tables, key: { entity: target, alias, fields: targetFields } };
  const { table, sourceField, targetField } = through;
  const link = `${alias}_link`;
  const pointing = {
    source: table,
    fields: [targetField],
    valueOf: ({ column }: Field) => sql.id(link, column),
  };
  const isTarget = haveKey(alias, target, targetFields, pointing, context);
  return {
    tables: sql`${tableName(table)} as ${sql.id(link)} inner join ${tables} on ${isTarget}`,
    key: { entity: table, alias: link, fields: [sourceField] },
  };
}

/** Whether these columns refer to the record of `outer`. */
export function isRelated(
  { sourceFields, isInverse, through }: Relation,
  { entity, alias, fields }: Columns,
  outer: Outer,
  context: Pick<SqlContext, "dialect">,
): Sql {
  const key = { ...outer, fields: sourceFields, isReferredTo: isInverse || through !== undefined };
  return haveKey(alias, entity, fields, key, context);
}
