const CAST = /::(?:[\w. ]|"[^"]*")+(?:\([\d, ]*\))?$/;
const STRING = /^N?'((?:[^']|'')*)'$/is;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The text of a default's value: `'it''s'::text` is `it's`, `((0))` is `0`. `undefined` for an expression. */
export function literalText(expression: string | undefined): string | undefined {
  if (expression === undefined) return undefined;
  const bare = withoutParentheses(expression.trim());
  const uncast = /^(?:'|\()/.test(bare) ? withoutParentheses(bare.replace(CAST, "")) : bare;
  const [, quoted] = STRING.exec(uncast) ?? [];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  if (NUMBER.test(uncast)) return uncast.replace(/^\+/, "");
  return /^(?:true|false)$/i.test(uncast) ? uncast.toLowerCase() : undefined;
}

/** Whether a default is null, which is none: `NULL::character varying`, `(NULL)`. */
export function isNullDefault(expression: string): boolean {
  return /^null$/i.test(withoutParentheses(expression.trim()).replace(CAST, ""));
}

/** Strips outer pairs of parentheses. Text with other parentheses inside is not a plain value and stays as it is. */
function withoutParentheses(text: string): string {
  const [, inner] = /^\(([^()]*|\(.*\)|'(?:[^']|'')*')\)$/s.exec(text) ?? [];
  return inner === undefined ? text : withoutParentheses(inner.trim());
}
