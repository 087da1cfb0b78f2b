import type { Row } from "../database/wire/connection.js";
import { columnOf } from "../database/sql/column-of.js";
import type { SqlDialect } from "../database/sql/sql-dialect.js";
import type { AggregationColumn } from "../database/sql/aggregates/aggregation.js";
import type { FieldValue } from "../model/field-type.js";
import type { AggregatePlan } from "../read/aggregate-plan.js";
import { labelOf, toJson, toRecord, type Member } from "./record-members.js";
import type { RecordReader } from "./record-reader.js";

/** Reads the groups of an aggregation. */
export function createLineReader(
  { aggregation, members }: Pick<AggregatePlan, "aggregation" | "members">,
  dialect: SqlDialect,
): Pick<RecordReader, "toRecord" | "toJson"> {
  const readers = members.map((member): Member => {
    const { name } = member;
    const named = { name, label: labelOf(name), guards: [] };
    if ("members" in member) {
      const inner = createLineReader({ aggregation, members: member.members }, dialect);
      return { ...named, kind: "made", read: inner.toRecord, toJson: inner.toJson };
    }
    const column = aggregation.columns[member.column] as AggregationColumn;
    const fromColumn = columnReader(column, dialect);
    return { ...named, kind: "value", index: indexInRow(column), fromColumn, isPlainText: false };
  });
  return { toRecord: (row) => toRecord(readers, row, []), toJson: (row) => toJson(readers, row, []) };
}

/** Reads the value of a column in the form of the answer. */
function columnReader(column: AggregationColumn, dialect: SqlDialect) {
  const { of, result } = column;
  const { fromColumn } = columnOf(result, dialect);
  const isSum = column.kind === "aggregate" && column.function === "sum";
  const isWhole = isSum && result.type === "decimal" && of?.field.type !== "decimal";
  return isWhole ? (value: unknown) => asWhole(fromColumn(value)) : fromColumn;
}

/** Reads the value of a column in the canonical form of its type. */
export function canonicalReader(column: AggregationColumn, dialect: SqlDialect): (row: Row) => FieldValue {
  const { fromColumn } = columnOf(column.result, dialect);
  const index = indexInRow(column);
  return (row) => {
    const value = row[index];
    return value === null || value === undefined ? null : fromColumn(value);
  };
}

/** The place of a column in a row. */
export function indexInRow({ result }: AggregationColumn): number {
  return Number(result.column.slice(1));
}

/** A number while a double holds it exactly. */
function asWhole(value: FieldValue): FieldValue {
  const number = Number(value);
  return value !== null && Number.isSafeInteger(number) ? number : value;
}
