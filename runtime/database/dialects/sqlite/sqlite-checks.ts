/** A quoted text or name, a parenthesis, or a bare name. Parentheses inside quotes are not tokens. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[()]|[\p{L}\p{N}_$]+/gu;

/** The expression of the check with this name, in a `create table` statement. */
export function checkNamed(name: string, statement: string): string | undefined {
  const tokens = Array.from(statement.matchAll(TOKEN), ({ 0: text, index }) => ({ text, index }));
  const start = tokens.findIndex(
    ({ text }, index) =>
      isWord(text, "check") &&
      isWord(tokens[index - 2]?.text, "constraint") &&
      bare(tokens[index - 1]?.text ?? "") === name,
  );
  if (start === -1) return undefined;
  let depth = 0;
  for (let index = start + 1; index < tokens.length; index++) {
    if (tokens[index]?.text === "(") depth++;
    else if (tokens[index]?.text === ")") depth--;
    if (depth === 0) return statement.slice(tokens[start + 1]?.index, tokens[index]?.index);
  }
  return undefined;
}

function isWord(text: string | undefined, word: string): boolean {
  return text?.toLowerCase() === word;
}

/** Removes the quotes of a name. */
function bare(name: string): string {
  const [quote = ""] = name;
  if (quote === "[") return name.slice(1, -1);
  return /["'`]/.test(quote) ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
}
