import { MAX_IDS } from "../../model/schemas/field-schema.js";
import { creatableFields, editableFields } from "../../model/fields.js";
import type { Entity, Field, Link } from "../../model/model.js";
import { MAX_PASSWORD_LENGTH } from "../../write/input/check-user.js";
import { shownTo, type Audience } from "./audience.js";
import { referTo } from "./components.js";
import { exampleOf } from "./example-values.js";
import { inputSchema, keySchema, roleList } from "./field-schemas.js";
import { objectSchema, type SchemaMember } from "./object-schema.js";
import { addListSchemas, listMembers, type BodyMembers } from "./list-schemas.js";
import type { ReferenceObject, Schema } from "./openapi-types.js";
import { schemaNameOf, type RecordContext } from "./record-schemas.js";

type InputOperation = "create" | "update";

/** The members that a body may set. */
interface Settable {
  readonly fields: readonly Field[];
  readonly links: readonly Link[];
}

/** The schema of the body of a create or update. */
export function bodySchema(operation: InputOperation, type: string): ReferenceObject {
  return referTo("schemas", bodyName(operation, type));
}

function bodyName(operation: InputOperation, type: string): string {
  return operation === "create" ? `New${type}` : `${type}Changes`;
}

/** Adds the schema of the body of a create or update, if someone in the audience may do it. */
export function addBodySchema(operation: InputOperation, entity: Entity, context: RecordContext): void {
  const body = bodyMembers(operation, entity, context);
  if (body === undefined) return;
  addListSchemas(operation, entity, context, (each, target) => bodyMembers(each, target, context));
  const isCreate = operation === "create";
  const { members, required: requiredNames } = body;
  const { components, isLarge } = context;
  const type = schemaNameOf(entity, context);
  const additionalProperties = entity.strictBody ? false : undefined;
  const add = (name: string, keywords: Schema, properties: readonly SchemaMember[]) =>
    components.add("schemas", name, objectSchema({ ...keywords, additionalProperties }, properties));
  const required = requiredNames.length > 0 ? requiredNames : undefined;
  add(bodyName(operation, type), { required, minProperties: isCreate ? undefined : 1 }, members);
  if (isCreate || !entity.strictBody || isLarge || entity.users !== undefined || entity.keys.length === 0)
    return;
  // A key cannot be added to a closed schema.
  const keys = entity.keys.map(({ name }) => name);
  const others = members.filter(([name]) => !keys.includes(name));
  add(keyedName(type), { required: keys, minProperties: keys.length + 1 }, [
    ...keyMembers(entity),
    ...others,
  ]);
}

/** The members of the body of a create or update. `undefined` if nobody in the audience may do it. */
function bodyMembers(
  operation: InputOperation,
  entity: Entity,
  context: RecordContext,
): BodyMembers | undefined {
  const settable = settableBy(operation, entity, context.audience);
  if (settable === undefined) return undefined;
  const { fields, links } = settable;
  const isCreate = operation === "create";
  const isConfirmed = entity.users !== undefined && fields.some(({ name }) => name === "password");
  const required = isCreate ? [...fields, ...links].filter(({ isRequired }) => isRequired) : [];
  return {
    required: [...required.map(({ name }) => name), ...(isConfirmed && isCreate ? ["confirmPassword"] : [])],
    members: [
      ...fields.map((field) => [field.name, writtenSchema(field, entity, isCreate)] as const),
      ...links.map((link) => [link.name, idsSchema(link)] as const),
      ...(isConfirmed ? [["confirmPassword", confirmation] as const] : []),
      ...listMembers(operation, entity, context),
    ],
  };
}

/** The name of the schema of changes with the key of their record, where bodies are strict. */
export function keyedName(type: string): string {
  return `${type}KeyedChanges`;
}

/** One entity tag or several (RFC 9110, 8.8.3), or any version. */
const TAGS = '^(?:\\*|(?:W/)?"[!#-~]*"(?:, *(?:W/)?"[!#-~]*")*)$';

/** The members that identify a record in an array. */
export function keyMembers({ keys }: Entity): readonly SchemaMember[] {
  return [
    ...keys.map((key) => [key.name, keySchema(key)] as const),
    ["@etag", { type: "string", pattern: TAGS }],
  ];
}

/** `undefined` if nobody in the audience may do the operation. */
function settableBy(operation: InputOperation, entity: Entity, audience: Audience): Settable | undefined {
  const shown = shownTo(audience, entity, operation);
  if (shown === undefined) return undefined;
  const isCreate = operation === "create";
  return {
    fields: (isCreate ? creatableFields(entity) : editableFields(entity)).filter(
      ({ name, settableBy: roles }) =>
        shown.has(name) &&
        (roles === undefined || (audience.apiKey === undefined && roles.some(audience.mayHave))),
    ),
    links: entity.links.filter(
      ({ name, isCreatable, isEditable }) => shown.has(name) && (isCreate ? isCreatable : isEditable),
    ),
  };
}

function writtenSchema(field: Field, entity: Entity, isCreate: boolean): Schema {
  const own = entity.users === undefined ? undefined : userSchema(field, entity.users);
  const hasDefault = isCreate && field.default !== undefined && field.default !== null;
  return { ...(own ?? inputSchema(field)), ...(hasDefault && { default: field.default }) };
}

/** The rules for the fields of users besides their types. */
function userSchema(field: Field, rules: NonNullable<Entity["users"]>): Schema | undefined {
  switch (field.name) {
    case "password": {
      const schema = inputSchema(field);
      const description = [schema["description"], ...passwordSentences(rules)].filter(Boolean).join(" ");
      return {
        ...schema,
        minLength: rules.minLength,
        maxLength: MAX_PASSWORD_LENGTH,
        ...(description !== "" && { description }),
      };
    }
    case "email":
      return { ...inputSchema(field), format: "email" };
    case "roles":
      return roleList;
    default:
      return undefined;
  }
}

/** The rules for passwords that a schema cannot express. */
function passwordSentences(rules: NonNullable<Entity["users"]>): readonly string[] {
  const parts = [
    rules.uppercaseChar && "an upper-case letter",
    rules.lowercaseChar && "a lower-case letter",
    rules.digitChar && "a digit",
    rules.specialChar && "a character that is neither a letter nor a digit nor a blank",
  ].filter((part) => part !== false);
  return parts.map((part) => `It must have ${part}.`);
}

const confirmation: Schema = { type: "string", writeOnly: true, description: "The password once more." };

function idsSchema({ targetField, label, description }: Link): Schema {
  return {
    type: "array",
    items: keySchema({ ...targetField, isNullable: false }),
    uniqueItems: true,
    maxItems: MAX_IDS,
    title: label,
    description,
  };
}

/** An example body for a create or update, without optional references, because their records may not exist. */
export function exampleBody(
  operation: InputOperation,
  entity: Entity,
  { audience }: RecordContext,
): Readonly<Record<string, unknown>> {
  const { fields, links } = settableBy(operation, entity, audience) ?? { fields: [], links: [] };
  const isCreate = operation === "create";
  const referring = new Set(entity.foreignKeys.flatMap((key) => key.fields));
  const plain = fields.filter(
    (field) => field.settableBy === undefined && (!referring.has(field) || (isCreate && field.isRequired)),
  );
  const chosen = isCreate ? plain : plain.filter(({ type }) => type !== "secret").slice(0, 1);
  const example = Object.fromEntries(
    (chosen.length > 0 ? chosen : fields.slice(0, 1)).map((field) => [field.name, exampleOf(field, entity)]),
  );
  const ids = links.filter(({ isRequired }) => (isCreate && isRequired) || fields.length === 0);
  for (const { name, targetField } of ids) example[name] = [exampleOf(targetField)];
  return isCreate && entity.users !== undefined && "password" in example
    ? { ...example, confirmPassword: example["password"] }
    : example;
}
