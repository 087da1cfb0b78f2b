import type { JsonValue, ValueLimits } from "./field-value.js";
import { ListError, ValueError } from "./value-error.js";

export const listItemTypes = [
  "string",
  "text",
  "int",
  "bigint",
  "float",
  "decimal",
  "boolean",
  "date",
  "datetime",
  "time",
  "uuid",
] as const;

export type ListItemType = (typeof listItemTypes)[number];

export function itemType({ of }: Pick<ValueLimits, "of">): ListItemType {
  return listItemTypes.find((type) => type === of) ?? "string";
}

/** Parses the items of a list, which cannot be null. @throws {ListError} that lists every mistake. */
export function parseItems(
  value: unknown,
  { maxItems = Infinity }: ValueLimits,
  parseItem: (item: unknown) => JsonValue,
): readonly JsonValue[] {
  if (!Array.isArray(value)) throw new ValueError("wrong-type", "must be a list");
  const mistakes: { readonly index: number; readonly error: ValueError }[] = [];
  const items = value.map((item: unknown, index): JsonValue => {
    try {
      if (item === null) throw new ValueError("wrong-type", "must not be null");
      return parseItem(item);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      mistakes.push({ index, error });
      return null;
    }
  });
  const [first] = mistakes;
  const tooLong =
    value.length > maxItems
      ? new ValueError("too-long", tooMany(maxItems), { maximum: maxItems, unit: "items" })
      : undefined;
  if (first !== undefined) throw new ListError(first, mistakes, tooLong);
  if (tooLong !== undefined) throw tooLong;
  return items;
}

export function tooMany(maxItems: number): string {
  return `may have at most ${maxItems} ${maxItems === 1 ? "item" : "items"}`;
}
