import type { QuoteSyntax, ScriptToken, TokenSyntax } from "./script-syntax.js";

export type { ScriptToken };

/** A text, a quoted name or a comment without an end. */
export class UnterminatedToken extends Error {
  readonly line: number;

  constructor(what: string, line: number) {
    super(`${what} that begins here does not end.`);
    this.line = line;
  }
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
  const comment = match(syntax.lineComment, script, place);
  if (comment !== "") return ["comment", place + comment.length];
  if (script.startsWith("/*", place)) {
    const executable =
      syntax.executableComment === undefined ? "" : match(syntax.executableComment, script, place);
    return executable === ""
      ? ["comment", endOfComment(script, place, syntax.hasNestedComments, line)]
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
