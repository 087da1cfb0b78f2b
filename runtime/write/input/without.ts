import type { AnyFields } from "../write.js";

/**
 * The record with these members, which replace those of the same name. On Node.js 20, each object of `{ ...record,
 * ...members }` would get its own hidden class, which makes all reads of it slow.
 */
export function withMembers(record: AnyFields, members: AnyFields): AnyFields {
  // `Object.assign` would turn a member `__proto__` into the prototype: kept as a member, the write rejects it.
  return Object.hasOwn(record, "__proto__")
    ? { ...record, ...members }
    : Object.assign<object, AnyFields, AnyFields>({}, record, members);
}

/** The record without these members. The record itself if it has none of them. */
export function without(record: AnyFields, names: readonly string[]): AnyFields {
  if (!names.some((name) => Object.hasOwn(record, name))) return record;
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(record)) {
    // Setting it would have no effect. Kept as a member, the write rejects it.
    if (name === "__proto__") return record;
    if (!names.includes(name)) rest[name] = record[name];
  }
  return rest;
}
