import type { CheckedCondition } from "../condition/checked.js";
import { both, either } from "../condition/join-conditions.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { AggregationColumn, AggregationOrder } from "../database/sql/aggregates/aggregation.js";
import { orderBy } from "../database/sql/order.js";
import type { Row } from "../database/wire/connection.js";
import { DatabaseError } from "../database/wire/database-error.js";
import { whenThere, type Awaitable } from "../time/when-there.js";
import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import { parsedValue } from "../model/values/parsed-value.js";
import { ValueError } from "../model/values/value-error.js";
import { canonicalReader, createLineReader } from "./line-reader.js";
import { atPlace, beyond } from "./page-place.js";
import { ReadPage } from "./read-page.js";
import type { AggregatePlan } from "../read/aggregate-plan.js";
import { checkRange, outOfRange } from "./aggregate-range.js";
import { cursorsOf } from "./cursors.js";

/** Reads a page of groups, and counts all groups if requested. @throws {DatabaseError} */
export function readAggregate<T>(plan: AggregatePlan, session: DatabaseSession): Awaitable<ReadPage<T>> {
  const { take } = plan;
  const reading = groupRows(plan, session);
  const read = reading instanceof Promise ? reading.catch((error: unknown) => fail(error, plan)) : reading;
  return whenThere(read, (found) =>
    whenThere(groupCount(plan, session), (count) => {
      const rows = found.length > take ? found.slice(0, take) : found;
      checkRange(rows, plan.aggregation.columns, session.dialect);
      const last = found.length > take ? rows.at(-1) : undefined;
      const next = last === undefined ? undefined : nextAfter(last, plan, session);
      return new ReadPage<T>(rows, [], createLineReader(plan, session.dialect), next, count);
    }),
  );
}

/** Without a condition, only a sum can exceed what the database can hold. */
function fail(error: unknown, { asked }: AggregatePlan): never {
  const isSum = error instanceof DatabaseError && error.kind === "outOfRange" && asked === undefined;
  throw isSum ? outOfRange("A sum or an average is more than the database can hold.", error) : error;
}

/** One more than the page has, if there are further groups. */
function groupRows(plan: AggregatePlan, session: DatabaseSession): Awaitable<readonly Row[]> {
  const { aggregation, cursorContext, after, skip, take } = plan;
  const { entity, having, order } = aggregation;
  const page = { take: take + 1, skip };
  const statements = session.statements(entity);
  if (after === undefined) return take === 0 ? [] : session.rows(statements.aggregate(aggregation, page));
  const values = cursorsOf(session.model).open(cursorContext ?? NO_CURSOR, after);
  const rest = comesAfter(order, values);
  if (rest === undefined || take === 0) return [];
  return session.rows(statements.aggregate({ ...aggregation, having: both(rest, having) }, page));
}

/** There is no cursor for it. */
const NO_CURSOR = "none";

function groupCount(
  { aggregation, isCounted }: AggregatePlan,
  session: DatabaseSession,
): Awaitable<number | undefined> {
  if (!isCounted) return undefined;
  const counted = session.rows(session.statements(aggregation.entity).countGroups(aggregation));
  return whenThere(counted, ([row]) => Number(row?.[0]));
}

/** The cursor of the last group. `undefined` if one of its values cannot be compared in a condition. */
function nextAfter(
  row: Row,
  { aggregation: { columns, order }, cursorContext }: AggregatePlan,
  session: DatabaseSession,
): string | undefined {
  if (cursorContext === undefined) return undefined;
  const values = order.map(({ result }) => {
    const column = columns.find((each) => each.result === result) as AggregationColumn;
    return canonicalReader(column, session.dialect)(row);
  });
  const areComparable = values.every((value, index) => isValueOf(value, order[index]?.result as Field));
  return areComparable ? cursorsOf(session.model).seal(cursorContext, values) : undefined;
}

/** Databases can hold values that a field type does not allow. The answer contains them as text. */
function isValueOf(value: FieldValue, { type, precision, scale, zone, values }: Field): boolean {
  if (value === null) return true;
  return !(parsedValue(type, value, { precision, scale, zone, values }) instanceof ValueError);
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
