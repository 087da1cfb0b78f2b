import type * as Format from "../../generator/format.js";

/** Formats each text once in a test file: most of them come again and again. */
export function cacheFormat({ formatCode, ...others }: typeof Format): typeof Format {
  const cache = new Map<string, Promise<string>>();
  return {
    ...others,
    formatCode: (code, options) => {
      const key = JSON.stringify([options, code]);
      const known = cache.get(key) ?? formatCode(code, options);
      cache.set(key, known);
      return known;
    },
  };
}
