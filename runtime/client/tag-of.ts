const tags = new WeakMap<object, string>();

/**
 * The version of a record (its `ETag`), for `ifMatch`. Records from `findById` without `select`, `create` and
 * `update` have one. It is kept in a `WeakMap`, so that records have no members but their own. Copies have no
 * version: store the tag with a record that is copied, stored or sent.
 */
export function tagOf(record: object): string | undefined {
  return tags.get(record);
}

/** Notes the version of a record that was read. */
export function withTag<T>(record: T, tag: string | null): T {
  if (tag !== null && typeof record === "object" && record !== null) tags.set(record, tag);
  return record;
}
