import type { CheckedCondition } from "../condition/checked.js";
import { and, either } from "../condition/join-conditions.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Dialect } from "../database/dialect.js";
import type {
  Aggregation,
  AggregationColumn,
  AggregationOrder,
} from "../database/sql/aggregates/aggregation.js";
import { orderBy } from "../database/sql/order.js";
import type { Row } from "../database/wire/connection.js";
import { DatabaseError } from "../database/wire/database-error.js";
import { whenThere, type Awaitable } from "../time/when-there.js";
import type { FieldValue } from "../model/field-type.js";
import { canonicalReader, createLineReader, indexInRow } from "./line-reader.js";
import {
  checkProgress,
  contentToPlace,
  isFoundBy,
  placeAfter,
  placeToContent,
  type CursorPlace,
  type OrderReader,
} from "./cursor-place.js";
import { atPlace, beyond } from "./page-place.js";
import { ReadPage } from "./read-page.js";
import type { AggregatePlan } from "../read/aggregate-plan.js";
import { cursorsOf } from "./cursors.js";
import type { SqlDialect } from "../database/sql/sql-dialect.js";
import { singleMistake, type ApiError } from "../errors/api-error.js";

/** Reads a page of groups, and counts all groups if requested. @throws {DatabaseError} */
export function readAggregate<T>(plan: AggregatePlan, session: DatabaseSession): Awaitable<ReadPage<T>> {
  const { take } = plan;
  const begin = beginOf(plan, session);
  const reading = groupRows(plan, begin, session);
  const read = reading instanceof Promise ? reading.catch((error: unknown) => fail(error, plan)) : reading;
  return whenThere(read, (found) =>
    whenThere(groupCount(plan, session), (count) => {
      const rows = found.length > take ? found.slice(0, take) : found;
      checkRange(rows, plan.aggregation.columns, session.dialect);
      const readers = orderReaders(plan.aggregation, session.dialect);
      checkProgress(rows, readers, begin);
      const isLast = found.length <= take || rows.length === 0;
      const place = isLast ? undefined : placeAfter(rows, readers, begin);
      const next = place && cursorsOf(session.model).seal(plan.cursorContext, placeToContent(place));
      return new ReadPage<T>(rows, [], createLineReader(plan, session.dialect), next, count);
    }),
  );
}

/** Without a condition, only a sum can exceed what the database can hold. */
function fail(error: unknown, { asked }: AggregatePlan): never {
  const isSum = error instanceof DatabaseError && error.kind === "outOfRange" && asked === undefined;
  throw isSum ? outOfRange("A sum or an average is more than the database can hold.", error) : error;
}

/** The place at which the page begins. @throws {ApiError} `invalid-page` for a cursor of another order. */
function beginOf(
  { aggregation, after, cursorContext, skip }: AggregatePlan,
  { model }: DatabaseSession,
): CursorPlace {
  if (after === undefined) return { values: undefined, skip };
  return contentToPlace(cursorsOf(model).open(cursorContext, after), aggregation.order.length);
}

/** One more than the page has, if there are further groups. */
function groupRows(
  { aggregation, take }: AggregatePlan,
  { values, skip }: CursorPlace,
  session: DatabaseSession,
): Awaitable<readonly Row[]> {
  const { entity, having, order } = aggregation;
  const page = { take: take + 1, skip };
  const statements = session.statements(entity);
  if (take === 0) return [];
  if (values === undefined) return session.rows(statements.aggregate(aggregation, page));
  const rest = comesAfter(order, values);
  if (rest === undefined) return [];
  return session.rows(statements.aggregate({ ...aggregation, having: and(rest, having) }, page));
}

function groupCount(
  { aggregation, isCounted }: AggregatePlan,
  session: DatabaseSession,
): Awaitable<number | undefined> {
  if (!isCounted) return undefined;
  const counted = session.rows(session.statements(aggregation.entity).countGroups(aggregation));
  return whenThere(counted, ([row]) => Number(row?.[0]));
}

/** How each value of the order is read from a row. */
function orderReaders({ columns, order }: Aggregation, dialect: Dialect): readonly OrderReader[] {
  return order.map(({ result }): OrderReader => {
    const column = columns.find((each) => each.result === result) as AggregationColumn;
    const [read, index] = [canonicalReader(column, dialect), indexInRow(column)];
    // A sum of floats may differ in its last digits when it is computed again.
    const isExact = result.type !== "float";
    return (row) => {
      const value = read(row);
      const isFound = value === null || (isExact && isFoundBy(value, row[index], result, dialect));
      return isFound ? value : undefined;
    };
  });
}

/** The groups after one with these values. `undefined` if there cannot be any. */
function comesAfter(
  [part, ...others]: readonly AggregationOrder[],
  [value = null, ...rest]: readonly FieldValue[],
): CheckedCondition | undefined {
  if (part === undefined) return undefined;
  const order = orderBy(part.result, part.isDescending);
  const further = comesAfter(others, rest);
  return either([
    ...beyond(order, value),
    ...(further === undefined ? [] : [and(atPlace(order, value), further)]),
  ]);
}

/**
 * Checks that sums and averages have no more digits than every database can hold.
 * @throws {ApiError} `invalid-select`
 */
function checkRange(rows: readonly Row[], columns: readonly AggregationColumn[], dialect: SqlDialect): void {
  for (const column of columns) {
    const { precision = Infinity, scale = 0, name, type } = column.result;
    if (column.kind === "group" || type !== "decimal" || precision === Infinity) continue;
    const read = canonicalReader(column, dialect);
    const tooLarge = rows.some((row) => wholeDigits(read(row)) > precision - scale);
    if (tooLarge) throw outOfRange(`"${name}" has more than ${precision} digits in a group.`);
  }
}

function wholeDigits(value: unknown): number {
  const [, digits = "0"] = /^-?(\d+)(?:\.|$)/.exec(String(value)) ?? [];
  return digits === "0" ? 0 : digits.length;
}

function outOfRange(message: string, cause?: unknown): ApiError {
  return singleMistake("invalid-select", "out-of-range", message, { path: "select" }, cause);
}
