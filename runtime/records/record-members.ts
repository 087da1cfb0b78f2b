import type { ColumnType } from "../database/sql/sql-dialect.js";
import type { Row } from "../database/wire/connection.js";
import { toJsonText } from "../model/values/exact-json.js";

/** The rows of each list of a selection, in the order of the reader's `lists`. */
export type LinkedRows = readonly ListRows[];

export interface ListRows {
  /** By the key of the record that has them: see `listKey`. */
  readonly rows: ReadonlyMap<ListKey, readonly Row[]>;
  /** The lists of these rows. */
  readonly linked: LinkedRows;
}

/** A single text or number for a key of one such value, else a text of its values. */
export type ListKey = string | number;

/** One member of a record: the value of a column, or a value computed from the row. */
export type Member = ValueMember | MadeMember;

interface NamedMember {
  readonly name: string;
  /** The prefix in JSON text: `"title":`. */
  readonly label: string;
  /** The indexes of the flags that must all be 1 for a record to have this member. Empty if every record has it. */
  readonly guards: readonly number[];
}

export interface ValueMember extends NamedMember {
  readonly kind: "value";
  readonly index: number;
  readonly fromColumn: ColumnType["fromColumn"];
  /** Whether the value needs no conversion, because it is the JSON text itself. */
  readonly isPlainText: boolean;
}

interface MadeMember extends NamedMember {
  readonly kind: "made";
  readonly read: (row: Row, linked: LinkedRows) => unknown;
  /** Returns the same text as `JSON.stringify(read(row, linked))`. */
  readonly toJson: (row: Row, linked: LinkedRows) => string;
}

/** Converts a row to a record. */
export function toRecord(members: readonly Member[], row: Row, linked: LinkedRows): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const member of members) {
    if (!isGiven(member, row)) continue;
    record[member.name] = member.kind === "value" ? read(member, row) : member.read(row, linked);
  }
  return record;
}

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

/** The prefix of a member in JSON text. */
export function labelOf(name: string): string {
  return `${JSON.stringify(name)}:`;
}

/** A member is included only if its flags are exactly 1. */
function isGiven({ guards }: Member, row: Row): boolean {
  return guards.length === 0 || guards.every((guard) => row[guard] === 1);
}

function read({ fromColumn, index }: ValueMember, row: Row): unknown {
  const value = row[index];
  return value === null ? null : fromColumn(value);
}

/** The same text as `JSON.stringify`, in a fraction of the time. */
function valueToJson(member: ValueMember, row: Row): string {
  const stored = row[member.index];
  const value = member.isPlainText && typeof stored === "string" ? stored : read(member, row);
  if (typeof value === "string") return NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
  return value === null || typeof value === "boolean" || Number.isFinite(value)
    ? String(value)
    : toJsonText(value);
}

/** Half of a surrogate pair needs an escape, a whole pair does not: `JSON.stringify` distinguishes them. */
// eslint-disable-next-line no-control-regex -- these are the characters that JSON escapes
const NEEDS_ESCAPE = /["\\\0-\x1f\ud800-\udfff]/;
