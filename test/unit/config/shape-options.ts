import { z } from "zod";

export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly not?: object;
  readonly errorMessage?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export interface ShapeOption {
  readonly path: string;
  readonly shape: z.core.$ZodType;
  readonly schema: Schema | undefined;
}

/** Every option of the configuration's shape, with the JSON Schema of the same place. */
export function optionsOf(shape: unknown, at?: Schema, place = ""): readonly ShapeOption[] {
  const inner = (member: unknown, memberSchema: Schema | undefined, key: string) =>
    optionsOf(member, memberSchema, place === "" ? key : `${place}.${key}`);
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault)
    return optionsOf(shape.unwrap(), at, place);
  if (shape instanceof z.ZodPrefault) return optionsOf(shape.def.innerType, at, place);
  if (shape instanceof z.ZodPipe) return optionsOf(shape.in, at, place);
  if (shape instanceof z.ZodArray) return inner(shape.element, arm(at, "array")?.items, "0");
  if (shape instanceof z.ZodRecord)
    return inner(shape.valueType, arm(at, "object")?.additionalProperties as Schema | undefined, "*");
  if (shape instanceof z.ZodUnion) return shape.options.flatMap((each) => optionsOf(each, at, place));
  if (!(shape instanceof z.ZodObject)) return [];
  return Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([key, member]) => {
    const memberSchema = arm(at, "object", key)?.properties?.[key];
    const named = { path: place === "" ? key : `${place}.${key}`, shape: member, schema: memberSchema };
    return [named, ...inner(member, memberSchema, key)];
  });
}

/** The alternative of a union for values of this type, or for objects with this member. */
function arm(at: Schema | undefined, type: string, member?: string): Schema | undefined {
  const has = ({ properties }: Schema) => member === undefined || Object.hasOwn(properties ?? {}, member);
  return at?.anyOf === undefined ? at : at.anyOf.find((each) => each.type === type && has(each));
}

/** The default that is part of an option's shape. */
export function defaultOf(shape: unknown): { readonly value: unknown } | undefined {
  if (shape instanceof z.ZodDefault) return { value: shape.def.defaultValue };
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable) return defaultOf(shape.unwrap());
  return undefined;
}

/** Where a configuration uses an option: the places for `*` and `0` of the option's path. */
export function placesOf(config: unknown, path: string): readonly string[] {
  const [key = "", ...rest] = path.split(".");
  if (typeof config !== "object" || config === null) return [];
  const keys = key === "*" || key === "0" ? Object.keys(config) : [key];
  return keys.flatMap((each) => {
    const value = (config as Readonly<Record<string, unknown>>)[each];
    if (value === undefined) return [];
    return rest.length === 0 ? [each] : placesOf(value, rest.join(".")).map((place) => `${each}.${place}`);
  });
}

/** A copy with another value at a place. `undefined` removes it. */
export function changedAt(value: unknown, [key = "", ...rest]: readonly string[], wrong: unknown): unknown {
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  if (rest.length > 0) copy[key] = changedAt(copy[key], rest, wrong);
  else if (wrong === undefined) Reflect.deleteProperty(copy, key);
  else copy[key] = wrong;
  return copy;
}
