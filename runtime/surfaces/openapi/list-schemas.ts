import { writableLists } from "../../model/fields.js";
import type { Entity, Relation } from "../../model/model.js";
import { ownKeys } from "../../write/nested/nested-list.js";
import { shownTo, type Audience } from "./audience.js";
import { referTo } from "./components.js";
import { idSchema, keySchema } from "./field-schemas.js";
import { objectSchema, type SchemaMember } from "./object-schema.js";
import type { Schema } from "./openapi-types.js";
import { schemaNameOf, type RecordContext } from "./record-schemas.js";

/** The members of a body for a record of the entity, and which of them are required. */
export interface BodyMembers {
  readonly members: readonly SchemaMember[];
  readonly required: readonly string[];
}

type BodyKind = "create" | "update";
type MembersOf = (operation: BodyKind, entity: Entity) => BodyMembers | undefined;

/** The members of a body that hold writable lists. Their schemas are named after the lists. */
export function listMembers(
  operation: BodyKind,
  entity: Entity,
  context: RecordContext,
): readonly SchemaMember[] {
  return shownLists(operation, entity, context).map((relation) => {
    const reference = referTo("schemas", nameOf(operation, relation, entity, context));
    return [relation.name, reference];
  });
}

/**
 * Adds the schemas of the writable lists in a body.
 * @param membersOf The members of the lists' records. `undefined` if nobody in the audience may write them.
 */
export function addListSchemas(
  operation: BodyKind,
  entity: Entity,
  context: RecordContext,
  membersOf: MembersOf,
): void {
  for (const relation of shownLists(operation, entity, context))
    context.components.add(
      "schemas",
      nameOf(operation, relation, entity, context),
      listSchema(operation, relation, nameOf("create", relation, entity, context), context, membersOf),
    );
}

/** The lists that the audience may write. */
function shownLists(operation: BodyKind, entity: Entity, { audience }: RecordContext): readonly Relation[] {
  return writableLists(entity).filter((relation) => {
    const { target } = relation;
    if (mayCreate(relation, audience)) return true;
    if (operation === "create") return false;
    return (["update", "delete"] as const).some((each) => shownTo(audience, target, each) !== undefined);
  });
}

function mayCreate({ target, targetFields }: Relation, audience: Audience): boolean {
  const shown = shownTo(audience, target, "create");
  return shown !== undefined && targetFields.every(({ name }) => shown.has(name));
}

/** No entity has a dot in its name. */
function nameOf(operation: BodyKind, { name }: Relation, entity: Entity, context: RecordContext): string {
  return `${schemaNameOf(entity, context)}.${name}${operation === "create" ? "" : ".changes"}`;
}

/** The schema of an array of new records, or of an update's changes of the list. Adds those of its records. */
function listSchema(
  operation: BodyKind,
  relation: Relation,
  name: string,
  { audience, components }: RecordContext,
  membersOf: MembersOf,
): Schema | false {
  const { target, targetFields } = relation;
  const isOwn = (member: string) => !targetFields.some((field) => field.name === member);
  const add = (part: string, { members, required }: BodyMembers) => {
    const needed = required.filter(isOwn);
    const keywords = {
      required: needed.length > 0 ? needed : undefined,
      additionalProperties: target.strictBody ? false : undefined,
    };
    const properties = members.filter(([member]) => isOwn(member));
    return components.add("schemas", `${name}.${part}`, objectSchema(keywords, properties));
  };
  const created = mayCreate(relation, audience) ? membersOf("create", target) : undefined;
  const newItem = created && add("new", created);
  const keys = ownKeys(relation);
  const changes = membersOf("update", target);
  const changedItem = changes && add("changed", withKeys(changes, keys));
  if (operation === "create") return arrayOf(newItem ?? false);
  const mayDelete = shownTo(audience, target, "delete") !== undefined;
  const mayRead = shownTo(audience, target, "read") !== undefined;
  const items = [newItem, changedItem].filter((item) => item !== undefined);
  const members: SchemaMember[] = [];
  if (newItem !== undefined) members.push(["create", arrayOf(newItem)]);
  if (changedItem !== undefined) members.push(["update", arrayOf(changedItem)]);
  if (mayDelete) members.push(["delete", arrayOf(idSchema(keys))]);
  const changed = members.length > 0 ? objectSchema({ minProperties: 1, ...closed }, members) : undefined;
  if (!mayDelete || !mayRead || items.length === 0) return changed ?? false;
  // A list that is replaced is not changed in other ways.
  const replaced = objectSchema({ required: ["set"], ...closed }, [["set", arrayOf({ anyOf: items })]]);
  return { anyOf: [changed, replaced] };
}

/** The members of changes in a list: only the key, which identifies the record, is required. */
function withKeys({ members }: BodyMembers, keys: Relation["targetFields"]): BodyMembers {
  const names = keys.map(({ name }) => name);
  const own = keys.map((key): SchemaMember => [key.name, keySchema(key)]);
  return { members: [...own, ...members.filter(([member]) => !names.includes(member))], required: names };
}

const closed: Schema = { additionalProperties: false };

function arrayOf(items: Schema | false): Schema {
  return { type: "array", items };
}
