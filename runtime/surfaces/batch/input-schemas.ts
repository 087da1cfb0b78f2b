import type { z } from "zod";
import { changesSchema, newRecordSchema } from "../../model/entity-schema.js";
import type { EntityParts } from "../surface.js";

/** Gives the schema of an entity's input. */
export type SchemaOf = (parts: EntityParts, kind: "create" | "update") => z.ZodType<object>;

/** The schemas of generated code, which may have been edited, else those that follow from the model. */
export function inputSchemas(): SchemaOf {
  const made = new WeakMap<EntityParts, Record<"create" | "update", z.ZodType<object>>>();
  return (parts, kind) => {
    const own = parts.schemas?.[kind];
    if (own !== undefined) return own;
    const { entity } = parts.repository;
    const known = made.get(parts) ?? { create: newRecordSchema(entity), update: changesSchema(entity) };
    made.set(parts, known);
    return known[kind];
  };
}
