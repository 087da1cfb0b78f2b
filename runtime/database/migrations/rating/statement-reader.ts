import type { TablePlace } from "../../schema/schema-entity.js";
import {
  type TokenSyntax,
  scriptTokens,
  UnterminatedToken,
  type ScriptToken,
} from "../scripts/script-tokens.js";

/**
 * Reads the tokens of a statement from left to right. Comments are left out. Of a comment that the database executes,
 * only its delimiters are left out, because its content is part of the statement.
 */
export class StatementReader {
  readonly tokens: readonly ScriptToken[];
  #place = 0;

  constructor(tokens: Iterable<ScriptToken>) {
    this.tokens = [...tokens].filter(({ kind, text }) => kind !== "comment" && !/^\/\*|^\*\/$/.test(text));
  }

  get isAtEnd(): boolean {
    return this.#place >= this.tokens.length;
  }

  /** The next token's word or sign; empty for names, texts and the end. */
  get word(): string {
    return this.tokens[this.#place]?.word ?? "";
  }

  next(): ScriptToken | undefined {
    return this.tokens[this.#place++];
  }

  /** Reads these words if all of them are next. */
  take(words: string): boolean {
    const wanted = words.split(" ");
    if (!wanted.every((word, index) => this.tokens[this.#place + index]?.word === word)) return false;
    this.#place += wanted.length;
    return true;
  }

  /** Reads one of these phrases, the first that is next. */
  takeAny<P extends string>(...phrases: readonly P[]): P | undefined {
    return phrases.find((phrase) => this.take(phrase));
  }

  /** Reads a name, and returns its last part in lower case: `dbo.[Item]` is `item`. */
  name(): string | undefined {
    let name = simpleName(this.tokens[this.#place]);
    if (name === undefined) return undefined;
    this.#place++;
    while (this.word === ".") {
      this.#place++;
      name = simpleName(this.next()) ?? name;
    }
    return name;
  }

  /** Reads the name of a table with its schema, in lower case. */
  place(): TablePlace | undefined {
    const names = [this.#simpleName()];
    while (this.take(".")) names.push(this.#simpleName());
    const [table, schema] = names.reverse();
    return table === undefined ? undefined : { schema, table };
  }

  #simpleName(): string | undefined {
    const name = simpleName(this.tokens[this.#place]);
    if (name !== undefined) this.#place++;
    return name;
  }

  /** Reads parentheses and what is in them; `undefined` if they are not next. */
  parentheses(): StatementReader | undefined {
    if (this.word !== "(") return undefined;
    const start = this.#place;
    let depth = 0;
    do {
      const { word } = this.tokens[this.#place++] ?? { word: "" };
      depth += word === "(" ? 1 : word === ")" ? -1 : 0;
    } while (depth > 0 && !this.isAtEnd);
    // An unclosed parenthesis takes the rest.
    return new StatementReader(this.tokens.slice(start + 1, depth > 0 ? undefined : this.#place - 1));
  }

  /** The remaining tokens, without reading them. */
  rest(): StatementReader {
    return new StatementReader(this.tokens.slice(this.#place));
  }

  /** Reads the remaining tokens up to one of these words outside parentheses. */
  until(...words: readonly string[]): StatementReader {
    const start = this.#place;
    while (!this.isAtEnd && !words.includes(this.word)) if (this.parentheses() === undefined) this.#place++;
    return new StatementReader(this.tokens.slice(start, this.#place));
  }

  /** The remaining tokens, split at commas outside parentheses. */
  parts(): readonly StatementReader[] {
    const parts: StatementReader[] = [];
    while (!this.isAtEnd) {
      parts.push(this.until(","));
      this.#place++;
    }
    return parts;
  }

  /** Whether the remaining tokens contain these words in a row, in parentheses or not. */
  has(words: string): boolean {
    return this.#places(words).length > 0;
  }

  /** Whether the remaining tokens contain these words in a row, outside parentheses. */
  hasOutside(words: string): boolean {
    return this.#places(words).some((place) => this.#depthAt(place) === 0);
  }

  /** The value of an option: `lock = none` or `lock none`. */
  option(name: string): string | undefined {
    const rest = this.rest();
    if (!rest.skipAfter(name)) return undefined;
    rest.take("=");
    return rest.word;
  }

  /** Skips past these words, if they occur outside parentheses. */
  skipAfter(words: string): boolean {
    const place = this.#places(words).find((candidate) => this.#depthAt(candidate) === 0);
    if (place === undefined) return false;
    this.#place = place + words.split(" ").length;
    return true;
  }

  #places(words: string): readonly number[] {
    const wanted = words.split(" ");
    return this.tokens.flatMap((_, place) =>
      place >= this.#place && wanted.every((word, index) => this.tokens[place + index]?.word === word)
        ? [place]
        : [],
    );
  }

  #depthAt(end: number): number {
    return this.tokens
      .slice(this.#place, end)
      .reduce((depth, { word }) => depth + (word === "(" ? 1 : word === ")" ? -1 : 0), 0);
  }
}

/** Reads a text. `undefined` if it is not SQL. */
export function readerOf(text: string, syntax: TokenSyntax): StatementReader | undefined {
  try {
    return new StatementReader(scriptTokens(text, syntax));
  } catch (error) {
    if (error instanceof UnterminatedToken) return undefined;
    throw error;
  }
}

/** The name in a token, in lower case and without quotes. A text is not a name, except where SQLite allows it. */
export function simpleName(token: ScriptToken | undefined): string | undefined {
  if (token?.kind === "word") return token.word;
  if (token?.kind !== "name") return undefined;
  const quote = token.text.slice(-1);
  return token.text
    .slice(1, -1)
    .replaceAll(quote + quote, quote)
    .toLowerCase();
}

/** The content of a text, without its quotes and prefix. */
export function contentOf(token: ScriptToken | undefined): string | undefined {
  return token?.kind === "text" ? token.text.replace(/^[^']*'|'$/g, "").replaceAll("''", "'") : undefined;
}

/** The words that end the condition of a statement. */
const ends = ["returning", "order", "limit", "option", "output"];

/** The condition after `where`, or in the parentheses after `check`, as SQL. `undefined` without one. */
export function conditionText(part: StatementReader, word: "where" | "check"): string | undefined {
  const reader = part.rest();
  if (!reader.skipAfter(word)) return undefined;
  const condition = word === "check" ? reader.parentheses() : reader.until(...ends);
  const tokens = condition?.tokens ?? [];
  return tokens.length === 0 ? undefined : spaced(tokens);
}

/** The tokens with the original blanks between them: `::` is one sign, and `e'…'` one text. */
function spaced(tokens: StatementReader["tokens"]): string {
  return tokens
    .map(({ text, start }, index) => (index > 0 && tokens[index - 1]?.end !== start ? ` ${text}` : text))
    .join("");
}

/** The columns in the first parentheses, or in those after the table that `word` names. */
export function listedColumns(part: StatementReader, word?: "references"): readonly string[] {
  const reader = part.rest();
  if (word !== undefined) {
    if (!reader.skipAfter(word)) return [];
    reader.name();
    return columnNames(reader.parentheses());
  }
  reader.until("(");
  return columnNames(reader.parentheses());
}

export function columnNames(list: StatementReader | undefined): readonly string[] {
  return (list?.parts() ?? []).map((part) => part.name() ?? "");
}
