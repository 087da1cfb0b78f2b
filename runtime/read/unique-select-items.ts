import { mistakesOf } from "../errors/api-error.js";
import { quoteName } from "../model/names.js";
import { placed } from "./place.js";
import type { SelectItem } from "./read-request.js";

/** The error for a selection that cannot be used. */
export const invalidSelect = mistakesOf("invalid-select");

/**
 * Collects the parts of a selection. Each may occur once, because an answer cannot have two members of the same name.
 */
export class UniqueSelectItems {
  readonly items: SelectItem[] = [];
  readonly #keys = new Set<string>();

  /** @throws {ApiError} `invalid-select` */
  add(item: SelectItem): void {
    const key = keyOf(item);
    if (this.#keys.has(key.toLowerCase()))
      throw invalidSelect(
        "duplicate",
        `${quoteName(key)}${placed(item.place)} is selected more than once.`,
        item.place,
      );
    this.#keys.add(key.toLowerCase());
    this.items.push(item);
  }
}

function keyOf(item: SelectItem): string {
  if (item.kind === "all") return "*";
  return item.kind === "count" ? `count(${item.name})` : item.name;
}
