import { dialects } from "../../runtime/database/dialects.js";
import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../../runtime/model/decimal.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { creatableFields, editableFields, readableFields } from "../../runtime/model/fields.js";
import type { DialectName, Entity, Field } from "../../runtime/model/model.js";
import { countsUp } from "../../runtime/database/schema/definitions.js";
import { namesOf, type EntityNames } from "../naming.js";
import { toComment, toKey, toLiteral, toUnion } from "./literal.js";

export interface SchemaView {
  readonly entity: string;
  readonly names: EntityNames;
  readonly description: string | undefined;
  readonly imports: string;
  readonly fields: readonly MemberView[];
  readonly newFields: readonly MemberView[];
  readonly changes: readonly MemberView[];
  /** The names of the key's fields as a type, where several are the key together. */
  readonly keys: string | undefined;
  readonly columns: readonly { readonly key: string; readonly type: string }[];
}

interface MemberView {
  readonly name: string;
  readonly schema: string;
  readonly doc: string | undefined;
}

export function schemaView(entity: Entity, dialect: DialectName): SchemaView {
  const columns = entity.fields.map((field) => ({
    key: toKey(field.column),
    type: columnType(entity, field, dialect),
  }));
  const usesGenerated = columns.some(({ type }) => type.startsWith("Generated<"));
  return {
    entity: entity.name,
    names: namesOf(entity),
    description: toComment(entity.description),
    imports: ["field", "z", ...(usesGenerated ? ["type Generated"] : [])].join(", "),
    fields: readableFields(entity).map((field) => toMember(field, readSchema(field))),
    newFields: creatableFields(entity).map(newMember),
    changes: editableFields(entity).map((field) => toMember(field, readSchema(field))),
    keys: entity.keys.length > 1 ? toUnion(entity.keys.map(({ name }) => name)) : undefined,
    columns,
  };
}

/** What a field is for is said where it is read; of a secret, where it is written. */
function newMember(field: Field): MemberView {
  const { doc, ...member } = toMember(field, newSchema(field));
  return { ...member, doc: fieldTypes[field.type].isReadable ? undefined : doc };
}

function toMember({ name, description }: Field, schema: string): MemberView {
  return { name, schema, doc: toComment(description) };
}

function readSchema(field: Field): string {
  return `${bareSchema(field)}${field.isNullable ? ".nullable()" : ""}`;
}

/** Spelt as `newRecordSchema` of the runtime builds it. */
function newSchema(field: Field): string {
  if (field.default !== undefined && field.default !== null)
    return `${readSchema(field)}.default(${toLiteral(field.default)})`;
  if (field.isRequired) return readSchema(field);
  return `${bareSchema(field)}${field.isNullable ? ".nullish()" : ".optional()"}`;
}

function bareSchema({ type, values, minLength, maxLength, precision, scale }: Field): string {
  if (values !== undefined) return `field.oneOf(${toLiteral(type)}, ${toLiteral(values)})`;
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

function columnType(entity: Entity, field: Field, dialect: DialectName): string {
  const type = dialects[dialect].columns[field.type].typescript;
  const isGenerated = countsUp(entity, field) || (field.default ?? null) !== null;
  const nullable = field.isNullable ? `${type} | null` : type;
  return isGenerated ? `Generated<${nullable}>` : nullable;
}
