import type { Caller } from "../../access/caller.js";
import type { Entity } from "../../model/model.js";
import { given, readableEntities, showEntity } from "../admin/show-model.js";
import type { ShownEntity, ShownField, ShownLink, ShownRelation } from "../admin/shown-model.js";
import { wrongArgument } from "./check-arguments.js";
import { isKnown, unknownTo, type ToolContext } from "./tool-context.js";
import { argumentsOf, reads, type Arguments, type Tool, type ToolAnswer } from "./tool.js";

/** The bytes of an answer, unless the caller names the entities: models have little memory. */
const MAX_BYTES = 12_000;
/** How many entities a call may name. */
const MAX_NAMES = 20;

/** Describes the entities that the caller may use: all in full if they are few, else their names and fields. */
export function describeEntitiesTool(context: ToolContext): Tool {
  return {
    name: "describe_entities",
    title: "Describe the data",
    description:
      "Says which entities, fields and relations there are, and what the caller may do with them. Call it first. With many entities it lists names and fields; then name those that you need.",
    inputSchema: argumentsOf({
      entities: {
        type: "array",
        items: { type: "string" },
        maxItems: MAX_NAMES,
        description: "The names of entities to describe in full.",
      },
      search: {
        type: "string",
        description: "Lists only entities with this word in their name, description or fields.",
      },
      after: { type: "string", description: 'The "next" of the list before, with the same "search".' },
    }),
    outputSchema,
    annotations: reads,
    isOffered: () => true,
    run: (args, { caller }) => Promise.resolve(describe(args, caller, context)),
  };
}

const text = { type: "string" };
const texts = { type: "array", items: text };
const outputSchema = {
  type: "object",
  required: ["entities", "count"],
  properties: {
    entities: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "may", "fields"],
        properties: {
          name: text,
          description: text,
          may: { ...texts, description: "What the caller may do with some records." },
          key: { ...texts, description: "The fields that identify a record." },
          fields: {
            description: "In full, or the names of fields and relations.",
            anyOf: [{ type: "array", items: { type: "object", required: ["name", "type"] } }, text],
          },
          relations: { type: "array", items: { type: "object", required: ["name", "to"] } },
        },
      },
    },
    count: {
      type: "integer",
      description: "How many entities the caller may use, or how many the search has found.",
    },
    next: text,
  },
};

function describe(
  { entities: names, search, after }: Arguments,
  caller: Caller,
  context: ToolContext,
): ToolAnswer {
  const { model, settings } = context;
  const mayRead = readableEntities(model, caller);
  const known = model.entities.filter((entity) => isKnown(entity, caller, context));
  const show = (entity: Entity) => showEntity(entity, caller, mayRead) ?? [];
  const inFull = (entity: ShownEntity) => fullOf(entity, settings.isReadOnly);
  if (names !== undefined) {
    const found = parseNames(names).flatMap((name) => {
      const entity = known.find((each) => each.name.toLowerCase() === name.toLowerCase());
      if (entity === undefined) throw unknownTo(name, caller, context);
      return show(entity);
    });
    return {
      text: `${found.length} of ${known.length} entities.`,
      content: { entities: found.map(inFull), count: known.length },
    };
  }
  const shown = known.flatMap(show);
  const listed = typeof search === "string" ? shown.filter((entity) => contains(entity, search)) : shown;
  const all = listed.map(inFull);
  if (after === undefined && JSON.stringify(all).length <= MAX_BYTES)
    return { text: `${countOf(listed.length)}, in full.`, content: { entities: all, count: listed.length } };
  return listPage(listed, after, settings.isReadOnly);
}

/** The names of entities and their fields, as many as fit. */
function listPage(listed: readonly ShownEntity[], after: unknown, isReadOnly: boolean): ToolAnswer {
  const begin = after === undefined ? 0 : listed.findIndex(({ name }) => name === after) + 1;
  if (after !== undefined && begin === 0)
    throw wrongArgument("after", "invalid", '"after" is not the "next" of a list of these entities.');
  let left = MAX_BYTES;
  const fitting = listed.slice(begin).map((entity) => briefOf(entity, isReadOnly));
  const end = fitting.findIndex((brief, index) => (left -= JSON.stringify(brief).length) < 0 && index > 0);
  const entities = end === -1 ? fitting : fitting.slice(0, end);
  const next = end === -1 ? undefined : entities.at(-1)?.name;
  const more = next === undefined ? "" : ' For more, call again with "next" as "after", or search.';
  return {
    text: `${entities.length} of ${countOf(listed.length)}, in brief. For types and relations, call again with "entities".${more}`,
    content: { entities, count: listed.length, ...(next !== undefined && { next }) },
  };
}

function countOf(number: number): string {
  return number === 1 ? "1 entity" : `${number} entities`;
}

function parseNames(given: unknown): readonly string[] {
  const names = given as readonly unknown[];
  if (names.length <= MAX_NAMES && names.every((name) => typeof name === "string")) return names;
  throw wrongArgument("entities", "wrong-type", `"entities" must be a list of at most ${MAX_NAMES} names.`);
}

function contains({ name, description = "", fields, relations }: ShownEntity, search: string): boolean {
  const words = [name, description, ...[...fields, ...relations].map((each) => each.name)];
  return words.join("\n").toLowerCase().includes(search.trim().toLowerCase());
}

function mayOf({ may }: ShownEntity, isReadOnly: boolean): readonly string[] {
  return Object.entries(may).flatMap(([operation, is]) =>
    is && (!isReadOnly || operation === "read") ? [operation] : [],
  );
}

/** With related entities in parentheses: `id, title, author(user)`. */
function briefOf(entity: ShownEntity, isReadOnly: boolean) {
  const { name, description, fields, links, relations } = entity;
  const members = [
    ...[...fields.filter((field) => isUseful(field, isReadOnly)), ...links].map((member) => member.name),
    ...relations.map((relation) => `${relation.name}(${relation.target})`),
  ];
  return { name, ...given({ description }), may: mayOf(entity, isReadOnly), fields: members.join(", ") };
}

function fullOf(entity: ShownEntity, isReadOnly: boolean) {
  const { name, description, keys, fields, links, relations } = entity;
  return {
    name,
    ...given({ description }),
    may: mayOf(entity, isReadOnly),
    key: keys,
    fields: [
      ...fields.filter((field) => isUseful(field, isReadOnly)).map((field) => fieldOf(field, isReadOnly)),
      ...links.filter((link) => isUseful(link, isReadOnly)).map((link) => linkOf(link, isReadOnly)),
    ],
    ...(relations.length > 0 && { relations: relations.map(relationOf) }),
  };
}

type Member = Pick<ShownField, "reads" | "isCreatable" | "isEditable" | "isRequired">;

function isUseful({ reads: those }: Pick<Member, "reads">, isReadOnly: boolean): boolean {
  return !isReadOnly || those !== "none";
}

/** What differs from the usual is said, so that the answer is short. */
function fieldOf(field: ShownField, isReadOnly: boolean) {
  const { name, type, of, label, description, values, zone, conditions, isSortable, isNullable, isUnique } =
    field;
  const { minLength, maxLength, maxItems, minimum, maximum, scale } = field;
  return {
    name,
    type: of === undefined ? type : `list of ${of}`,
    ...given({
      label,
      description,
      values,
      zone,
      nullable: isNullable || undefined,
      unique: isUnique || undefined,
      ...(field.reads === "all" && {
        where: conditions === "none" ? false : undefined,
        orderBy: isSortable ? undefined : false,
      }),
      ...(!isReadOnly && (field.isCreatable || field.isEditable)
        ? { minLength, maxLength, maxItems, minimum, maximum, scale, default: field.default }
        : {}),
      ...rightsOf(field, isReadOnly),
    }),
  };
}

function linkOf(link: ShownLink, isReadOnly: boolean) {
  const { name, target, label, description } = link;
  return {
    name,
    type: `list of ids of ${target}`,
    ...given({ label, description, ...rightsOf(link, isReadOnly) }),
  };
}

/** Which operations set it, and whether only some records show it. */
function rightsOf({ reads: those, isCreatable, isEditable, isRequired }: Member, isReadOnly: boolean) {
  const set = [...(isCreatable ? ["create"] : []), ...(isEditable ? ["update"] : [])];
  return {
    read: those === "all" ? undefined : those === "some" ? "in some records: only for select" : false,
    ...(!isReadOnly && {
      set: set.length > 0 ? set : undefined,
      required: isCreatable && isRequired ? true : undefined,
    }),
  };
}

function relationOf({ name, target, isList, sourceFields, targetFields, isLink }: ShownRelation) {
  const on = sourceFields.map((field, index) => `${field}=${target}.${targetFields[index] ?? ""}`);
  return { name, to: target, ...(isList && { list: true }), ...(!isLink && { on: on.join(" & ") }) };
}
