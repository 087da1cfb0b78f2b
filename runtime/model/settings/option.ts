import { z } from "zod";
import type { FieldValue } from "../values/field-value.js";

/** The facts about an option besides its zod schema. Docs, editor help and JSON Schema are generated from them. */
export interface OptionInfo {
  readonly description: string;
  /** The name of the TypeScript type. Objects, unions and enums without a name are written out in place. */
  readonly name?: string;
  /** The TypeScript type to write instead of the one that follows from JSON Schema. */
  readonly typescript?: string;
  /** The default in words, if it is not a constant. */
  readonly usually?: string;
  /** The answer to a request that exceeds the limit. */
  readonly answer?: string;
  /** Whether JSON cannot represent the value: functions and streams. */
  readonly isCode?: true;
  /** Whether the items of a list must be unique. JSON Schema has a keyword for it. */
  readonly uniqueItems?: true;
  /** Whether messages never show a value. */
  readonly isSecret?: true;
  /** Whether a value may be an object of any class, which is used as it is. Others are copied as plain data. */
  readonly isKept?: true;
}

export const optionInfo = z.registry<Partial<OptionInfo>>();

/** Describes an option. It does not copy the schema, because each copy costs time at start. */
export function option<S extends z.ZodType>(
  schema: S,
  description: string,
  info: Omit<OptionInfo, "description"> = {},
): S {
  optionInfo.add(schema, { description, ...info });
  return schema;
}

/** A group of options. `name` is the name of its TypeScript type. */
export function group<T extends z.ZodRawShape>(name: string, description: string, options: T) {
  return option(z.strictObject(options), description, { name });
}

/** A feature that is off (`false`), on (`true`), or on with options. */
export function feature<T extends z.ZodRawShape>(options: z.ZodObject<T, z.core.$strict>) {
  return z
    .union([z.boolean(), options], "must be true, false or an object of its options")
    .transform((given) => (given === true ? parseOptions(options) : given));
}

/** A feature that is off by default. */
export function offByDefault<T extends z.ZodRawShape>(
  options: z.ZodObject<T, z.core.$strict>,
  description: string,
) {
  return option(feature(options).default(false), description, { usually: "`false`" });
}

/** A function that the user supplies. `type` is the name of its TypeScript type. */
export function functionOption<F>(type: string, description: string) {
  const schema = z.custom<F>((value) => typeof value === "function", "must be a function");
  return option(schema.optional(), description, { typescript: type, isCode: true });
}

// Created once and refined, because creating a zod schema costs time at start.
const boolean = z.boolean();
const string = z.string();
const fromZero = z.int().min(0);
const fromOne = z.int().min(1);

export const flag = () => boolean.default(false);
export const optionalFlag = () => boolean.optional();
export const text = () => string.min(1);
export const optionalText = () => string.optional();
/** A whole number that may be 0. */
export const number = (max = Number.MAX_SAFE_INTEGER) => fromZero.max(max);
export const count = (max: number) => fromOne.max(max);

const tenMinutes = 600_000;
const milliseconds0 = number(tenMinutes);
const milliseconds1 = count(tenMinutes);
/** At most ten minutes. */
export const milliseconds = (min: 0 | 1 = 0) => (min === 0 ? milliseconds0 : milliseconds1);

/**
 * Fills in the defaults. `jitless`, because compiling a parser takes longer than parsing one configuration with it.
 */
export function parseOptions<S extends z.ZodType>(shape: S, options: unknown = {}): z.output<S> {
  return shape.parse(options, { jitless: true });
}

/** The names of a group's options without these. */
export function optionNames<T extends z.ZodRawShape, N extends keyof T>(
  options: z.ZodObject<T, z.core.$strict>,
  without: readonly N[],
): readonly Exclude<keyof T, N>[] {
  const left: readonly PropertyKey[] = without;
  return Object.keys(options.shape).filter((name) => !left.includes(name)) as Exclude<keyof T, N>[];
}

/**
 * The options of these names, each as a member.
 * @param into An object that becomes the result. If it has these members already, V8 need not change its hidden class.
 */
export function pickOptions<T extends object, N extends keyof T>(
  options: T,
  names: readonly N[],
): Every<Pick<T, N>>;
export function pickOptions<T extends object, N extends keyof T, I extends object>(
  options: T,
  names: readonly N[],
  into: I,
): I & Every<Pick<T, N>>;
export function pickOptions<T extends object, N extends keyof T>(
  options: T,
  names: readonly N[],
  into: Partial<Pick<T, N>> = {},
): Partial<Pick<T, N>> {
  for (const name of names) into[name] = options[name];
  return into;
}

/** The resolved settings of a shape: its output with all defaults, read-only. */
export type Settings<S extends z.ZodType> = ReadonlyDeep<z.output<S>>;

/** Every option as a member. */
export type Every<T> = { readonly [K in keyof Required<T>]: T[K] };

/** Any JSON value is read-only already, and its type has no end. */
type ReadonlyDeep<T> = [FieldValue] extends [T]
  ? T
  : T extends ((...values: never[]) => unknown) | z.ZodType
    ? T
    : T extends object
      ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
      : T;
