import { ApiError, type IssueCode } from "../errors/api-error.js";
import { quoteName } from "../model/names.js";
import type { AggregateOrder, AggregateTerm } from "./aggregate-request.js";
import type { Place } from "./read-request.js";

const PATH = /[^\s(),.]+(?:\.[^\s(),.]+)*/y;

/**
 * Parses a list of groups and aggregates: `status,month(createdat),count(distinct customerid)`.
 * @param path The parameter, for messages.
 * @throws {ApiError} with the position of the first mistake.
 */
export function parseAggregateTerms(text: string, path: string): readonly AggregateTerm[] {
  return new Reader(text, path).readList((reader) => reader.readTerm());
}

/** Parses a list of orders: `~sum(total),status`. @throws {ApiError} */
export function parseAggregateOrders(text: string, path: string): readonly AggregateOrder[] {
  return new Reader(text, path).readList((reader) => reader.readOrder());
}

class Reader {
  readonly #text: string;
  readonly #path: string;
  #position = 0;

  constructor(text: string, path: string) {
    this.#text = text;
    this.#path = path;
  }

  readList<T>(readOne: (reader: this) => T): readonly T[] {
    const list = [readOne(this)];
    while (this.#take(/,/y) !== "") list.push(readOne(this));
    if (this.#position < this.#text.length) throw this.#expected('"," or the end');
    return list;
  }

  readOrder(): AggregateOrder {
    this.#take(/\s*/y);
    const isDescending = this.#take(/~/y) !== "";
    return { term: this.readTerm(), isDescending };
  }

  readTerm(): AggregateTerm {
    this.#take(/\s*/y);
    const place: Place = { path: this.#path, position: this.#position };
    const name = this.#take(PATH);
    if (name === "") throw this.#expected("a field or an aggregate");
    this.#take(/\s*/y);
    if (this.#take(/\(\s*/y) === "")
      return { call: undefined, isDistinct: false, path: name.split("."), place };
    const isDistinct = this.#take(/distinct\s+(?=[^\s),])/y) !== "";
    const argument = this.#take(PATH);
    this.#take(/\s*/y);
    if (this.#take(/\)\s*/y) === "") throw this.#expected('")"');
    return { call: name, isDistinct, path: argument === "" ? [] : argument.split("."), place };
  }

  /** Consumes the match of the pattern at the current position, if any. */
  #take(sticky: RegExp): string {
    sticky.lastIndex = this.#position;
    const found = sticky.exec(this.#text)?.[0] ?? "";
    this.#position += found.length;
    return found;
  }

  #expected(what: string): ApiError {
    const found = this.#text.codePointAt(this.#position);
    const there = found === undefined ? "the end" : JSON.stringify(String.fromCodePoint(found));
    const message = `Expected ${what} at position ${this.#position}, found ${there}.`;
    return aggregateMistake({ path: this.#path, position: this.#position }, "syntax", message);
  }
}

/** The error for a mistake in a selection, an order or a condition. */
export function aggregateMistake(place: Place, code: IssueCode, message: string): ApiError {
  const { path, position } = place;
  const problem = path.startsWith("orderBy")
    ? "invalid-order"
    : path.startsWith("having")
      ? "invalid-condition"
      : "invalid-select";
  return new ApiError(problem, message, {
    issues: [{ path, code, message, ...(position !== undefined && { position }) }],
  });
}

/** The text of a term, which is its key in the answer. */
export function termText({ call, isDistinct, path }: Omit<AggregateTerm, "place">): string {
  const name = path.join(".");
  return call === undefined ? name : `${call}(${isDistinct ? "distinct " : ""}${name})`;
}

/** The text of a term in quotes, shortened if it is long. */
export function quoteTerm(term: AggregateTerm): string {
  return quoteName(termText(term));
}
