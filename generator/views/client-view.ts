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
import { generatedNames } from "../naming.js";
import { answerType, inputType } from "./operation-view.js";
import { openOperations } from "./entity-views.js";
import { listViews, type ListView } from "./list-views.js";
import { toComment, toKey, toLiteral, toUnion } from "./literal.js";
import { hiddenUnion, relationViews, type RelationView } from "./relation-views.js";
import { changeMembers, newMembers, readMembers, type MemberView } from "./schema-view.js";

/** The file of the client's types. */
export interface ClientView {
  readonly entities: readonly ClientEntityView[];
  readonly operations: readonly ClientOperationView[];
  /** Whether the server has users of its own. */
  readonly users: string | undefined;
  /** The options that follow from the configuration. */
  readonly options: string;
}

interface ClientOperationView {
  readonly key: string;
  readonly input: string;
  readonly answer: string;
  readonly isRead: string;
}

interface ClientEntityView {
  readonly key: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly type: string;
  readonly newType: string;
  readonly changesType: string;
  readonly shape: string;
  readonly id: string;
  readonly keys: string | undefined;
  readonly fields: readonly MemberView[];
  readonly kinds: readonly { readonly name: string; readonly kind: string }[];
  readonly creates: boolean;
  readonly newFields: readonly MemberView[];
  readonly updates: boolean;
  readonly changes: readonly MemberView[];
  readonly relations: readonly RelationView[];
  readonly hidden: string | undefined;
}

type ClientNames = Pick<ClientEntityView, "type" | "newType" | "changesType" | "shape">;

export function clientView(model: Model): ClientView {
  const { entities, idempotency, auth } = model;
  const names = clientNames(entities);
  const views = entities.map((entity) => clientEntityView(entity, names));
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
    users: users === undefined ? undefined : toLiteral(users.name),
    options: [
      ...(composite.length === 0 ? [] : [`keys: { ${composite.join(", ")} }`]),
      `idempotency: ${String(idempotency !== undefined)}`,
    ].join(", "),
  };
}

function clientEntityView(entity: Entity, names: ReadonlyMap<string, ClientNames>): ClientEntityView {
  const open = openOperations(entity);
  const own = names.get(entity.name) ?? missing(entity.name);
  const keys = entity.keys.map(({ name }) => name);
  const lists = listViews(writableLists(entity), (target) => listTypesOf(target, entity, names));
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
    relations: relationViews(entity, freshTree, (target) => (names.get(target) ?? missing(target)).shape),
    hidden: hiddenUnion(entity),
  };
}

function listMember({ name, newType, doc }: Omit<ListView, "changesType">): MemberView {
  return { name, type: newType, schema: "", isOptional: true, doc };
}

/** The types of a list's records. `never` if no role may create or change them. */
function listTypesOf(
  target: string,
  { relations }: Entity,
  names: ReadonlyMap<string, ClientNames>,
): ClientNames {
  const own = names.get(target) ?? missing(target);
  const entity = relations.find((relation) => relation.target.name === target)?.target;
  const open = entity === undefined ? new Set<string>() : openOperations(entity);
  return {
    ...own,
    newType: open.has("create") ? own.newType : "never",
    changesType: open.has("update") ? own.changesType : "never",
  };
}

/** The operators that conditions may use for a field. */
function kindOf({ type, values }: Field): string {
  if (type === "json") return "json";
  return values === undefined ? fieldTypes[type].conditions : "ordered";
}

/** The names of the file itself. */
const OWN = ["Api", "ApiClient"];

/** The types of all entities are in one file, so a name that is taken gets a `_`. Records come first. */
function clientNames(entities: readonly Entity[]): ReadonlyMap<string, ClientNames> {
  const taken = new Set(OWN);
  const take = (wanted: string): string => {
    let name = wanted;
    while (taken.has(name)) name += "_";
    taken.add(name);
    return name;
  };
  const records = new Map(entities.map((entity) => [entity.name, take(generatedNames(entity).type)]));
  return new Map(
    entities.map((entity) => {
      const { newType, changesType, shape } = generatedNames(entity);
      const type = records.get(entity.name) ?? missing(entity.name);
      const others = { newType: take(newType), changesType: take(changesType), shape: take(shape) };
      return [entity.name, { type, ...others }];
    }),
  );
}

function missing(name: string): never {
  throw new Error(`The entity "${name}" has no names.`);
}
