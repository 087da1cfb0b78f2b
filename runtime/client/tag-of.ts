const tags = new WeakMap<object, string>();

/**
 * The version of a record (its `ETag`), for `ifMatch`. Records of `findById` without `select`, `create` and `update`
 * have one. Copies do not: keep the tag beside a record that is copied, stored or sent.
 */
export function tagOf(record: object): string | undefined {
  return tags.get(record);
}

/** Notes the version that a record was read with. */
export function withTag<T>(record: T, tag: string | null): T {
  if (tag !== null && typeof record === "object" && record !== null) tags.set(record, tag);
  return record;
}
