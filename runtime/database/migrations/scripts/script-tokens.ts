export interface ScriptToken {
  readonly kind: "word" | "name" | "text" | "sign" | "comment";
  /** As written, with its quotes. */
  readonly text: string;
  /** A word in lower case, an unchanged sign, or `""` for all others. Syntax rules compare it. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** The line of its start, from 1. */
  readonly line: number;
}

export interface TokenSyntax {
  /** A comment up to the end of its line. Sticky. Default: from `--` on. */
  readonly lineComment?: RegExp;
  /** Whether a block comment may contain others. */
  readonly hasNestedComments?: true;
  /** The start of a comment that the database executes, such as MySQL's version comments. Sticky. */
  readonly executableComment?: RegExp;
  /** The sign that opens a text or a quoted name, and how it ends. */
  readonly quotes: Readonly<Record<string, QuoteSyntax>>;
  /** The opening of a text that ends with the same tag: `$body$`. Sticky. */
  readonly dollarQuote?: RegExp;
  /** A text prefix, directly before the quote, with which backslashes escape. In lower case. */
  readonly escapingPrefix?: string;
  /** A bare word or a number. Sticky. */
  readonly word: RegExp;
}

/** The script syntax of a database: its tokens, and where a statement ends. */
export interface ScriptSyntax extends TokenSyntax {
  /** A word that ends a statement if it is alone on its line. In lower case. */
  readonly separator?: string;
  /** Whether the statement of these tokens continues after a semicolon. */
  readonly goesOn: (tokens: readonly ScriptToken[]) => boolean;
  /** Whether a statement begins, ends or switches transactions in a way that only this database has. */
  readonly handlesTransactions?: (tokens: readonly ScriptToken[]) => boolean;
}

export interface QuoteSyntax {
  readonly kind: "text" | "name";
  readonly end: string;
  /** Whether the closing quote is doubled within a text. */
  readonly isDoubled: boolean;
  readonly hasBackslashes?: true;
}

const standardText: QuoteSyntax = { kind: "text", end: "'", isDoubled: true };
const standardName: QuoteSyntax = { kind: "name", end: '"', isDoubled: true };
export const standardQuotes = { "'": standardText, '"': standardName } as const;
const standardLineComment = /--[^\n]*/y;

/** A text, a quoted name or a comment without an end. */
export class UnterminatedToken extends Error {
  readonly line: number;

  constructor(what: string, line: number) {
    super(`${what} that begins here does not end.`);
    this.line = line;
  }
}

/** The first four words of a statement. */
export function firstWords(tokens: readonly ScriptToken[]): string {
  const words = tokens.slice(0, 4).map(({ word }) => word);
  return words.join(" ");
}

const BLANKS = /\s+/y;
const COMMENT_ENDS = /\/\*|\*\//g;

/**
 * The tokens of a script of SQL, with its comments. Takes linear time.
 * @throws {UnterminatedToken}
 */
export function* scriptTokens(script: string, syntax: TokenSyntax): Generator<ScriptToken, void> {
  let [place, line] = [0, 1];
  let previous: ScriptToken | undefined;
  // Whether the previous token is a text with backslashes, which may continue in the next line (PostgreSQL).
  let isEscaping = false;
  while (place < script.length) {
    const blanks = match(BLANKS, script, place);
    if (blanks !== "") {
      line += countLines(blanks);
      place += blanks.length;
      continue;
    }
    isEscaping = opensEscaping(script, place, syntax, previous, isEscaping);
    const [kind, end] = tokenAt(script, place, syntax, isEscaping, line);
    const text = script.slice(place, end);
    const token = { kind, text, word: wordOf(kind, text), start: place, end, line };
    yield token;
    if (kind !== "comment") previous = token;
    line += countLines(text);
    place = end;
  }
}

function tokenAt(
  script: string,
  place: number,
  syntax: TokenSyntax,
  isEscaping: boolean,
  line: number,
): readonly [ScriptToken["kind"], number] {
  const comment = match(syntax.lineComment ?? standardLineComment, script, place);
  if (comment !== "") return ["comment", place + comment.length];
  if (script.startsWith("/*", place)) {
    const executable =
      syntax.executableComment === undefined ? "" : match(syntax.executableComment, script, place);
    return executable === ""
      ? ["comment", endOfComment(script, place, syntax.hasNestedComments === true, line)]
      : ["sign", place + executable.length];
  }
  // The end of a comment that the database executes.
  if (syntax.executableComment !== undefined && script.startsWith("*/", place)) return ["sign", place + 2];
  const tag = syntax.dollarQuote === undefined ? "" : match(syntax.dollarQuote, script, place);
  if (tag !== "") {
    const end = script.indexOf(tag, place + tag.length);
    if (end === -1) throw new UnterminatedToken(`A text in ${tag}`, line);
    return ["text", end + tag.length];
  }
  const quote = syntax.quotes[script.charAt(place)];
  if (quote !== undefined)
    return [
      quote.kind,
      endOfQuote(script, place, isEscaping ? { ...quote, hasBackslashes: true } : quote, line),
    ];
  const word = match(syntax.word, script, place);
  return word === "" ? ["sign", place + 1] : ["word", place + word.length];
}

/**
 * Whether backslashes escape in a text at this place, because of its prefix or of the text that it continues
 * (postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-STRINGS).
 */
function opensEscaping(
  script: string,
  place: number,
  { escapingPrefix, quotes }: TokenSyntax,
  previous: ScriptToken | undefined,
  wasEscaping: boolean,
): boolean {
  if (escapingPrefix === undefined || previous === undefined) return false;
  if (quotes[script.charAt(place)]?.kind !== "text") return wasEscaping && script.startsWith("--", place);
  if (previous.kind === "text") return wasEscaping && script.slice(previous.end, place).includes("\n");
  return previous.end === place && previous.word === escapingPrefix;
}

function endOfQuote(script: string, start: number, quote: QuoteSyntax, line: number): number {
  const { end, isDoubled, hasBackslashes = false } = quote;
  for (let place = start + 1; place < script.length; place++) {
    const sign = script.charAt(place);
    if (hasBackslashes && sign === "\\") place++;
    else if (sign === end) {
      if (!isDoubled || script.charAt(place + 1) !== end) return place + 1;
      place++;
    }
  }
  throw new UnterminatedToken(quote.kind === "text" ? "A text" : "A quoted name", line);
}

function endOfComment(script: string, start: number, isNested: boolean, line: number): number {
  let depth = 0;
  COMMENT_ENDS.lastIndex = start;
  for (let found = COMMENT_ENDS.exec(script); found !== null; found = COMMENT_ENDS.exec(script)) {
    if (found[0] === "/*") depth = isNested ? depth + 1 : 1;
    else if (--depth === 0) return COMMENT_ENDS.lastIndex;
  }
  throw new UnterminatedToken("A comment", line);
}

function wordOf(kind: ScriptToken["kind"], text: string): string {
  if (kind === "word") return text.toLowerCase();
  return kind === "sign" ? text : "";
}

function match(pattern: RegExp, script: string, place: number): string {
  pattern.lastIndex = place;
  return pattern.exec(script)?.[0] ?? "";
}

function countLines(text: string): number {
  let count = 0;
  for (let place = text.indexOf("\n"); place !== -1; place = text.indexOf("\n", place + 1)) count++;
  return count;
}
