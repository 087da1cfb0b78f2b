import { createHash } from "node:crypto";
import type { Entity } from "./model.js";

/**
 * A short text that is another one where the fields of an entity are others, as far as its schemas say anything about
 * them. Generated schemas carry it, so that those of another configuration are noticed, however they have been edited.
 */
export function fieldsVersion({ fields, links }: Entity): string {
  const facts = [
    fields.map((field) => [
      field.name,
      field.type,
      [field.isReadable, field.isNullable, field.isRequired, field.isCreatable, field.isEditable],
      [field.minLength, field.maxLength, field.precision, field.scale],
      field.values,
      field.default,
    ]),
    links.map(({ name, targetField, isRequired, isCreatable, isEditable }) => [
      name,
      targetField.type,
      [isRequired, isCreatable, isEditable],
    ]),
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 12);
}
