import { z } from "zod";
import { optionInfo, type OptionInfo } from "../model/settings/option.js";
import { configShape } from "./config-shape.js";

type Path = readonly PropertyKey[];

/** The facts about the option at a path, or about an item of a list or record. */
export function infoAt(path: Path): Partial<OptionInfo> {
  return infoOf(schemaAt(path));
}

export function infoOf(schema: z.ZodType | undefined): Partial<OptionInfo> {
  return (schema === undefined ? undefined : optionInfo.get(schema)) ?? {};
}

function schemaAt(path: Path): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>(schemaIn, configShape);
}

/** The keys that an object at a path may have. */
export function keysAt(path: Path): readonly string[] {
  return Object.keys((unwrap(schemaAt(path)) as { shape?: object }).shape ?? {});
}

/** The schema of an option in a group, or of an item in a list or record. `undefined` if there is no such option. */
export function schemaIn(schema: z.ZodType | undefined, part: PropertyKey): z.ZodType | undefined {
  // Nothing is known about a part of an unknown value either.
  if (schema instanceof z.ZodUnknown) return schema;
  const type = unwrap(schema) as
    | { shape?: Record<PropertyKey, z.ZodType>; valueType?: z.ZodType; element?: z.ZodType }
    | undefined;
  if (type?.shape !== undefined) return Object.hasOwn(type.shape, part) ? type.shape[part] : undefined;
  return type?.valueType ?? type?.element;
}

/** Unwraps optional values and defaults. Of a union, it takes the shape that has keys. */
function unwrap(shape: unknown): unknown {
  const wrapper = shape as
    | { unwrap?: () => unknown; in?: unknown; element?: unknown; options?: readonly { shape?: object }[] }
    | undefined;
  if (wrapper?.options !== undefined) return wrapper.options.find((option) => option.shape !== undefined);
  if (wrapper?.in !== undefined) return unwrap(wrapper.in);
  const isWrapped = typeof wrapper?.unwrap === "function" && wrapper.element === undefined;
  return isWrapped ? unwrap(wrapper.unwrap?.()) : shape;
}
