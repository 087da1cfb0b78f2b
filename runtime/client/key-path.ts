/**
 * The path of a record below its entity: `/1`, or `/7/2` for a key of several fields.
 * @param keys The fields of a key of several fields, in order.
 * @throws {TypeError} for an id that no path can have, such as an empty text.
 */
export function keyPath(id: unknown, keys: readonly string[] | undefined, entity: string): string {
  const isObject = typeof id === "object" && id !== null;
  if (isObject && keys === undefined)
    throw new TypeError(
      `The id of "${entity}" has several fields. Pass their order to "createClient": { keys: { ${entity}: [${Object.keys(id).join(", ")}] } }.`,
    );
  const values = isObject ? (keys ?? []).map((key) => (id as Readonly<Record<string, unknown>>)[key]) : [id];
  return values.map((value) => `/${encodeKey(value, entity)}`).join("");
}

/** A path without the value, or with "." or "..", would lead to something else. */
function encodeKey(value: unknown, entity: string): string {
  const text = ["string", "number", "bigint"].includes(typeof value) ? `${value as string | number}` : "";
  if (/^\.{0,2}$/.test(text))
    throw new TypeError(`${JSON.stringify(value)} cannot be in the id of "${entity}".`);
  return encodeURIComponent(text);
}
