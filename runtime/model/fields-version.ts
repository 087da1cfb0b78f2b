import { createHash } from "node:crypto";
import type { Entity } from "./model.js";

/**
 * A short text for each field and list of an entity, which is another one where the field is, as far as schemas say
 * anything about it. Generated schemas carry them, so that those of another configuration are noticed, however they have
 * been edited.
 */
export function fieldMarks({ fields, links }: Entity): Readonly<Record<string, string>> {
  const facts = [
    ...fields.map((field) => [
      field.name,
      field.type,
      [field.isReadable, field.isNullable, field.isRequired, field.isCreatable, field.isEditable],
      [field.minLength, field.maxLength, field.precision, field.scale],
      field.values,
      field.default,
    ]),
    ...links.map(({ name, targetField, isRequired, isCreatable, isEditable }) => [
      name,
      targetField.type,
      [isRequired, isCreatable, isEditable],
    ]),
  ];
  return Object.fromEntries(
    facts.map((fact) => [
      String(fact[0]),
      createHash("sha256").update(JSON.stringify(fact)).digest("base64url").slice(0, 8),
    ]),
  );
}
