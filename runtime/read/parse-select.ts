import { MAX_NESTED_TAKE } from "../model/settings/server-settings.js";
import { parseWherePart } from "../condition/parse-condition.js";
import { TextReader } from "../condition/text-reader.js";
import { suggestion } from "../errors/nearest.js";
import { quoteName } from "../model/names.js";
import { parsePageText, type ReadLimits } from "./page-numbers.js";
import { parseOrder } from "./parse-order.js";
import type { ListRequest, SelectItem } from "./read-request.js";
import { invalidSelect, UniqueSelectItems } from "./unique-select-items.js";

/** The options of a list, after its members. */
export const listOptions = ["where", "orderBy", "take", "skip"] as const;
type ListOption = (typeof listOptions)[number];
type ListRequestDraft = { -readonly [K in keyof ListRequest]: ListRequest[K] };

/** More than any plan allows. */
export const MAX_SELECT_DEPTH = 32;

/**
 * Parses a `select`: `*`, fields, relations with what is selected of them, and counts, as in
 * `id,author(username),comments(text;orderBy=~id;take=3),count(comments)`. In time linear in its length.
 * @param path The name of the parameter, or the path in a body, for messages.
 * @throws {ApiError} `invalid-select` with the position of the first mistake and what was expected there;
 * `invalid-condition`, `invalid-order` or `invalid-page` for an option of a list.
 */
export function parseSelect(text: string, limits?: ReadLimits, path = "select"): readonly SelectItem[] {
  const reader = new Reader(text, path, limits);
  const items = reader.readItems(0);
  reader.expectEnd();
  return items;
}

class Reader extends TextReader {
  readonly #limits: ReadLimits | undefined;

  constructor(text: string, path: string, limits: ReadLimits | undefined) {
    super(text, path, invalidSelect);
    this.#limits = limits;
  }

  readItems(depth: number): readonly SelectItem[] {
    const selected = new UniqueSelectItems();
    do selected.add(this.#readItem(depth));
    while (this.takes(","));
    return selected.items;
  }

  expectEnd(): void {
    if (this.position < this.text.length) throw this.expected('"," or the end');
  }

  #readItem(depth: number): SelectItem {
    this.skipBlanks();
    const place = this.place();
    if (this.takes("*")) {
      this.skipBlanks();
      return { kind: "all", place };
    }
    const name = this.#readName('a field, a relation or "*"');
    if (!this.takes("(")) return { kind: "member", name, of: undefined, place };
    if (name === "count") return { kind: "count", name: this.#readCounted(), place };
    if (depth === MAX_SELECT_DEPTH)
      throw this.mistake("too-deep", `Relations may be at most ${MAX_SELECT_DEPTH} deep.`);
    return { kind: "member", name, of: this.#readList(depth + 1), place };
  }

  #readCounted(): string {
    this.skipBlanks();
    const name = this.#readName("a relation");
    if (!this.takes(")")) throw this.expected('")"');
    this.skipBlanks();
    return name;
  }

  /** Reads the selection of a relation, and its closing parenthesis. */
  #readList(depth: number): ListRequest {
    this.skipBlanks();
    const hasItems = !this.isNext(";");
    const list: ListRequestDraft = {};
    if (hasItems) list.select = this.readItems(depth);
    while (this.takes(";")) this.#readOption(list);
    if (!this.takes(")")) throw this.expected(hasItems ? '",", ";" or ")"' : '";" or ")"');
    this.skipBlanks();
    return list;
  }

  #readOption(list: ListRequestDraft): void {
    this.skipBlanks();
    const start = this.position;
    const option = this.#readName(`one of ${listOptions.join(", ")}`);
    if (!isListOption(option)) {
      const guess = suggestion(option, listOptions);
      throw this.mistake(
        "unknown-option",
        `Unknown option ${quoteName(option)} at position ${start}; there are ${listOptions.join(", ")}.${guess}`,
        start,
      );
    }
    if (list[option] !== undefined)
      throw this.mistake("duplicate", `"${option}" at position ${start} is given more than once.`, start);
    if (!this.takes("=")) throw this.expected('"="');
    if (option === "where") list.where = this.#readWhere();
    else if (option === "orderBy") list.orderBy = this.#readOrder();
    else list[option] = this.#readNumber(option);
  }

  #readWhere(): ListRequest["where"] {
    const start = this.position;
    const { condition, end } = parseWherePart(this.text, start, this.#limits, this.path);
    const maxLength = this.#limits?.maxConditionLength ?? Infinity;
    if (end - start > maxLength)
      throw this.mistake(
        "too-long",
        `The condition at position ${start} has ${end - start} characters; ${maxLength} are allowed.`,
      );
    this.position = end;
    return condition;
  }

  #readOrder(): ListRequest["orderBy"] {
    const place = this.place();
    return parseOrder(this.match(/[^;)]*/y), place);
  }

  #readNumber(option: "take" | "skip"): number {
    const place = this.place();
    const max = option === "take" ? MAX_NESTED_TAKE : (this.#limits?.maxSkip ?? Number.MAX_SAFE_INTEGER);
    return parsePageText(this.match(/[^;)]*/y).trim(), max, option, place);
  }

  #readName(expected: string): string {
    const name = this.match(/[^=<>~&|()"\s.,;!^$*@[\]]+/y);
    if (name === "") throw this.expected(expected);
    this.skipBlanks();
    return name;
  }

  protected override get hint(): string {
    // Paths are valid in conditions and orders, so users try them here.
    return this.isNext(".") ? " Select members of a relation in parentheses: author(name)." : "";
  }
}

function isListOption(name: string): name is ListOption {
  return (listOptions as readonly string[]).includes(name);
}
