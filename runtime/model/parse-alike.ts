import { z } from "zod";
import { hasChecks, isPlainObject, noteParser, type ValueParser } from "./plain-parser.js";

/** What the schemas of `field` parse, as a text. A method such as `.trim()` returns another schema, without one. */
const kinds = new WeakMap<z.ZodType, string>();

/** Notes that all schemas with the same arguments parse alike, and that `parse` does what the schema does. */
export function withKind<T extends z.ZodType>(
  schema: T,
  parse: ValueParser | undefined,
  ...kind: readonly unknown[]
): T {
  kinds.set(schema, JSON.stringify(kind));
  if (parse !== undefined) noteParser(schema, parse);
  return schema;
}

/** Notes the kind of a schema that is made of another one, if that has one. */
export function withKindOf<T extends z.ZodType>(schema: T, item: z.ZodType, ...kind: readonly unknown[]): T {
  const inner = kindOf(item, false);
  return inner === undefined ? schema : withKind(schema, undefined, inner, ...kind);
}

const known = new WeakMap<z.ZodType, WeakMap<z.ZodType, boolean>>();

/**
 * Whether each member of `changes` parses the values that are given as the same member of `created` does, so that what
 * one has parsed need not be parsed again. Schemas that have been edited may differ: those are not alike.
 */
export function parseAlike(changes: z.ZodType, created: z.ZodType): boolean {
  let others = known.get(changes);
  if (others === undefined) known.set(changes, (others = new WeakMap()));
  let isAlike = others.get(created);
  if (isAlike === undefined) others.set(created, (isAlike = areAlike(changes, created)));
  return isAlike;
}

function areAlike(changes: z.ZodType, created: z.ZodType): boolean {
  if (!isPlainObject(changes) || !isPlainObject(created)) return false;
  return Object.entries(changes.shape).every(([name, member]) => {
    // A default of the changes would change what is not given.
    const kind = kindOf(member as z.ZodType, false);
    const other = (created.shape as Record<string, z.ZodType>)[name];
    return kind !== undefined && other !== undefined && kind === kindOf(other, true);
  });
}

/** What the schema makes of a value that is given, whether or not it may be left out. */
function kindOf(schema: z.ZodType, mayHaveDefault: boolean): string | undefined {
  if (hasChecks(schema)) return kinds.get(schema);
  if (schema instanceof z.ZodOptional || (mayHaveDefault && schema instanceof z.ZodDefault))
    return kindOf(schema.unwrap() as z.ZodType, mayHaveDefault);
  if (!(schema instanceof z.ZodNullable)) return kinds.get(schema);
  const inner = kindOf(schema.unwrap() as z.ZodType, mayHaveDefault);
  return inner === undefined ? undefined : `${inner}, or null`;
}
