import type { z } from "zod";
import { changesSchema, newRecordSchema } from "../../model/schemas/entity-schema.js";
import type { Entity } from "../../model/model.js";

/** The schemas for the inputs of create and update. One is absent if no role may do the operation. */
export interface InputSchemas {
  readonly create?: z.ZodType<object>;
  readonly update?: z.ZodType<object>;
}

const ownSchemas = new WeakMap<Entity, InputSchemas>();

/** Notes the schemas of generated code, which may have been edited. */
export function useInputSchemas(entity: Entity, schemas: InputSchemas): void {
  ownSchemas.set(entity, schemas);
}

/** The schema for an input: the generated one, else the one derived from the model. */
export function inputSchemaOf(entity: Entity, kind: "create" | "update"): z.ZodType<object> {
  const schemaOf = kind === "create" ? newRecordSchema : changesSchema;
  return ownSchemas.get(entity)?.[kind] ?? schemaOf(entity);
}
