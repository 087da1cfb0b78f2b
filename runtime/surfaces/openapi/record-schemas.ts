import { readableFields } from "../../model/fields.js";
import type { Entity, Model } from "../../model/model.js";
import { shownTo, type Audience, type Visibility } from "./audience.js";
import { referTo, type Components } from "./components.js";
import type { DocumentNames } from "./document-names.js";
import type { TagNames } from "./document-tags.js";
import { answerSchema, roleList } from "./field-schemas.js";
import { objectSchema, type SchemaMember } from "./object-schema.js";
import type { ReferenceObject } from "./openapi-types.js";
import { foundSchema, pageSchema } from "./page-schemas.js";

/** The context of the schemas of records. */
export interface RecordContext {
  readonly model: Model;
  readonly audience: Audience;
  readonly names: ReadonlyMap<Entity, DocumentNames>;
  readonly tags: TagNames;
  readonly components: Components;
  /** Whether there are so many entities that operations must be described briefly. */
  readonly isLarge: boolean;
}

/** The schema of records whose members a `select` may choose. */
export function selectedSchema(type: string): ReferenceObject {
  return referTo("schemas", `Selected${type}`);
}

/** The schema of whole records, as the endpoints by path and writes answer with them. */
export function recordSchema(type: string): ReferenceObject {
  return referTo("schemas", type);
}

/**
 * Adds the schemas of an entity's records and of answers with several of them, if someone in the audience may read
 * them.
 */
export function addRecordSchemas(entity: Entity, context: RecordContext): void {
  const shown = shownTo(context.audience, entity, "read");
  if (shown === undefined) return;
  const { components, isLarge, model } = context;
  const { type } = documentNamesOf(entity, context);
  const own = [...ownMembers(entity, shown), ...linkMembers(entity, shown)];
  const relations = relationMembers(entity, shown, context);
  const { description } = entity;
  components.add("schemas", `Selected${type}`, objectSchema({ description }, [...own, ...relations]));
  // The members are repeated: of a reference with `required` beside it, some generators make optional members.
  const resolved = new Set(resolvedMembers(entity).map(({ name }) => name));
  const required = alwaysThere(entity, shown, context);
  components.add(
    "schemas",
    type,
    objectSchema({ description, required: required.length > 0 ? required : undefined }, [
      ...own,
      ...relations.filter(([name]) => resolved.has(name)),
    ]),
  );
  if (model.endpoints.includes("path") && !isLarge)
    components.add("schemas", `${type}Found`, foundSchema(recordSchema(type), components));
  if (model.endpoints.includes("query"))
    components.add("schemas", `${type}Page`, pageSchema(selectedSchema(type), components));
}

function ownMembers(entity: Entity, { has }: Visibility): readonly SchemaMember[] {
  return readableFields(entity)
    .filter(({ name }) => has(name))
    .map((field) => {
      const { name, isCreatable, isEditable } = field;
      if (entity.users !== undefined && name === "roles") return [name, roleList];
      const schema = answerSchema(field);
      return [name, isCreatable || isEditable ? schema : { ...schema, readOnly: true }];
    });
}

/** The lists of ids. */
function linkMembers({ links }: Entity, { has }: Visibility): readonly SchemaMember[] {
  return links
    .filter(({ name }) => has(name))
    .map(({ name, targetField, label, description }) => {
      const items = answerSchema({ ...targetField, description: undefined, isNullable: false });
      return [name, { type: "array", items, title: label, description }];
    });
}

function relationMembers(entity: Entity, shown: Visibility, context: RecordContext): readonly SchemaMember[] {
  return entity.relations.flatMap(
    ({ name, isList, isInverse, target, memberNames }): readonly SchemaMember[] => {
      const targetShown = shownTo(context.audience, target, "read");
      const holder = isInverse ? targetShown : shown;
      if (targetShown === undefined || holder === undefined || !memberNames.every(holder.has)) return [];
      const record = selectedSchema(schemaNameOf(target, context));
      return isList
        ? [
            [name, { type: "array", items: record }],
            [`count(${name})`, { type: "integer", minimum: 0 }],
          ]
        : [[name, { anyOf: [record, { type: "null" }] }]];
    },
  );
}

/** The members that each record has for everyone in the audience. */
function alwaysThere(
  entity: Entity,
  shown: Visibility,
  { audience, model }: RecordContext,
): readonly string[] {
  const isSurelyRead = (name: string) => {
    const target = model.entitiesByName.get(name.toLowerCase());
    return target !== undefined && shownTo(audience, target, "read")?.isSure === true;
  };
  const members = [...readableFields(entity), ...entity.links].map(({ name }) => name);
  return [
    ...members.filter(shown.alwaysHas),
    ...resolvedMembers(entity)
      .filter(
        ({ targetEntityName, memberNames }) =>
          memberNames.every(shown.alwaysHas) && isSurelyRead(targetEntityName),
      )
      .map(({ name }) => name),
  ];
}

/** The records of other entities that a whole record has. */
function resolvedMembers({ resolveForeignKeys, foreignKeys, links }: Entity) {
  if (!resolveForeignKeys) return [];
  return [
    ...foreignKeys.map(({ fields, ...reference }) => ({
      ...reference,
      memberNames: fields.map(({ name }) => name),
    })),
    ...links.map(({ name, ...reference }) => ({ ...reference, memberNames: [name] })),
  ].flatMap(({ resolvedEntityName, targetEntityName, memberNames }) =>
    resolvedEntityName === undefined ? [] : [{ name: resolvedEntityName, targetEntityName, memberNames }],
  );
}

/** The name of the schema of an entity's records. */
export function schemaNameOf(entity: Entity, context: RecordContext): string {
  return documentNamesOf(entity, context).type;
}

export function documentNamesOf(entity: Entity, { names }: RecordContext): DocumentNames {
  const found = names.get(entity);
  if (found === undefined) throw new Error(`The entity "${entity.name}" is not in the model.`);
  return found;
}
