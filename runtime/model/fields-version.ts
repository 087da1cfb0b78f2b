import { createHash } from "node:crypto";
import type { Entity, Field } from "./model.js";

/**
 * A short text for each field and list of an entity, which is another one where the field is, as far as schemas say
 * anything about it. Generated schemas carry them, so that those of another configuration are noticed, however they have
 * been edited.
 */
export function fieldMarks({ fields, links }: Entity): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...fields
      .filter(isInSchemas)
      .map((field) => [
        field.name,
        markOf([
          field.type,
          [field.isReadable, field.isNullable, field.isRequired, field.isCreatable, field.isEditable],
          [field.minLength, field.maxLength, field.precision, field.scale],
          field.values,
          field.default,
        ]),
      ]),
    ...links.map(({ name, targetField, isRequired, isCreatable, isEditable }) => [
      name,
      markOf([targetField.type, [isRequired, isCreatable, isEditable]]),
    ]),
  ]) as Record<string, string>;
}

function markOf(facts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 8);
}

/** What only the server reads and writes, as the version of a user's tokens, changes no schema. */
function isInSchemas({ isReadable, isCreatable, isEditable }: Field): boolean {
  return isReadable || isCreatable || isEditable;
}
