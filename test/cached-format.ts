import { formatCode as format, type FormatOptions } from "../generator/files/format.js";

export { formatJson } from "../generator/files/format.js";

const formatted = new Map<string, Promise<string>>();

/** Formats each text only once per worker, because most texts repeat. */
export function formatCode(text: string, options: FormatOptions = {}): Promise<string> {
  // The result may differ in the next test, because a plugin may.
  if ((options.plugins ?? []).length > 0) return format(text, options);
  const key = JSON.stringify([options, text]);
  const known = formatted.get(key) ?? format(text, options);
  formatted.set(key, known);
  return known;
}
