import type { FieldValue } from "../model/field-type.js";
import type { ColumnType, Row } from "../database/dialect.js";
import { toJsonText } from "../model/exact-json.js";

/** The rows of each link of a selection, by the key of the record that has them. */
export type LinkedRows = readonly ReadonlyMap<FieldValue, readonly Row[]>[];

/** What a record has under one name: the value of a column, or what is made of more. */
export type Member = ValueMember | MadeMember;

interface NamedMember {
  readonly name: string;
  /** What stands before it in JSON text: `"title":`. */
  readonly label: string;
  /** Where a row says with 1 that its record has it; undefined where all have. */
  readonly guard: number | undefined;
}

export interface ValueMember extends NamedMember {
  readonly kind: "value";
  readonly index: number;
  readonly fromColumn: ColumnType["fromColumn"];
  /** Whether the column's value is the text itself. */
  readonly isPlainText: boolean;
}

interface MadeMember extends NamedMember {
  readonly kind: "made";
  readonly read: (row: Row, linked: LinkedRows) => unknown;
  /** The same text that `JSON.stringify(read(row, linked))` gives. */
  readonly toJson: (row: Row, linked: LinkedRows) => string;
}

/** The record of a row. */
export function toRecord(members: readonly Member[], row: Row, linked: LinkedRows): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const member of members) {
    if (!isGiven(member, row)) continue;
    record[member.name] = member.kind === "value" ? read(member, row) : member.read(row, linked);
  }
  return record;
}

/** The JSON text of the record of a row. */
export function toJson(members: readonly Member[], row: Row, linked: LinkedRows): string {
  let text = "";
  for (const member of members) {
    if (!isGiven(member, row)) continue;
    text += text === "" ? "{" : ",";
    text += member.label;
    text += member.kind === "value" ? valueToJson(member, row) : member.toJson(row, linked);
  }
  return text === "" ? "{}" : `${text}}`;
}

/** What stands before a member in JSON text. */
export function labelOf(name: string): string {
  return `${JSON.stringify(name)}:`;
}

/** Whatever is not plainly allowed is left out. */
function isGiven({ guard }: Member, row: Row): boolean {
  return guard === undefined || row[guard] === 1;
}

function read({ fromColumn, index }: ValueMember, row: Row): unknown {
  const value = row[index];
  return value === null ? null : fromColumn(value);
}

function valueToJson(member: ValueMember, row: Row): string {
  const value = row[member.index];
  return member.isPlainText && typeof value === "string"
    ? JSON.stringify(value)
    : toJsonText(read(member, row));
}
