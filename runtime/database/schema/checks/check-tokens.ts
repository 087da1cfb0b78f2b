/**
 * A text, a name in any database's quotes, a number, a bare word, or a sign. `array[` begins PostgreSQL's lists.
 * Anything else is not understood.
 */
const TOKEN =
  /\s*(?:(?:N|_\w+)?'((?:[^']|'')*)'|(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)|(array\[|<=|>=|<>|::|\[\]|[(),=<>\]+-])|"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|\[((?:[^\]]|\]\])+)\]|([\p{L}_][\p{L}\p{N}_$#@]*))\s*/iuy;

export interface CheckToken {
  readonly kind: "text" | "number" | "sign" | "name" | "word";
  readonly text: string;
}

/** The tokens of a check's expression; `undefined` if it contains others. */
export function tokensOf(clause: string): readonly CheckToken[] | undefined {
  const tokens: CheckToken[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < clause.length) {
    const match = TOKEN.exec(clause);
    if (match === null) return undefined;
    const [, text, number, sign, double, back, bracket, word] = match;
    if (text !== undefined) tokens.push({ kind: "text", text: text.replaceAll("''", "'") });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign.toLowerCase() });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else
      tokens.push({
        kind: "name",
        text:
          double?.replaceAll('""', '"') ??
          back?.replaceAll("``", "`") ??
          bracket?.replaceAll("]]", "]") ??
          "",
      });
  }
  return tokens;
}

/** Without parentheses, which change nothing in the forms that are understood. */
export function withoutParentheses(tokens: readonly CheckToken[]): readonly CheckToken[] {
  return tokens.filter(({ kind, text }) => kind !== "sign" || (text !== "(" && text !== ")"));
}

export function isNameToken(
  token: CheckToken | undefined,
): token is CheckToken & { readonly kind: "name" | "word" } {
  return token?.kind === "name" || token?.kind === "word";
}

export function isWord(token: CheckToken | undefined, word: string): boolean {
  return token?.kind === "word" && token.text.toLowerCase() === word;
}

export function isSign(token: CheckToken | undefined, sign: string): boolean {
  return token?.kind === "sign" && token.text === sign;
}

/** Words that are not column names. */
const KEYWORD = /^(?:and|or|not|in|is|null|between|like|any|all|case|when|then|else|end|true|false)$/i;

/** Reads the tokens of a check from left to right. */
export class CheckReader {
  readonly #tokens: readonly CheckToken[];
  #place = 0;

  constructor(tokens: readonly CheckToken[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#place === this.#tokens.length;
  }

  /** Reads these words and signs if all of them are next. */
  take(...wanted: readonly string[]): boolean {
    const next = this.#tokens.slice(this.#place, this.#place + wanted.length);
    const isNext = wanted.every((each, index) => {
      const { kind, text } = next[index] ?? { kind: "text", text: "" };
      return (kind === "word" || kind === "sign") && text.toLowerCase() === each;
    });
    if (isNext) this.#place += wanted.length;
    return isNext;
  }

  takeAny<W extends string>(wanted: readonly W[]): W | undefined {
    return wanted.find((each) => this.take(each));
  }

  /** Reads a column or a function. */
  name(): string | undefined {
    const token = this.#tokens[this.#place];
    if (!isNameToken(token) || (token.kind === "word" && KEYWORD.test(token.text))) return undefined;
    this.#place++;
    return token.text;
  }

  /** Reads a text, or a number with its sign. */
  value(): string | undefined {
    const [first, second] = this.#tokens.slice(this.#place, this.#place + 2);
    const isSigned = (isSign(first, "-") || isSign(first, "+")) && second?.kind === "number";
    const value = isSigned ? second : first;
    if (value?.kind !== "text" && value?.kind !== "number") return undefined;
    this.#place += isSigned ? 2 : 1;
    return isSign(first, "-") ? `-${value.text}` : value.text;
  }
}

/** A string literal, or a name: bare, or quoted in any database's way. */
const NAMES = /'(?:[^']|'')*'|"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|\[([^\]]+)\]|([\p{L}_][\p{L}\p{N}_$]*)/gu;

/** All names in an SQL expression, in lower case. */
export function namesIn(clause: string): ReadonlySet<string> {
  const names = Array.from(clause.matchAll(NAMES), (groups) => groups.slice(1).join(""));
  return new Set(names.map((name) => name.toLowerCase()));
}
