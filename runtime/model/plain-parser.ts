import { z } from "zod";

/** Parses a value that is given as a schema does. @throws {Error} where the schema finds a mistake. */
export type ValueParser = (value: unknown) => unknown;

/** A member of an object schema, parsed without zod. */
export interface PlainMember {
  readonly name: string;
  readonly parse: ValueParser;
  /** Whether an object without it is a mistake. */
  readonly isRequired: boolean;
  /** Gives the value of a member that is left out, for each object anew. `undefined` for none. */
  readonly default: (() => unknown) | undefined;
}

/** What the schemas of `field` do. A method such as `.trim()` returns another schema, without a parser. */
const parsers = new WeakMap<z.ZodType, ValueParser>();
const known = new WeakMap<z.ZodType, readonly PlainMember[] | null>();

export function noteParser(schema: z.ZodType, parse: ValueParser): void {
  parsers.set(schema, parse);
}

/**
 * The members of an object schema, in its order. `undefined` if one of them is parsed otherwise than `field` does, as
 * in schemas that have been edited: then only zod knows how.
 */
export function plainMembers(schema: z.ZodType): readonly PlainMember[] | undefined {
  let members = known.get(schema);
  if (members === undefined) known.set(schema, (members = findMembers(schema)));
  return members ?? undefined;
}

function findMembers(schema: z.ZodType): readonly PlainMember[] | null {
  if (!isPlainObject(schema)) return null;
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
    // It may be a function that gives another value each time, which zod does not tell.
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
export function isPlainObject(schema: z.ZodType): schema is z.ZodObject {
  return schema instanceof z.ZodObject && !hasChecks(schema) && schema.def.catchall === undefined;
}

export function hasChecks({ def }: z.ZodType): boolean {
  return (def.checks?.length ?? 0) > 0;
}
