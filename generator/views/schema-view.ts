import { DEFAULT_PRECISION, DEFAULT_SCALE } from "../../runtime/model/decimal.js";
import { DEFAULT_FRACTION } from "../../runtime/model/temporal.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import { describeFields } from "../../runtime/model/describe-fields.js";
import { creatableFields, editableFields, readableFields } from "../../runtime/model/fields.js";
import type { DialectName, Entity, Field, Link } from "../../runtime/model/model.js";
import type { Tree } from "../outputs.js";
import { namesOf, type EntityNames } from "../naming.js";
import { columnViews, type ColumnView } from "./column-views.js";
import { openOperations, typeOf } from "./entity-views.js";
import { toComment, toKey, toLiteral, toUnion } from "./literal.js";
import { resolvedViews, targetViews, type ResolvedView, type TargetView } from "./resolved-views.js";

export interface SchemaView {
  readonly entity: string;
  readonly names: EntityNames;
  readonly description: string | undefined;
  readonly imports: string;
  readonly targets: readonly TargetView[];
  readonly fields: readonly MemberView[];
  /** What a create takes: as a schema where somebody may create over HTTP, else as a type for server code. */
  readonly creates: boolean;
  readonly newFields: readonly MemberView[];
  readonly updates: boolean;
  readonly changes: readonly MemberView[];
  /** Whether there is nothing to write at all. */
  readonly isReadOnly: boolean;
  /** What records carry of other records. */
  readonly resolved: readonly ResolvedView[];
  /** The names of the key's fields as a type, where several are the key together. */
  readonly keys: string | undefined;
  readonly columns: readonly ColumnView[];
  /** What tells each field from what it was. */
  readonly described: readonly { readonly key: string; readonly text: string }[];
}

interface MemberView {
  readonly name: string;
  readonly schema: string;
  /** Its type in TypeScript. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly doc: string | undefined;
}

export function schemaView(entity: Entity, tree: Tree, dialect: DialectName): SchemaView {
  const columns = columnViews(entity, dialect);
  const open = openOperations(entity);
  const { links, isReadOnly } = entity;
  const newFields = [
    ...creatableFields(entity).map((field) => newMember(field, entity)),
    ...links.filter(({ isCreatable }) => isCreatable).map(newLinkMember),
  ];
  const changes = [
    ...editableFields(entity).map((field) => toMember(field, readSchema(field, entity), entity)),
    ...links.filter(({ isEditable }) => isEditable).map(toLinkMember),
  ];
  const written = isReadOnly
    ? []
    : [...(open.has("create") ? [] : newFields), ...(open.has("update") ? [] : changes)];
  const types = new Set<string>(columns.flatMap((column) => column.imports));
  if (written.some(({ type }) => type.includes("JsonValue"))) types.add("JsonValue");
  return {
    entity: entity.name,
    names: namesOf(entity),
    description: toComment(entity.description),
    imports: ["field", "z", ...[...types].toSorted().map((name) => `type ${name}`)].join(", "),
    targets: targetViews(entity, tree),
    fields: [
      ...readableFields(entity).map((field) => toMember(field, readSchema(field, entity), entity)),
      ...links.map(toLinkMember),
    ],
    creates: open.has("create"),
    newFields,
    updates: open.has("update"),
    changes,
    isReadOnly,
    resolved: resolvedViews(entity),
    keys: entity.keys.length > 1 ? toUnion(entity.keys.map(({ name }) => name)) : undefined,
    columns,
    described: Object.entries(describeFields(entity)).map(([name, text]) => ({
      key: toKey(name),
      text: toLiteral(text),
    })),
  };
}

/** What a field is for is said where it is read; of a secret, where it is written. */
function newMember(field: Field, entity: Entity): MemberView {
  const { doc, ...member } = toMember(field, newSchema(field, entity), entity);
  return {
    ...member,
    isOptional: !field.isRequired || (field.default ?? null) !== null,
    doc: field.isReadable ? undefined : doc,
  };
}

function newLinkMember(link: Link): MemberView {
  const schema = `${idsSchema(link)}${link.isRequired ? "" : ".optional()"}`;
  return { ...toLinkMember(link), schema, isOptional: !link.isRequired, doc: undefined };
}

function toMember(field: Field, schema: string, entity: Entity): MemberView {
  const { name, description, isNullable } = field;
  const type = isRoles(field, entity) ? "readonly string[]" : typeOf(field);
  return {
    name,
    schema,
    type: isNullable ? `${type} | null` : type,
    isOptional: false,
    doc: toComment(description),
  };
}

function toLinkMember(link: Link): MemberView {
  const { name, description, targetField } = link;
  return {
    name,
    schema: idsSchema(link),
    type: `(${typeOf(targetField)})[]`,
    isOptional: false,
    doc: toComment(description),
  };
}

function isRoles({ name }: Field, { users }: Entity): boolean {
  return users !== undefined && name === "roles";
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

function bareSchema(field: Field, entity: Entity): string {
  const { type, values, minLength, maxLength, precision, scale } = field;
  if (values !== undefined) return `field.oneOf(${toLiteral(type)}, ${toLiteral(values)})`;
  if (isRoles(field, entity)) return "field.json<readonly string[]>()";
  const limits = [
    minLength === undefined ? "" : `minLength: ${minLength}`,
    maxLength === undefined || maxLength === fieldTypes[type].defaultMaxLength
      ? ""
      : `maxLength: ${maxLength}`,
    precision === undefined || precision === defaultPrecision(type) ? "" : `precision: ${precision}`,
    scale === undefined || scale === DEFAULT_SCALE ? "" : `scale: ${scale}`,
  ].filter((limit) => limit !== "");
  return `field.${type}(${limits.length === 0 ? "" : `{ ${limits.join(", ")} }`})`;
}

function defaultPrecision(type: Field["type"]): number {
  return type === "datetime" ? DEFAULT_FRACTION : DEFAULT_PRECISION;
}
