import { readableFields } from "../../model/fields.js";
import type { Entity, Field, Model } from "../../model/model.js";
import { shownTo, type Audience, type Shown } from "./audience.js";
import { referTo, type Components } from "./components.js";
import type { DocumentNames } from "./document-names.js";
import { answerSchema, roleList } from "./field-schemas.js";
import type { NameTemplate } from "./name-template.js";
import type { Reference, Schema } from "./openapi-types.js";
import { foundSchema, pageSchema } from "./page-schemas.js";
import type { SharedParameters } from "./shared-parts.js";

/** What the schemas of records need to know. */
export interface RecordContext {
  readonly model: Model;
  readonly audience: Audience;
  readonly names: ReadonlyMap<Entity, DocumentNames>;
  readonly components: Components;
  readonly parameters: SharedParameters;
  /** Whether there are so many entities that their operations must be described in few words. */
  readonly isLarge: boolean;
  /** The paths of entities that are alike, by what they depend on. */
  readonly templates: Map<string, NameTemplate>;
}

type Properties = Record<string, Schema>;

/** The schema of records whose members a `select` may choose. */
export function selectedSchema(type: string): Reference {
  return referTo("schemas", `Selected${type}`);
}

/** The schema of whole records, as the endpoints by path and writes answer with them. */
export function recordSchema(type: string): Reference {
  return referTo("schemas", type);
}

/** Adds the schemas of an entity's records and of answers with several of them, if any of the audience may read them. */
export function addRecordSchemas(entity: Entity, context: RecordContext): void {
  const shown = shownTo(context.audience, entity, "read");
  if (shown === undefined) return;
  const { components, isLarge, model } = context;
  const type = typeOf(entity, context);
  const selected = components.add("schemas", `Selected${type}`, {
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
  });
  const required = alwaysThere(entity, shown, context);
  const whole = components.add("schemas", type, {
    allOf: [selected],
    ...(required.length > 0 && { required }),
  });
  if (model.endpoints.includes("path") && !isLarge)
    components.add("schemas", `${type}Found`, foundSchema(whole, components));
  if (model.endpoints.includes("query"))
    components.add("schemas", `${type}Page`, pageSchema(selected, components));
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
        const record = selectedSchema(typeOf(target, context));
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

/** The name of the schema of an entity's records. */
export function typeOf(entity: Entity, context: RecordContext): string {
  return namesOf(entity, context).type;
}

export function namesOf(entity: Entity, { names }: RecordContext): DocumentNames {
  const found = names.get(entity);
  if (found === undefined) throw new Error(`The entity "${entity.name}" is not in the model.`);
  return found;
}
