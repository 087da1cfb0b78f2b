/** A text, a name in any database's quotes, a bare word, or a sign. Anything else is not understood. */
const TOKEN =
  /\s*(?:N?'((?:[^']|'')*)'|"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|\[((?:[^\]]|\]\])+)\]|([\p{L}_][\p{L}\p{N}_$#@]*)|([(),=]))\s*/uy;

type Token = { readonly kind: "text" | "name" | "word" | "sign"; readonly text: string };

/** A column and the texts that a check limits it to. */
export interface CheckedValues {
  readonly column: string;
  readonly values: readonly string[];
}

/**
 * The texts of a check of the form `state in ('a', 'b')` or `state = 'b' or state = 'a'`. The latter is how
 * SQL Server stores the former, the last value first. `undefined` for any other check.
 */
export function valuesOfCheck(clause: string): CheckedValues | undefined {
  const tokens = tokensOf(clause);
  // In these forms, parentheses change nothing.
  const [first, ...rest] = tokens?.filter(({ kind, text }) => kind !== "sign" || !/[()]/.test(text)) ?? [];
  if (first === undefined || !isName(first)) return undefined;
  const [operator] = rest;
  const values =
    operator !== undefined && isWord(operator, "in")
      ? listed(rest.slice(1))
      : alternatives([first, ...rest], first.text)?.toReversed();
  return values === undefined || values.length === 0 ? undefined : { column: first.text, values };
}

function tokensOf(clause: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < clause.length) {
    const match = TOKEN.exec(clause);
    if (match === null) return undefined;
    const [, text, double, back, bracket, word, sign] = match;
    if (text !== undefined) tokens.push({ kind: "text", text: text.replaceAll("''", "'") });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign });
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

/** `'a', 'b'` */
function listed(tokens: readonly Token[]): readonly string[] | undefined {
  const isList = tokens.every(({ kind, text }, index) =>
    index % 2 === 0 ? kind === "text" : kind === "sign" && text === ",",
  );
  return isList && tokens.length % 2 === 1
    ? tokens.filter((_, index) => index % 2 === 0).map(({ text }) => text)
    : undefined;
}

/** `state = 'a' or state = 'b'` */
function alternatives(tokens: readonly Token[], column: string): readonly string[] | undefined {
  const values: string[] = [];
  for (let start = 0; start < tokens.length; start += 4) {
    const [name, equals, value, or] = tokens.slice(start, start + 4);
    const isComparison =
      name !== undefined &&
      isName(name) &&
      name.text === column &&
      equals?.text === "=" &&
      value?.kind === "text";
    if (!isComparison || (or !== undefined && !isWord(or, "or"))) return undefined;
    // `or` needs another comparison.
    if (or !== undefined && start + 4 >= tokens.length) return undefined;
    values.push(value.text);
  }
  return values;
}

function isName({ kind }: Token): boolean {
  return kind === "name" || kind === "word";
}

function isWord({ kind, text }: Token, word: string): boolean {
  return kind === "word" && text.toLowerCase() === word;
}
