import type * as Format from "../../generator/format.js";

/** Formats each text only once per test file, because most texts repeat. */
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
