import { fieldTypes } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import { orderBy, type Order } from "./order.js";
import { rowFields, type SelectedFields, type SelectedRecord } from "./selection.js";

/**
 * Breaks ties by the key, in the direction of the last part, so that an index on one field can be read both ways.
 * Without a key, ties are broken by all fields that every selected record shows: an order by other fields would
 * reveal hidden values.
 */
export function withoutTies(
  order: readonly Order[],
  { entity, fields, guards }: SelectedFields,
): readonly Order[] {
  const isShown = ({ name, type }: Field) =>
    fieldTypes[type].isSortable && !guards.some(({ members }) => members.has(name));
  const others = entity.keys.length > 0 ? entity.keys : fields.filter(isShown);
  const isDescending = order.at(-1)?.isDescending ?? false;
  const isThere = (field: Field) => order.some((part) => part.field === field && part.via.length === 0);
  const more = others.filter((field) => !isThere(field));
  return [...order, ...more.map((field) => orderBy(field, isDescending))];
}

/** Whether the rows of a selection include the value. */
export function isInRow({ field, via }: Order, selection: SelectedRecord): boolean {
  return via.length === 0 && rowFields(selection).includes(field);
}
