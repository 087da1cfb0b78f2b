import { MAX_IDS } from "../../model/field-schema.js";
import { creatableFields, editableFields, readableFields } from "../../model/fields.js";
import type { Entity, Field, Link, Model } from "../../model/model.js";
import { MAX_PASSWORD_LENGTH } from "../../write/check-user.js";
import { shownTo, type Audience, type Shown } from "./audience.js";
import { referTo, type Components } from "./components.js";
import { exampleOf } from "./example-values.js";
import { answerSchema, inputSchema } from "./field-schemas.js";
import type { SharedParameters } from "./shared-parts.js";
import type { DocumentNames } from "./document-names.js";
import type { Reference, Schema, SharedDescription } from "./openapi-types.js";

/** What the schemas of records need to know. */
export interface RecordContext {
  readonly model: Model;
  readonly audience: Audience;
  readonly names: ReadonlyMap<Entity, DocumentNames>;
  readonly components: Components;
  readonly parameters: SharedParameters;
  /** Whether there are so many entities that their operations must be described in few words. */
  readonly isLarge: boolean;
  /** What the operations of entities alike share, by what it depends on. */
  readonly shared: Map<string, SharedDescription>;
}

type Properties = Record<string, Schema>;

/** The schema of an entity's records where a `select` may choose their members. */
export function selectedSchema(entity: Entity, context: RecordContext): Reference {
  return referTo("schemas", `Selected${typeOf(entity, context)}`);
}

/** The schema of whole records, as the endpoints by path and writes answer with them. */
export function recordSchema(entity: Entity, context: RecordContext): Reference {
  return referTo("schemas", typeOf(entity, context));
}

/** Adds the schemas of an entity's records, if any of the audience may read them. */
export function addRecordSchemas(entity: Entity, context: RecordContext): void {
  const shown = shownTo(context.audience, entity, "read");
  if (shown === undefined) return;
  const { components } = context;
  const type = typeOf(entity, context);
  const selected = components.once("schemas", `Selected${type}`, () => ({
    type: "object",
    ...(entity.description !== undefined && { description: entity.description }),
    properties: {
      ...Object.fromEntries(
        readableFields(entity)
          .filter(({ name }) => shown.has(name))
          .map((field) => [field.name, memberSchema(field, entity)]),
      ),
      ...linkProperties(entity, shown),
      ...relationProperties(entity, shown, context),
    },
  }));
  const required = alwaysThere(entity, shown, context);
  components.once("schemas", type, () => ({ allOf: [selected], ...(required.length > 0 && { required }) }));
}

function memberSchema(field: Field, entity: Entity): Schema {
  const { isCreatable, isEditable, name } = field;
  const schema = entity.users !== undefined && name === "roles" ? roleList : answerSchema(field);
  return isCreatable || isEditable ? schema : { ...schema, readOnly: true };
}

/** The lists of ids. */
function linkProperties({ links }: Entity, { has }: Shown): Properties {
  return Object.fromEntries(
    links
      .filter(({ name }) => has(name))
      .map(({ name, targetField, description }) => [
        name,
        {
          type: "array",
          items: answerSchema({ ...targetField, description: undefined, isNullable: false }),
          ...(description !== undefined && { description }),
        },
      ]),
  );
}

function relationProperties(entity: Entity, shown: Shown, context: RecordContext): Properties {
  return Object.fromEntries(
    entity.relations.flatMap(
      ({ name, isList, isInverse, target, memberNames }): readonly (readonly [string, Schema])[] => {
        const targetShown = shownTo(context.audience, target, "read");
        const holder = isInverse ? targetShown : shown;
        if (targetShown === undefined || holder === undefined || !memberNames.every(holder.has)) return [];
        const record = selectedSchema(target, context);
        return isList
          ? [
              [name, { type: "array", items: record }],
              [`count(${name})`, { type: "integer", minimum: 0 }],
            ]
          : [[name, { anyOf: [record, { type: "null" }] }]];
      },
    ),
  );
}

/** The members that each record has for each of the audience. */
function alwaysThere(entity: Entity, shown: Shown, { audience, model }: RecordContext): readonly string[] {
  const isSurelyRead = (name: string) => {
    const target = model.entitiesByName.get(name.toLowerCase());
    return target !== undefined && shownTo(audience, target, "read")?.isSure === true;
  };
  const members = [...readableFields(entity), ...entity.links].map(({ name }) => name);
  const resolved = entity.resolvesForeignKeys
    ? [
        ...entity.foreignKeys.map(({ fields, ...reference }) => ({
          ...reference,
          memberNames: fields.map(({ name }) => name),
        })),
        ...entity.links.map(({ name, ...reference }) => ({ ...reference, memberNames: [name] })),
      ]
    : [];
  return [
    ...members.filter(shown.alwaysHas),
    ...resolved.flatMap(({ resolvedEntityName, targetEntityName, memberNames }) =>
      resolvedEntityName !== undefined && memberNames.every(shown.alwaysHas) && isSurelyRead(targetEntityName)
        ? [resolvedEntityName]
        : [],
    ),
  ];
}

/** The body of a create or update: its schema, and an example of it. */
export interface InputSchema {
  readonly schema: Reference;
  readonly example: () => Readonly<Record<string, unknown>>;
}

/** `undefined` if none of the audience may do it. */
export function addInputSchema(
  operation: "create" | "update",
  entity: Entity,
  context: RecordContext,
): InputSchema | undefined {
  const shown = shownTo(context.audience, entity, operation);
  if (shown === undefined) return undefined;
  const isCreate = operation === "create";
  const fields = (isCreate ? creatableFields(entity) : editableFields(entity)).filter(
    ({ name, settableBy }) => shown.has(name) && (settableBy?.some(context.audience.mayHave) ?? true),
  );
  const links = entity.links.filter(
    ({ name, isCreatable, isEditable }) => shown.has(name) && (isCreate ? isCreatable : isEditable),
  );
  const type = typeOf(entity, context);
  const required = isCreate ? [...fields, ...links].filter(({ isRequired }) => isRequired) : [];
  const isConfirmed = entity.users !== undefined && fields.some(({ name }) => name === "password");
  const requiredNames = [
    ...required.map(({ name }) => name),
    ...(isConfirmed && isCreate ? ["confirmPassword"] : []),
  ];
  const schema = context.components.once("schemas", isCreate ? `New${type}` : `${type}Changes`, () => ({
    type: "object",
    ...(requiredNames.length > 0 && { required: requiredNames }),
    ...(!isCreate && { minProperties: 1 }),
    ...(entity.strictBody && { additionalProperties: false }),
    properties: {
      ...Object.fromEntries(fields.map((field) => [field.name, writtenSchema(field, entity, isCreate)])),
      ...Object.fromEntries(links.map((link) => [link.name, idsSchema(link)])),
      ...(isConfirmed && { confirmPassword: confirmation }),
    },
  }));
  return { schema, example: () => exampleBody(entity, fields, links, isCreate) };
}

function writtenSchema(field: Field, entity: Entity, isCreate: boolean): Schema {
  const own = entity.users === undefined ? undefined : userSchema(field, entity.users);
  const schema = own ?? inputSchema(field);
  return isCreate && field.default !== undefined && field.default !== null
    ? { ...schema, default: field.default }
    : schema;
}

/** What is known of the fields of users beyond their types. */
function userSchema(field: Field, rules: NonNullable<Entity["users"]>): Schema | undefined {
  switch (field.name) {
    case "password": {
      const schema = inputSchema(field);
      const sentences = [schema["description"], ...passwordSentences(rules)].filter(Boolean);
      return {
        ...schema,
        minLength: rules.minLength,
        maxLength: MAX_PASSWORD_LENGTH,
        ...(sentences.length > 0 && { description: sentences.join(" ") }),
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

/** The rules for passwords that a schema has no words for. */
function passwordSentences(rules: NonNullable<Entity["users"]>): readonly string[] {
  const parts = [
    rules.uppercaseChar && "an upper-case letter",
    rules.lowercaseChar && "a lower-case letter",
    rules.digitChar && "a digit",
    rules.specialChar && "a character that is neither a letter nor a digit nor a blank",
  ].filter((part) => part !== false);
  return parts.map((part) => `It must have ${part}.`);
}

const roleList: Schema = { type: "array", items: { type: "string", pattern: "^\\S{1,128}$" } };
const confirmation: Schema = {
  type: "string",
  writeOnly: true,
  description: "The password once more.",
};

function idsSchema({ targetField, description }: Link): Schema {
  return {
    type: "array",
    items: inputSchema({ ...targetField, description: undefined, isNullable: false }),
    uniqueItems: true,
    maxItems: MAX_IDS,
    ...(description !== undefined && { description }),
  };
}

/** Without references that need not be there: their records may not exist. */
function exampleBody(
  entity: Entity,
  fields: readonly Field[],
  links: readonly Link[],
  isCreate: boolean,
): Readonly<Record<string, unknown>> {
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

function typeOf(entity: Entity, { names }: RecordContext): string {
  return names.get(entity)?.type ?? entity.name;
}
