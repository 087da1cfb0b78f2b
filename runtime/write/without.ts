import type { AnyFields } from "./write.js";

/** The record without these members: itself if it has none of them. */
export function without(record: AnyFields, names: readonly string[]): AnyFields {
  if (!names.some((name) => Object.hasOwn(record, name))) return record;
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(record)) {
    // To set it would be lost: the write refuses it.
    if (name === "__proto__") return record;
    if (!names.includes(name)) rest[name] = record[name];
  }
  return rest;
}
