import { sql } from "kysely";
import { parameter } from "./where/comparison-sql.js";
import { orderValue } from "./where/condition-sql.js";
import type { SqlContext } from "./sql-context.js";
import { paddedValue } from "../../condition/padded.js";
import type { Sql } from "./sql.js";
import type { SelectedLink, SelectedTarget } from "./selection.js";
import { joinTarget, selectedColumn } from "./selection-sql.js";
import type { SlotReader } from "./slot.js";
import { tableName } from "./table-name.js";

/**
 * The maximum number of records whose links one statement reads: a page of the default maximum, below the limit on
 * parameters.
 */
export const MAX_LINKED = 1024;

/** The maximum number of links read for one page, because each may include a record. */
export const MAX_LINKS = 50_000;

/**
 * Selects the links of records with `count` keys: for each link the record's key, the target's id, and the
 * target's selected fields.
 */
export function linkedToSql({ link, target }: SelectedLink, count: number, context: SqlContext): Sql {
  const { dialect, addSlot } = context;
  const { table, sourceField, targetField } = link;
  const [source, id] = [sql.id("link", sourceField.column), sql.id("link", targetField.column)];
  const keys = Array.from({ length: count }, (_, index) =>
    parameter(addSlot(keyReader(index), sourceField), sourceField, dialect),
  );
  const joined =
    target === undefined
      ? undefined
      : joinTarget(
          { ...target, targetKeys: target.entity.keys, read: readTarget },
          { fields: [targetField], source: table, valueOf: () => id },
          { ...context, alias: "r0", prefix: "0_" },
        );
  const columns = [
    selectedColumn(sourceField, dialect, "link"),
    selectedColumn(targetField, dialect, "link"),
    ...(joined?.columns ?? []),
  ];
  // One more than the limit, so that too many links are noticed.
  const limits = dialect.limited(sql`${sql.lit(MAX_LINKS + 1)}`, sql`${sql.lit(0)}`);
  const order = [orderValue(source, sourceField, dialect), orderValue(id, targetField, dialect)];
  return sql`select ${sql.join(columns)} from ${tableName(table)} as ${sql.id("link")}${joined?.join ?? sql``} where ${source} in (${sql.join(keys)}) order by ${sql.join(order)} ${limits}`;
}

const readTarget: SlotReader<SelectedTarget> = ({ selected }) => selected?.target as SelectedTarget;

/** A repeated key adds no rows. */
function keyReader(index: number): SlotReader<unknown> {
  return ({ keys = [] }) => paddedValue(keys, index);
}
