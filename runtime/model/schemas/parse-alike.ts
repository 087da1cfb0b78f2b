import { z } from "zod";
import { onceForEach } from "../once-for-each.js";
import { hasChecks, isPlainObjectSchema, noteParser, type ValueParser } from "../values/plain-parser.js";

/**
 * Describes what a schema of `field` parses, as a text. Methods such as `.trim()` return another schema, without a
 * description.
 */
const kinds = new WeakMap<z.ZodType, string>();

/** Notes that all schemas with the same arguments parse alike, and that `parse` gives the same result. */
export function withKind<T extends z.ZodType>(
  schema: T,
  parse: ValueParser | undefined,
  ...kind: readonly unknown[]
): T {
  kinds.set(schema, JSON.stringify(kind));
  if (parse !== undefined) noteParser(schema, parse);
  return schema;
}

/** Passes the description of a schema on to one that is derived from it, if there is one. */
export function withKindOf<T extends z.ZodType>(schema: T, item: z.ZodType, ...kind: readonly unknown[]): T {
  const inner = kindOf(item, false);
  return inner === undefined ? schema : withKind(schema, undefined, inner, ...kind);
}

const isAlike = onceForEach((changes: z.ZodType) =>
  onceForEach((created: z.ZodType) => areAlike(changes, created)),
);

/**
 * Whether each member of `changes` parses given values as the same member of `created` does. Then values that one has
 * parsed need not be parsed again. Edited schemas may differ, and do not count as alike.
 */
export function parseAlike(changes: z.ZodType, created: z.ZodType): boolean {
  return isAlike(changes)(created);
}

function areAlike(changes: z.ZodType, created: z.ZodType): boolean {
  if (!isPlainObjectSchema(changes) || !isPlainObjectSchema(created)) return false;
  return Object.entries(changes.shape).every(([name, member]) => {
    // A default of the changes would change members that are not given.
    const kind = kindOf(member as z.ZodType, false);
    const other = (created.shape as Record<string, z.ZodType>)[name];
    return kind !== undefined && other !== undefined && kind === kindOf(other, true);
  });
}

/** Describes what the schema makes of a given value, whether or not the value may be left out. */
function kindOf(schema: z.ZodType, mayHaveDefault: boolean): string | undefined {
  if (hasChecks(schema)) return kinds.get(schema);
  if (schema instanceof z.ZodOptional || (mayHaveDefault && schema instanceof z.ZodDefault))
    return kindOf(schema.unwrap() as z.ZodType, mayHaveDefault);
  if (!(schema instanceof z.ZodNullable)) return kinds.get(schema);
  const inner = kindOf(schema.unwrap() as z.ZodType, mayHaveDefault);
  return inner === undefined ? undefined : `${inner}, or null`;
}
