import type { FoundSchema } from "./unmanaged-objects.js";

export type ComparedSchema = Pick<FoundSchema, "tables" | "checks">;

/**
 * The differences between two databases, apart from the order of columns, a sentence each.
 * @param own When the first one has its tables, at the end of a sentence: `after all migrations`.
 * @param other When the second one has.
 */
export function compareStored(
  a: ComparedSchema,
  b: ComparedSchema,
  own: string,
  other: string,
): readonly string[] {
  const [parts, wanted] = [partsOf(a), partsOf(b)];
  const places = [...new Set([...parts.keys(), ...wanted.keys()])].sort();
  return places.flatMap((place) => {
    const [is, shouldBe] = [parts.get(place), wanted.get(place)];
    if (is === shouldBe) return [];
    return [`${place} is ${is ?? "missing"} ${own}, and ${shouldBe ?? "missing"} ${other}.`];
  });
}

/** The text of every part of the tables, by its place. */
function partsOf({ tables, checks }: ComparedSchema): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const { name: table, columns, primaryKey, indexes, foreignKeys, isView, triggers = [] } of tables) {
    const place = `"${table}"`;
    parts.set(place, isView ? "a view" : "a table");
    parts.set(`the primary key of ${place}`, primaryKey.join(", "));
    for (const { name, ...column } of columns) parts.set(`${place}."${name}"`, textOf(column));
    for (const { name, ...index } of indexes) parts.set(`the index "${name}" of ${place}`, textOf(index));
    for (const { name, ...key } of foreignKeys)
      parts.set(`the foreign key "${name === "" ? key.columns.join(", ") : name}" of ${place}`, textOf(key));
    for (const { name, ...trigger } of triggers)
      parts.set(`the trigger "${name}" of ${place}`, textOf(trigger));
  }
  for (const { name, table, clause } of checks)
    parts.set(`the check "${name ?? clause}" of "${table}"`, clause);
  return parts;
}

/** Without the schema, which differs between the databases of some servers. */
function textOf(value: object): string {
  return JSON.stringify(value, (key, member: unknown) =>
    key === "schema" || key === "targetSchema" ? undefined : member,
  );
}
