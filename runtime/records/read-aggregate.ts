import type { CheckedCondition } from "../condition/checked.js";
import { both, either } from "../condition/join-conditions.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Dialect } from "../database/dialect.js";
import type { Aggregation, AggregationColumn, AggregationOrder } from "../database/sql/aggregates/aggregation.js";
import { orderBy } from "../database/sql/order.js";
import type { Row } from "../database/wire/connection.js";
import { DatabaseError } from "../database/wire/database-error.js";
import { whenThere, type Awaitable } from "../time/when-there.js";
import type { FieldValue } from "../model/field-type.js";
import { canonicalReader, createLineReader, indexOf } from "./line-reader.js";
import {
  contentToPlace,
  isFoundBy,
  placeAfter,
  placeToContent,
  type CursorPlace,
  type PlaceReader,
} from "./cursor-place.js";
import { atPlace, beyond } from "./page-place.js";
import { ReadPage } from "./read-page.js";
import type { AggregatePlan } from "../read/aggregate-plan.js";
import { checkRange, outOfRange } from "./aggregate-range.js";
import { cursorsOf } from "./cursors.js";

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
      const isLast = found.length <= take || rows.length === 0;
      const next = isLast ? undefined : nextAfter(rows, begin, plan, session);
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
function beginOf({ aggregation, after, cursorContext, skip }: AggregatePlan, { model }: DatabaseSession): CursorPlace {
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
  return session.rows(statements.aggregate({ ...aggregation, having: both(rest, having) }, page));
}

function groupCount(
  { aggregation, isCounted }: AggregatePlan,
  session: DatabaseSession,
): Awaitable<number | undefined> {
  if (!isCounted) return undefined;
  const counted = session.rows(session.statements(aggregation.entity).countGroups(aggregation));
  return whenThere(counted, ([row]) => Number(row?.[0]));
}

function nextAfter(
  rows: readonly Row[],
  begin: CursorPlace,
  { aggregation, cursorContext }: AggregatePlan,
  { dialect, model }: DatabaseSession,
): string {
  const valuesOf = orderReader(aggregation, dialect);
  const place = placeAfter(rows, valuesOf, begin);
  return cursorsOf(model).seal(cursorContext, placeToContent(place));
}

/** Returns a function that reads the values of the order from a row. */
function orderReader({ columns, order }: Aggregation, dialect: Dialect): PlaceReader {
  const readers = order.map(({ result }) => {
    const column = columns.find((each) => each.result === result) as AggregationColumn;
    return { result, index: indexOf(column), read: canonicalReader(column, dialect) };
  });
  return (row) => {
    const values = readers.map(({ read }) => read(row));
    const areFound = readers.every(({ result, index }, position) => {
      // A sum of floats may differ in its last digits when it is computed again.
      const value = values[position] ?? null;
      return value === null || (result.type !== "float" && isFoundBy(value, row[index], result, dialect));
    });
    return areFound ? values : undefined;
  };
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
    ...(further === undefined ? [] : [both(atPlace(order, value), further)]),
  ]);
}
