import { sql } from "kysely";
import type { Sql } from "./sql.js";

/** The parts from which a dialect builds a page with its count. */
export interface CountedPage {
  /** The page as a derived table named `name`, with everything that `columns`, `joins` and `order` use. */
  readonly page: Sql;
  readonly name: Sql;
  /** The page as a statement of its own, with the fields of a record and `last` at the end of each row. */
  readonly pageWith: (last: Sql) => Sql;
  /** `select count(*) as "n" …` */
  readonly count: Sql;
  /** The fields of a record from `page` and its joins, then `here` from `page` and `n` from a table `counted`. */
  readonly columns: Sql;
  /** The joins to `page`: ` left join …`, or nothing. */
  readonly joins: Sql;
  /** The order by which `page` is sorted again, because a join keeps no order. */
  readonly order: Sql;
  readonly take: Sql;
  readonly skip: Sql;
}

/** A page joined to its count. It has at least one row, which carries the count. */
export function joinedToCount({ page, name, count, columns, joins, order }: CountedPage): Sql {
  return sql`select ${columns} from (${count}) as ${sql.id("counted")} left join (${page}) as ${name} on 1 = 1${joins} order by ${order}`;
}

/**
 * The same, but counts all matches only if necessary: a page that is not full already shows the end of the result.
 * For databases that materialize a `with`.
 */
export function joinedToNeededCount({
  page,
  name,
  count,
  columns,
  joins,
  order,
  take,
  skip,
}: CountedPage): Sql {
  const onPage = sql`select count(*) as ${sql.id("r")} from ${name}`;
  const r = sql.id("r");
  const counted = sql`select case when ${r} < ${take} and (${r} > 0 or cast(${skip} as bigint) = 0) then ${skip} + ${r} else (${count}) end as ${sql.id("n")} from (${onPage}) as ${sql.id("onpage")}`;
  return sql`with ${name} as materialized (${page}) select ${columns} from (${counted}) as ${sql.id("counted")} left join ${name} on true${joins} order by ${order}`;
}

/** Adds the count to each row. A page without records has no row, and therefore no count, but no row is copied. */
export function countInEachRow({ pageWith, count }: CountedPage): Sql {
  return pageWith(sql`1, (${count})`);
}
