import { mistakesOf } from "../errors/api-error.js";
import { quoteName } from "../model/names.js";
import { placed } from "./place.js";
import type { Place } from "../errors/input-issue.js";
import type { OrderItem } from "./read-request.js";

/** The error for an order that cannot be parsed. */
export const invalidOrder = mistakesOf("invalid-order");

/** More than an index has. Each costs a comparison for every two records. */
export const MAX_ORDER = 8;
const NAME = String.raw`[^=<>~&|()"\s.,;!^$*@[\]]+`;
const PATH = new RegExp(String.raw`^~?${NAME}(?:\.${NAME})*$`);

/**
 * Parses an order: a list of fields or paths over relations, with `~` for descending order.
 * @throws {ApiError} `invalid-order`
 */
export function parseOrder(text: string, place: Place): readonly OrderItem[] {
  const items: OrderItem[] = [];
  let position = place.position ?? 0;
  for (const part of text.split(",", MAX_ORDER + 1)) {
    const trimmed = part.trimStart();
    items.push(parseItem(trimmed, { ...place, position: position + part.length - trimmed.length }));
    position += part.length + 1;
  }
  return checkLength(items, place);
}

/** Parses the `orderBy` of a JSON object: the text, or a list of its parts. @throws {ApiError} */
export function parseOrderValue(value: unknown, place: Place): readonly OrderItem[] {
  if (typeof value === "string") return parseOrder(value, place);
  if (!Array.isArray(value) || value.length === 0)
    throw invalidOrder("wrong-type", `"${place.path}" must be a text or a list of texts.`, place);
  const parts: readonly unknown[] = value.slice(0, MAX_ORDER + 1);
  const items = parts.map((part, index) => {
    const at = { path: `${place.path}[${index}]` };
    if (typeof part !== "string") throw invalidOrder("wrong-type", `"${at.path}" must be a text.`, at);
    return parseItem(part, at);
  });
  return checkLength(items, place);
}

function parseItem(part: string, place: Place): OrderItem {
  const text = part.trim();
  if (!PATH.test(text))
    throw invalidOrder(
      "syntax",
      `Expected a field, or "~" and a field,${placed(place)} found ${quoteName(text)}.`,
      place,
    );
  const isDescending = text.startsWith("~");
  return { path: (isDescending ? text.slice(1) : text).split("."), isDescending, place };
}

function checkLength(items: readonly OrderItem[], place: Place): readonly OrderItem[] {
  if (items.length <= MAX_ORDER) return items;
  throw invalidOrder("too-many", `"orderBy" may have at most ${MAX_ORDER} fields.`, place);
}
