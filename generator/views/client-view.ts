import {
  creatableFields,
  editableFields,
  readableFields,
  writableLists,
} from "../../runtime/model/fields.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import type { Entity, Field, Model } from "../../runtime/model/model.js";
import { usersEntity } from "../../runtime/model/users-entity.js";
import { freshTree } from "../artifacts.js";
import { generatedNames, nameGiver, type EntityNames } from "../naming.js";
import { answerType, inputType } from "./operation-view.js";
import { openOperations } from "./entity-views.js";
import { listViews } from "./list-views.js";
import { toComment, toKey, toLiteral, toUnion } from "./literal.js";
import { hiddenUnion, relationViews } from "./relation-views.js";
import { changeMembers, newMembers, readMembers, type MemberView } from "./schema-view.js";

/** The names of an entity's types in the file. */
type NamesOf = (entity: string) => Pick<EntityNames, "type" | "newType" | "changesType" | "shape">;

/** The file of the client's types. */
export function clientView(model: Model) {
  const { entities, idempotency, auth } = model;
  const namesOf = clientNames(entities);
  const views = entities.map((entity) => clientEntityView(entity, namesOf));
  const composite = views.flatMap(({ key, keys }) => (keys === undefined ? [] : [`${key}: ${keys}`]));
  const users = auth === undefined ? undefined : usersEntity(model);
  return {
    entities: views,
    operations: model.ownOperations.map((operation) => ({
      key: toKey(operation.name),
      input: inputType(operation),
      answer: answerType(operation),
      isRead: String(operation.isRead),
    })),
    // The server's own users, if it has any.
    users: users === undefined ? undefined : toLiteral(users.name),
    // The options that follow from the configuration.
    options: [
      ...(composite.length === 0 ? [] : [`keys: { ${composite.join(", ")} }`]),
      `idempotency: ${String(idempotency !== undefined)}`,
    ].join(", "),
  };
}

function clientEntityView(entity: Entity, namesOf: NamesOf) {
  const open = openOperations(entity);
  const own = namesOf(entity.name);
  const keys = entity.keys.map(({ name }) => name);
  const lists = listViews(writableLists(entity), (target) => listTypesOf(target, namesOf));
  const newLists = lists.filter(({ newType }) => newType !== "never").map(listMember);
  return {
    ...own,
    key: toKey(entity.name),
    name: entity.name,
    description: toComment(entity.description),
    id:
      keys.length === 0
        ? "never"
        : keys.length === 1
          ? `${own.type}[${toUnion(keys)}]`
          : `Pick<${own.type}, ${toUnion(keys)}>`,
    keys: keys.length > 1 ? `[${keys.map(toLiteral).join(", ")}]` : undefined,
    fields: readMembers(entity),
    kinds: [
      ...readableFields(entity).map((field) => ({ name: toKey(field.name), kind: kindOf(field) })),
      ...entity.links.map(({ name }) => ({ name: toKey(name), kind: "none" })),
    ],
    creates: open.has("create") && !entity.isReadOnly && creatableFields(entity).length > 0,
    newFields: [...newMembers(entity), ...newLists],
    updates: open.has("update") && !entity.isReadOnly && editableFields(entity).length > 0,
    changes: [
      ...changeMembers(entity),
      ...lists.map(({ changesType, ...list }) => ({ ...listMember(list), type: `dataApi.${changesType}` })),
    ],
    relations: relationViews(entity, freshTree, (target) => namesOf(target).shape),
    hidden: hiddenUnion(entity),
  };
}

function listMember({ name, newType, doc }: Record<"name" | "newType" | "doc", string>): MemberView {
  return { name, type: newType, schema: "", isOptional: true, doc };
}

/** The types of a list's records. `never` if no role may create or change them. */
function listTypesOf(target: Entity, namesOf: NamesOf) {
  const { type, newType, changesType } = namesOf(target.name);
  const open = openOperations(target);
  return {
    type,
    newType: open.has("create") ? newType : "never",
    changesType: open.has("update") ? changesType : "never",
  };
}

/** The operators that conditions may use for a field. */
function kindOf({ type, values }: Field): string {
  if (type === "json") return "json";
  return values === undefined ? fieldTypes[type].conditions : "ordered";
}

/** The names of the file itself. */
const OWN = ["Api", "ApiClient"];

/** The types of all entities are in one file. The names of records are given first. */
function clientNames(entities: readonly Entity[]): NamesOf {
  const give = nameGiver(OWN);
  const records = entities.map(({ name }) => {
    const { type, ...others } = generatedNames({ name });
    return { name, type: give(type), ...others };
  });
  const names = new Map(
    records.map(({ name, type, newType, changesType, shape }) => [
      name,
      { type, newType: give(newType), changesType: give(changesType), shape: give(shape) },
    ]),
  );
  return (name) => {
    const own = names.get(name);
    if (own === undefined) throw new Error(`The entity "${name}" has no names.`);
    return own;
  };
}
