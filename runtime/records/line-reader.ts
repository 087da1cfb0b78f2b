import type { Row } from "../database/wire/connection.js";
import { columnOf } from "../database/sql/column-of.js";
import type { SqlDialect } from "../database/sql/sql-dialect.js";
import type { AggregationColumn } from "../database/sql/aggregates/aggregation.js";
import { toJsonText } from "../model/values/exact-json.js";
import type { FieldValue } from "../model/field-type.js";
import type { AggregateMember, AggregatePlan } from "../read/aggregate-plan.js";
import { labelOf } from "./record-members.js";
import type { RecordReader } from "./record-reader.js";

/** Reads the groups of an aggregation. */
export function createLineReader(
  { aggregation, members }: Pick<AggregatePlan, "aggregation" | "members">,
  dialect: SqlDialect,
): Pick<RecordReader, "toRecord" | "toJson"> {
  const columns = aggregation.columns.map((column) => columnReader(column, dialect));
  const readers = members.map((member) => memberReader(member, columns));
  return {
    toRecord: (row) => toLine(readers, row),
    toJson: (row) => lineText(readers, row),
  };
}

type ReadColumn = (row: Row) => FieldValue;

type MemberReader =
  | { readonly name: string; readonly label: string; readonly read: ReadColumn }
  | { readonly name: string; readonly label: string; readonly members: readonly MemberReader[] };

function memberReader(member: AggregateMember, columns: readonly ReadColumn[]): MemberReader {
  const { name } = member;
  const label = labelOf(name);
  if ("column" in member) return { name, label, read: columns[member.column] as ReadColumn };
  return { name, label, members: member.members.map((inner) => memberReader(inner, columns)) };
}

function toLine(readers: readonly MemberReader[], row: Row): Record<string, unknown> {
  const entries = readers.map((reader) => [
    reader.name,
    "read" in reader ? reader.read(row) : toLine(reader.members, row),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function lineText(readers: readonly MemberReader[], row: Row): string {
  const members = readers.map(
    (reader) =>
      reader.label + ("read" in reader ? toJsonText(reader.read(row)) : lineText(reader.members, row)),
  );
  return `{${members.join()}}`;
}

/** Reads the value of a column in the form of the answer. */
function columnReader(column: AggregationColumn, dialect: SqlDialect): ReadColumn {
  const read = canonicalReader(column, dialect);
  const { of, result } = column;
  const isSum = column.kind === "aggregate" && column.function === "sum";
  const isWhole = isSum && result.type === "decimal" && of?.field.type !== "decimal";
  return isWhole ? (row) => asWhole(read(row)) : read;
}

/** Reads the value of a column in the canonical form of its type. */
export function canonicalReader({ result }: AggregationColumn, dialect: SqlDialect): ReadColumn {
  const { fromColumn } = columnOf(result, dialect);
  const index = Number(result.column.slice(1));
  return (row) => {
    const value = row[index];
    return value === null || value === undefined ? null : fromColumn(value);
  };
}

/** A number while a double holds it exactly. */
function asWhole(value: FieldValue): FieldValue {
  const number = Number(value);
  return value !== null && Number.isSafeInteger(number) ? number : value;
}
