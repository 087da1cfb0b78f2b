import type { AnyFields } from "./write.js";

/**
 * The record with these members, which replace those of the same name. On Node.js 20, each object of
 * `{ ...record, ...members }` would get a hidden class of its own, which makes all that reads it slow.
 */
export function withMembers(record: AnyFields, members: AnyFields): AnyFields {
  // `Object.assign` would make a member `__proto__` the prototype: the write refuses it.
  return Object.hasOwn(record, "__proto__")
    ? { ...record, ...members }
    : Object.assign<object, AnyFields, AnyFields>({}, record, members);
}

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
