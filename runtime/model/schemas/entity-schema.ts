import { z } from "zod";
import { field as fieldSchemas } from "./field-schema.js";
import { creatableFields, editableFields } from "../fields.js";
import type { Entity, Field, Link } from "../model.js";
import { onceForEach } from "../once-for-each.js";
import { idsChain, isChain, newValueChain, valueChain, type ChainCall } from "./schema-chain.js";

/** The schema of a create's input, equal to the generated `new…Schema`. Made for the first create: it takes long. */
export const newRecordSchema = onceForEach((entity: Entity): z.ZodObject => {
  const links = entity.links.filter(({ isCreatable }) => isCreatable);
  return z.object({
    ...shapeOf(creatableFields(entity), (field) => toSchema(newValueChain(field))),
    ...shapeOf(links, (link) => (link.isRequired ? idsSchema(link) : idsSchema(link).optional())),
  });
});

/** The schema of an update's input, equal to the generated `…ChangesSchema`. */
export const changesSchema = onceForEach((entity: Entity): z.ZodObject => {
  const links = entity.links.filter(({ isEditable }) => isEditable);
  const shape = {
    ...shapeOf(editableFields(entity), (field) => toSchema(valueChain(field))),
    ...shapeOf(links, idsSchema),
  };
  return z.object(shape).partial();
});

/** The schema of an operation's parameters, equal to the generated `…Input`. */
export function valuesSchema(fields: readonly Field[]): z.ZodObject {
  return z.object(shapeOf(fields, (field) => toSchema(newValueChain(field))));
}

function shapeOf<T extends { readonly name: string }>(
  members: readonly T[],
  schemaOf: (member: T) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries(members.map((member) => [member.name, schemaOf(member)]));
}

function idsSchema(link: Link): z.ZodType {
  return toSchema(idsChain(link));
}

/** Builds a schema by calling each method of the chain. */
function toSchema(chain: readonly ChainCall[]): z.ZodType {
  return chain.reduce<unknown>(
    (target, { name, args }) =>
      (target as Methods)[name]?.(...args.map((arg) => (isChain(arg) ? toSchema(arg.chain) : arg))),
    fieldSchemas,
  ) as z.ZodType;
}

type Methods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
