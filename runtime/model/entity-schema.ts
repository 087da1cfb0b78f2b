import { z } from "zod";
import { field as fieldSchemas } from "./field-schema.js";
import { creatableFields, editableFields } from "./fields.js";
import type { Entity, Field, Link } from "./model.js";

/** What a create takes: as the generated `new…Schema` spells it out. */
export function newRecordSchema(entity: Entity): z.ZodObject {
  const links = entity.links.filter(({ isCreatable }) => isCreatable);
  return z.object({
    ...shapeOf(creatableFields(entity), (field) => withDefault(field, valueSchema(field))),
    ...shapeOf(links, (link) => (link.isRequired ? idsSchema(link) : idsSchema(link).optional())),
  });
}

/** What an update takes: as the generated `…ChangesSchema` spells it out. */
export function changesSchema(entity: Entity): z.ZodObject {
  const links = entity.links.filter(({ isEditable }) => isEditable);
  const shape = { ...shapeOf(editableFields(entity), valueSchema), ...shapeOf(links, idsSchema) };
  return z.object(shape).partial();
}

function shapeOf<T extends { readonly name: string }>(
  members: readonly T[],
  toSchema: (member: T) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries(members.map((member) => [member.name, toSchema(member)]));
}

function idsSchema(link: Link): z.ZodType {
  return fieldSchemas.ids(bareSchema(link.targetField));
}

function valueSchema(field: Field): z.ZodType {
  const schema = bareSchema(field);
  return field.isNullable ? schema.nullable() : schema;
}

function withDefault(field: Field, schema: z.ZodType): z.ZodType {
  if (field.default !== undefined && field.default !== null) return schema.default(field.default);
  return field.isRequired ? schema : schema.optional();
}

function bareSchema({ type, values, minLength, maxLength, precision, scale }: Field): z.ZodType {
  if (values !== undefined) return fieldSchemas.oneOf(type, values as readonly string[]);
  switch (type) {
    case "string":
    case "text":
    case "richtext":
    case "secret":
      return fieldSchemas[type]({
        ...(minLength !== undefined && { minLength }),
        ...(maxLength !== undefined && { maxLength }),
      });
    case "decimal":
      return fieldSchemas.decimal({
        ...(precision !== undefined && { precision }),
        ...(scale !== undefined && { scale }),
      });
    case "datetime":
      return fieldSchemas.datetime(precision === undefined ? {} : { precision });
    default:
      return fieldSchemas[type]();
  }
}
