import { toJsonText } from "../model/values/exact-json.js";
import { fieldTypes } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import { escapeFormula } from "./formulas.js";

/** A column of CSV: a member of the records of an entity. */
export interface Column {
  readonly name: string;
  /** The field. `undefined` for a list of ids, which is JSON. */
  readonly field: Field | undefined;
}

/** The columns of an entity, in the order in which records have them. */
export function columnsOf({ fields, links }: Pick<Entity, "fields" | "links">): readonly Column[] {
  return [
    ...fields.map((field) => ({ name: field.name, field })),
    ...links.map(({ name }) => ({ name, field: undefined })),
  ];
}

/** Whether the column's values are written to CSV as JSON. */
export function isJsonColumn({ field }: Column): boolean {
  return field === undefined || fieldTypes[field.type].isJson === true;
}

/** Whether the column's values are numbers or booleans, which no program treats as formulas. */
function isNumeric({ field }: Column): boolean {
  if (field === undefined) return false;
  const { typescript } = fieldTypes[field.type];
  return field.type === "decimal" || typescript.startsWith("number") || typescript === "boolean";
}

/**
 * A value as a cell of CSV (RFC 4180). `null` is an empty cell, the empty text is `""`.
 * @param escapesFormulas Whether texts that a spreadsheet would execute are escaped.
 */
export function toCell(value: unknown, column: Column, escapesFormulas: boolean): string {
  if (value === null || value === undefined) return "";
  const isText = typeof value === "string" && !isJsonColumn(column);
  const text = isText ? value : toJsonText(value);
  const safe = escapesFormulas && !isNumeric(column) ? escapeFormula(text) : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const NEEDS_QUOTES = /^$|^\s|\s$|[",\r\n]/;
