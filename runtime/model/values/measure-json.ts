/** The size of a JSON text. */
interface JsonSize {
  /** The maximum nesting of arrays and objects. */
  readonly depth: number;
  /** The number of keys in all objects. */
  readonly keys: number;
}

/** Counts brackets and colons before any recursive parser runs. Outside strings, each key has one colon. */
export function measureJson(text: string): JsonSize {
  let open = 0;
  let depth = 0;
  let keys = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = endOfString(text, index);
    else if (code === 0x7b || code === 0x5b) depth = Math.max(depth, ++open);
    else if (code === 0x7d || code === 0x5d) open--;
    else if (code === 0x3a) keys++;
  }
  return { depth, keys };
}

/** The position of the quote that ends this string. `indexOf` is faster than looking at each character. */
function endOfString(text: string, begin: number): number {
  let from = begin + 1;
  for (;;) {
    const end = text.indexOf('"', from);
    if (end === -1) return text.length;
    let backslashes = 0;
    while (end - backslashes > from && text.charCodeAt(end - backslashes - 1) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
    from = end + 1;
  }
}
