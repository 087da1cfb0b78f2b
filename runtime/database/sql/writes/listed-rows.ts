import type { Field } from "../../../model/model.js";
import { parameter } from "../where/comparison-sql.js";
import { sql } from "kysely";
import type { SqlContext } from "../sql-context.js";
import type { SqlDialect } from "../sql-dialect.js";
import type { Sql } from "../sql.js";
import type { RecordValues } from "../statement.js";
import type { RowLists } from "./write-syntax.js";

/**
 * How the values of several records are sent: as one list for each field, so that one text serves any number of
 * records. `undefined` if each value is a separate parameter.
 */
export function listsOf(
  fields: readonly Field[],
  { writes: { lists } }: Pick<SqlDialect, "writes">,
): RowLists | undefined {
  return fields.length > 0 && lists !== undefined && fields.every(lists.takes) ? lists : undefined;
}

/** The fields that the server sets to the same value for all of these records, which is sent once. */
export function sharedFields(
  fields: readonly Field[],
  records: RecordValues,
  given = fields,
): readonly Field[] {
  const shared = fields.filter(
    (field) => field.system !== undefined && field.system !== "key" && areSame(records, given.indexOf(field)),
  );
  // The lists of the other fields determine the number of records.
  return shared.length < fields.length ? shared : [];
}

function areSame(records: RecordValues, index: number): boolean {
  const first = records[0]?.[index];
  for (const record of records) if (record[index] !== first) return false;
  return true;
}

/**
 * Selects the values of several records from one list for each field, and shared values from one parameter.
 * @param given The fields of each record's values. Default: `fields`.
 * @param place The name of a last column with the position of the record. Default: none.
 */
export function listedRows(
  fields: readonly Field[],
  { toList, rows }: RowLists,
  { dialect, addSlot }: SqlContext,
  { table, given = fields, shared, place }: ListedTarget,
): Sql {
  const names = fields.map((_, index) => sql.id(`given ${index}`));
  const lists = fields.map((field) => {
    const index = given.indexOf(field);
    if (shared.includes(field)) return addSlot(({ records = [] }) => records[0]?.[index], field);
    return addSlot(({ records = [] }) => toList(records, index), field);
  });
  const values = fields.map((field, index) => parameter(names[index] as Sql, field, dialect));
  const selected = sql.join(place === undefined ? values : [...values, place]);
  return sql`select ${selected} from ${rows(lists, names, { fields, shared, table, place })}`;
}

interface ListedTarget {
  /** The table that the values are for. */
  readonly table: Sql;
  readonly given?: readonly Field[];
  readonly shared: readonly Field[];
  readonly place?: Sql;
}
