import { z } from "zod";
import { onceForEach } from "../once-for-each.js";

/** Parses a given value as a schema does. @throws {Error} where the schema finds a mistake. */
export type ValueParser = (value: unknown) => unknown;

/** A member of an object schema, parsed without zod. */
export interface PlainMember {
  readonly name: string;
  readonly parse: ValueParser;
  /** Whether an object without the member is a mistake. */
  readonly isRequired: boolean;
  /** Returns the value of a missing member, a new one for each object. `undefined` if there is none. */
  readonly default: (() => unknown) | undefined;
}

/** The parsers of the schemas of `field`. Methods such as `.trim()` return another schema, without a parser. */
const parsers = new WeakMap<z.ZodType, ValueParser>();
const membersOf = onceForEach(findMembers);

export function noteParser(schema: z.ZodType, parse: ValueParser): void {
  parsers.set(schema, parse);
}

/**
 * The members of an object schema, in its order. `undefined` if one of them is not a schema of `field`, as in edited
 * code: then only zod can parse it.
 */
export function plainMembers(schema: z.ZodType): readonly PlainMember[] | undefined {
  return membersOf(schema) ?? undefined;
}

function findMembers(schema: z.ZodType): readonly PlainMember[] | null {
  if (!isPlainObjectSchema(schema)) return null;
  const members: PlainMember[] = [];
  for (const [name, member] of Object.entries(schema.shape)) {
    const plain = plainMember(name, member as z.ZodType);
    if (plain === undefined) return null;
    members.push(plain);
  }
  return members;
}

function plainMember(name: string, schema: z.ZodType): PlainMember | undefined {
  if (schema instanceof z.ZodDefault) {
    const inner = hasChecks(schema) ? undefined : plainMember(name, schema.unwrap() as z.ZodType);
    // It may be a function that returns another value each time. Zod does not show which.
    return inner && { ...inner, isRequired: false, default: () => schema.def.defaultValue };
  }
  if (schema instanceof z.ZodOptional) {
    const inner = hasChecks(schema) ? undefined : plainMember(name, schema.unwrap() as z.ZodType);
    return inner && { ...inner, isRequired: false };
  }
  const parse = parserOf(schema);
  return parse && { name, parse, isRequired: true, default: undefined };
}

function parserOf(schema: z.ZodType): ValueParser | undefined {
  if (!(schema instanceof z.ZodNullable)) return parsers.get(schema);
  const parse = hasChecks(schema) ? undefined : parserOf(schema.unwrap() as z.ZodType);
  return parse && ((value) => (value === null ? null : parse(value)));
}

/** Whether the schema only parses its members. */
export function isPlainObjectSchema(schema: z.ZodType): schema is z.ZodObject {
  return schema instanceof z.ZodObject && !hasChecks(schema) && schema.def.catchall === undefined;
}

export function hasChecks({ def }: z.ZodType): boolean {
  return (def.checks?.length ?? 0) > 0;
}
