import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../../runtime/model/decimal.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { creatableFields, editableFields, readableFields } from "../../runtime/model/fields.js";
import type { DialectName, Entity, Field, Link } from "../../runtime/model/model.js";
import { namesOf, type EntityNames } from "../naming.js";
import { columnViews, type ColumnView } from "./column-views.js";
import { toComment, toLiteral, toUnion } from "./literal.js";
import { resolvedViews, targetViews, type ResolvedView, type TargetView } from "./resolved-views.js";

export interface SchemaView {
  readonly entity: string;
  readonly names: EntityNames;
  readonly description: string | undefined;
  readonly imports: string;
  readonly targets: readonly TargetView[];
  readonly fields: readonly MemberView[];
  readonly newFields: readonly MemberView[];
  readonly changes: readonly MemberView[];
  /** What records carry of other records. */
  readonly resolved: readonly ResolvedView[];
  /** The names of the key's fields as a type, where several are the key together. */
  readonly keys: string | undefined;
  readonly columns: readonly ColumnView[];
}

interface MemberView {
  readonly name: string;
  readonly schema: string;
  readonly doc: string | undefined;
}

export function schemaView(entity: Entity, dialect: DialectName): SchemaView {
  const columns = columnViews(entity, dialect);
  const columnImports = new Set(columns.flatMap((column) => column.imports).toSorted());
  const { links } = entity;
  return {
    entity: entity.name,
    names: namesOf(entity),
    description: toComment(entity.description),
    imports: ["field", "z", ...[...columnImports].map((name) => `type ${name}`)].join(", "),
    targets: targetViews(entity),
    fields: [
      ...readableFields(entity).map((field) => toMember(field, readSchema(field, entity))),
      ...links.map((link) => toMember(link, idsSchema(link))),
    ],
    newFields: [
      ...creatableFields(entity).map((field) => newMember(field, entity)),
      ...links.filter(({ isCreatable }) => isCreatable).map(newLinkMember),
    ],
    changes: [
      ...editableFields(entity).map((field) => toMember(field, readSchema(field, entity))),
      ...links.filter(({ isEditable }) => isEditable).map((link) => toMember(link, idsSchema(link))),
    ],
    resolved: resolvedViews(entity),
    keys: entity.keys.length > 1 ? toUnion(entity.keys.map(({ name }) => name)) : undefined,
    columns,
  };
}

/** What a field is for is said where it is read; of a secret, where it is written. */
function newMember(field: Field, entity: Entity): MemberView {
  const { doc, ...member } = toMember(field, newSchema(field, entity));
  return { ...member, doc: field.isReadable ? undefined : doc };
}

function newLinkMember(link: Link): MemberView {
  const schema = `${idsSchema(link)}${link.isRequired ? "" : ".optional()"}`;
  return { name: link.name, schema, doc: undefined };
}

function toMember({ name, description }: Pick<Field, "name" | "description">, schema: string): MemberView {
  return { name, schema, doc: toComment(description) };
}

function readSchema(field: Field, entity: Entity): string {
  return `${bareSchema(field, entity)}${field.isNullable ? ".nullable()" : ""}`;
}

/** Spelt as `newRecordSchema` of the runtime builds it. */
function newSchema(field: Field, entity: Entity): string {
  if (field.default !== undefined && field.default !== null)
    return `${readSchema(field, entity)}.default(${toLiteral(field.default)})`;
  if (field.isRequired) return readSchema(field, entity);
  return `${bareSchema(field, entity)}${field.isNullable ? ".nullish()" : ".optional()"}`;
}

function idsSchema(link: Link): string {
  return `field.ids(${bareSchema(link.targetField, link.table)})`;
}

function bareSchema(
  { name, type, values, minLength, maxLength, precision, scale }: Field,
  { users }: Entity,
): string {
  if (values !== undefined) return `field.oneOf(${toLiteral(type)}, ${toLiteral(values)})`;
  if (users !== undefined && name === "roles") return "field.json<readonly string[]>()";
  const limits = [
    minLength === undefined ? "" : `minLength: ${minLength}`,
    maxLength === undefined || maxLength === fieldTypes[type].defaultMaxLength
      ? ""
      : `maxLength: ${maxLength}`,
    precision === undefined || precision === DEFAULT_PRECISION ? "" : `precision: ${precision}`,
    scale === undefined || scale === DEFAULT_SCALE ? "" : `scale: ${scale}`,
  ].filter((limit) => limit !== "");
  return `field.${type}(${limits.length === 0 ? "" : `{ ${limits.join(", ")} }`})`;
}
