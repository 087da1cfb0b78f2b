import type * as Format from "../../generator/format.js";

/** Formats each text once in a test file: most of them come again and again. */
export function cacheFormat({ formatCode }: typeof Format): typeof Format {
  const cache = new Map<string, Promise<string>>();
  return {
    formatCode: (code) => {
      const known = cache.get(code) ?? formatCode(code);
      cache.set(code, known);
      return known;
    },
  };
}
