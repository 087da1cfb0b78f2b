import { fieldTypes, type Zone } from "../field-type.js";
import { itemType } from "../values/list.js";
import type { Entity, Field, Link } from "../model.js";

/**
 * Describes each field and list of an entity. The descriptions differ if the fields differ. Generated schemas contain
 * them, so that the server detects stale schemas even if they have been edited, and git merges them like fields.
 */
export function describeFields({ fields, links }: Entity): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...fields.filter(isInSchemas).map((field) => [field.name, describeField(field)]),
    ...links.map((link) => [link.name, describeLink(link)]),
  ]) as Readonly<Record<string, string>>;
}

/** Describes the parameters of an operation in the same way. */
export function describeValues(fields: readonly Field[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field.name, describeField(field)]));
}

/** Leaves out the fields that are internal to the server. */
function isInSchemas({ isReadable, isCreatable, isEditable }: Field): boolean {
  return isReadable || isCreatable || isEditable;
}

function describeField(field: Field): string {
  const { type, isReadable, isNullable, minimum, maximum, values, default: value } = field;
  return [
    type === "list" ? describeList(field) : `${type}${limitsOf(field)}`,
    ...(isNullable ? ["nullable"] : []),
    ...access(field),
    ...(isReadable ? [] : ["never read"]),
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(values === undefined ? [] : [`one of ${JSON.stringify(values)}`]),
    ...(value === undefined ? [] : [`default ${JSON.stringify(value)}`]),
  ].join(", ");
}

function describeList(field: Field): string {
  const { maxItems } = field;
  return `list of ${itemType(field)}${limitsOf(field)}${maxItems === undefined ? "" : `, at most ${maxItems}`}`;
}

function limitsOf(field: Field): string {
  const { type, minLength, maxLength, precision, scale, zone } = field;
  const length = minLength === undefined ? maxLength : `${minLength}..${maxLength ?? ""}`;
  const usualZone: Zone | undefined = fieldTypes[type === "list" ? itemType(field) : type].limits.zone;
  const limits = [length, precision, scale, zone === usualZone ? undefined : zone].filter(
    (limit) => limit !== undefined,
  );
  return limits.length === 0 ? "" : `(${limits.join(", ")})`;
}

function describeLink(link: Link): string {
  return [`list of ${link.targetField.type}`, ...access(link)].join(", ");
}

function access({
  isRequired,
  isCreatable,
  isEditable,
}: Pick<Field, "isRequired" | "isCreatable" | "isEditable">): readonly string[] {
  const written =
    isCreatable && isEditable
      ? []
      : isCreatable
        ? ["not updated"]
        : isEditable
          ? ["not created"]
          : ["read-only"];
  return [...(isRequired ? ["required"] : []), ...written];
}
