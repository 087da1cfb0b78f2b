import type { ApiError, IssueCode } from "../errors/api-error.js";
import type { Place } from "../errors/input-issue.js";

type Invalid = (code: IssueCode, message: string, place: Place) => ApiError;

/** Reads a text of a request from its beginning to its end, in time linear in its length. */
export abstract class TextReader {
  protected readonly text: string;
  /** The name of the parameter, or the path in a body, for messages. */
  protected readonly path: string;
  protected position: number;
  readonly #invalid: Invalid;

  /** @param invalid Creates the error for a mistake in the text. */
  constructor(text: string, path: string, invalid: Invalid, start = 0) {
    this.text = text;
    this.path = path;
    this.#invalid = invalid;
    this.position = start;
  }

  protected place(): Place {
    return { path: this.path, position: this.position };
  }

  protected isNext(mark: string): boolean {
    return this.text[this.position] === mark;
  }

  /** Consumes the mark if it is next. */
  protected takes(mark: string): boolean {
    if (!this.isNext(mark)) return false;
    this.position++;
    return true;
  }

  protected skipBlanks(): void {
    this.match(BLANKS);
  }

  /** Consumes the match of the pattern at the current position, if any. */
  protected match(sticky: RegExp): string {
    sticky.lastIndex = this.position;
    // `exec` would make an array for each value of a list.
    if (!sticky.test(this.text)) return "";
    const found = this.text.slice(this.position, sticky.lastIndex);
    this.position = sticky.lastIndex;
    return found;
  }

  /** The error for a text that has something else at the current position. */
  protected expected(what: string): ApiError {
    const found = this.text.codePointAt(this.position);
    const there = found === undefined ? "the end" : JSON.stringify(String.fromCodePoint(found));
    return this.mistake(
      "syntax",
      `Expected ${what} at position ${this.position}, found ${there}.${this.hint}`,
    );
  }

  /** Completes the message of such an error. */
  protected get hint(): string {
    return "";
  }

  protected mistake(code: IssueCode, message: string, position = this.position): ApiError {
    return this.#invalid(code, message, { path: this.path, position });
  }
}

const BLANKS = /\s*/y;
