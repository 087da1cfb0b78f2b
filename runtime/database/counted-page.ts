import { sql } from "kysely";
import type { Sql } from "./dialect.js";

/** What a page with its count can be put together of. */
export interface CountedPage {
  /** The page, for a table of this name: with all that `columns`, `joins` and `order` name. */
  readonly page: Sql;
  readonly name: Sql;
  /** The page for itself: with the fields of a record, and this at the end of each. */
  readonly pageWith: (last: Sql) => Sql;
  /** `select count(*) as "n" …` */
  readonly count: Sql;
  /** The fields of a record, from `page` and what is joined to it, `here` from `page`, and `n` from a table `counted`. */
  readonly columns: Sql;
  /** What is joined to `page`: ` left join …`, or nothing. */
  readonly joins: Sql;
  /** What sorts `page` again, because a join keeps no order. */
  readonly order: Sql;
  readonly take: Sql;
  readonly skip: Sql;
}

/** A page joined to its count: one row at least, in which the count is. */
export function joinedToCount({ page, name, count, columns, joins, order }: CountedPage): Sql {
  return sql`select ${columns} from (${count}) as ${sql.id("counted")} left join (${page}) as ${name} on 1 = 1${joins} order by ${order}`;
}

/**
 * The same, but a page that is not full says itself where the result ends, and nothing else is counted. For databases that
 * keep a `with` for all who read it.
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

/** The count in each row: none for a page without records, but no row is ever copied. */
export function countInEachRow({ pageWith, count }: CountedPage): Sql {
  return pageWith(sql`1, (${count})`);
}
