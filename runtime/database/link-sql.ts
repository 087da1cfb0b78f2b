import { sql } from "kysely";
import { orderValue, parameter } from "./condition-sql.js";
import type { Dialect, Sql } from "./dialect.js";
import type { SelectedLink } from "./selection.js";
import { conditionsInTurn, joinTarget, selectedColumn } from "./selection-sql.js";
import { slot } from "./slot.js";
import { tableName } from "./table-name.js";

/** The most records whose links one statement reads: a page of the usual maximum, and less than parameters may be. */
export const MAX_LINKED = 1024;

/** The most links that are read for one page: each carries a record along. */
export const MAX_LINKS = 50_000;

/** How many keys a statement has that reads the links of so many records: few shapes serve all numbers. */
export function linkedKeys(records: number): number {
  let keys = 1;
  while (keys < records) keys *= 2;
  return keys;
}

/**
 * The links of records with `count` keys: for each link its key, the id, and what is selected of the target. Its slots are
 * the keys, then the target's values.
 */
export function linkedToSql({ link, target }: SelectedLink, count: number, dialect: Dialect): Sql {
  const { table, sourceField, targetField } = link;
  const [source, id] = [sql.id("link", sourceField.column), sql.id("link", targetField.column)];
  const keys = Array.from({ length: count }, (_, index) =>
    parameter(slot(index, sourceField), sourceField, dialect),
  );
  const joined =
    target === undefined
      ? undefined
      : joinTarget(
          target,
          { field: targetField, source: table, value: id },
          { alias: "r0", dialect, toSql: conditionsInTurn(dialect, count) },
        );
  const columns = [
    selectedColumn(sourceField, dialect, "link"),
    selectedColumn(targetField, dialect, "link"),
    ...(joined?.columns ?? []),
  ];
  // One more than may be, so that it shows.
  const limits = dialect.limited(sql`${sql.lit(MAX_LINKS + 1)}`, sql`${sql.lit(0)}`);
  const order = [orderValue(source, sourceField, dialect), orderValue(id, targetField, dialect)];
  return sql`select ${sql.join(columns)} from ${tableName(table)} as ${sql.id("link")}${joined?.join ?? sql``} where ${source} in (${sql.join(keys)}) order by ${sql.join(order)} ${limits}`;
}
