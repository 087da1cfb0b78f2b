import type * as Format from "../generator/files/format.js";

/** Formats each text only once per worker, because most texts repeat. */
export function cacheFormat({ formatCode, ...others }: typeof Format): typeof Format {
  const cache = new Map<string, Promise<string>>();
  return {
    ...others,
    formatCode: (code, options) => {
      // A plugin may do something else in the next test.
      if ((options?.plugins ?? []).length > 0) return formatCode(code, options);
      const key = JSON.stringify([options, code]);
      const known = cache.get(key) ?? formatCode(code, options);
      cache.set(key, known);
      return known;
    },
  };
}
