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
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x7b || code === 0x5b) depth = Math.max(depth, ++open);
    else if (code === 0x7d || code === 0x5d) open--;
    else if (code === 0x3a) keys++;
  }
  return { depth, keys };
}
