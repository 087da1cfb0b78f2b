import { TextReader } from "../condition/text-reader.js";
import { singleMistake, type ApiError, type IssueCode } from "../errors/api-error.js";
import { quoteName } from "../model/names.js";
import type { AggregateOrder, AggregateTerm } from "./aggregate-request.js";
import type { Place } from "../errors/input-issue.js";

const PATH = /[^\s(),.]+(?:\.[^\s(),.]+)*/y;

/**
 * Parses a list of groups and aggregates: `status,month(createdat),count(distinct customerid)`.
 * @param path The parameter, for messages.
 * @throws {ApiError} with the position of the first mistake.
 */
export function parseAggregateTerms(text: string, path: string): readonly AggregateTerm[] {
  return new Reader(text, path, aggregateMistake).readList((reader) => reader.readTerm());
}

/** Parses a list of orders: `~sum(total),status`. @throws {ApiError} */
export function parseAggregateOrders(text: string, path: string): readonly AggregateOrder[] {
  return new Reader(text, path, aggregateMistake).readList((reader) => reader.readOrder());
}

class Reader extends TextReader {
  readList<T>(readOne: (reader: this) => T): readonly T[] {
    const list = [readOne(this)];
    while (this.takes(",")) list.push(readOne(this));
    if (this.position < this.text.length) throw this.expected('"," or the end');
    return list;
  }

  readOrder(): AggregateOrder {
    this.skipBlanks();
    const isDescending = this.takes("~");
    return { term: this.readTerm(), isDescending };
  }

  readTerm(): AggregateTerm {
    this.skipBlanks();
    const place = this.place();
    const name = this.match(PATH);
    if (name === "") throw this.expected("a field or an aggregate");
    this.skipBlanks();
    if (this.match(/\(\s*/y) === "")
      return { call: undefined, isDistinct: false, path: name.split("."), place };
    const isDistinct = this.match(/distinct\s+(?=[^\s),])/y) !== "";
    const argument = this.match(PATH);
    this.skipBlanks();
    if (this.match(/\)\s*/y) === "") throw this.expected('")"');
    return { call: name, isDistinct, path: argument === "" ? [] : argument.split("."), place };
  }
}

/** The error for a mistake in a selection, an order or a condition. */
export function aggregateMistake(code: IssueCode, message: string, place: Place): ApiError {
  const { path } = place;
  const problem = path.startsWith("orderBy")
    ? "invalid-order"
    : path.startsWith("having")
      ? "invalid-condition"
      : "invalid-select";
  return singleMistake(problem, code, message, place);
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
