import { fieldTypes } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import { orderBy, type Order } from "./order.js";
import { rowFields, type SelectedRecord } from "./selection.js";

/**
 * Breaks ties by the key, in the direction of the last part, so that an index on one field can be read both ways.
 * Without a key, ties are broken by the selected fields, if records with equal ones look alike; otherwise by all fields
 * that the caller may read in every record: an order by other fields would reveal hidden values.
 * @param usable The fields that the caller may read in every record. Default: the selected ones.
 */
export function withoutTies(
  order: readonly Order[],
  record: SelectedRecord,
  usable: readonly Field[] = record.fields,
): readonly Order[] {
  const { keys } = record.entity;
  const unique = keys.length > 0 ? keys : (wholeRecord(record) ?? usable.filter(isSortable));
  const isDescending = order.at(-1)?.isDescending ?? false;
  const isThere = (field: Field) => order.some((part) => part.field === field && part.via.length === 0);
  const more = unique.filter((field) => !isThere(field));
  return [...order, ...more.map((field) => orderBy(field, isDescending))];
}

/** The selected fields, if nothing else is selected and every record shows them. `undefined` otherwise. */
function wholeRecord({ fields, guards, ...others }: SelectedRecord): readonly Field[] | undefined {
  const { references, links, lists, counts } = others;
  const isPlain = [guards, references, links, lists, counts].every(({ length }) => length === 0);
  return isPlain && fields.length > 0 && fields.every(isSortable) ? fields : undefined;
}

function isSortable({ type }: Field): boolean {
  return fieldTypes[type].isSortable;
}

/** Whether databases may sort different values to one place: texts in a collation that ignores case, `P1M` and `P30D`. */
export function mayShareAPlace({ type, zone }: Field): boolean {
  const { conditions, isCheckedByDatabase } = fieldTypes[type];
  const isInstant = type === "datetime" && zone === "offset";
  return conditions === "text" || isCheckedByDatabase === true || type === "duration" || isInstant;
}

/** Whether the rows of a selection include the value. */
export function isInRow({ field, via }: Order, selection: SelectedRecord): boolean {
  return via.length === 0 && rowFields(selection).includes(field);
}
