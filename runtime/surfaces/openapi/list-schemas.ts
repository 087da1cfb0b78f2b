import { writableLists } from "../../model/fields.js";
import type { Entity, Relation } from "../../model/model.js";
import { ownKeys } from "../../write/nested/nested-list.js";
import { shownTo, type Audience } from "./audience.js";
import { referTo } from "./components.js";
import { inputSchema } from "./field-schemas.js";
import { jsonObject, type JsonMember } from "./json-object.js";
import { schemaNameOf, type RecordContext } from "./record-schemas.js";

/** The members of a body for a record of the entity, and which of them are required. */
export interface BodyMembers {
  readonly members: readonly JsonMember[];
  readonly required: readonly string[];
}

type Operation = "create" | "update";
type MembersOf = (operation: Operation, entity: Entity) => BodyMembers | undefined;

/** The members of a body that hold writable lists. Their schemas are named after the lists. */
export function listMembers(
  operation: Operation,
  entity: Entity,
  context: RecordContext,
): readonly JsonMember[] {
  return shownLists(operation, entity, context).map((relation) => {
    const reference = referTo("schemas", nameOf(operation, relation, entity, context));
    return [relation.name, JSON.stringify(reference)];
  });
}

/**
 * Adds the schemas of the writable lists in a body.
 * @param membersOf The members of the lists' records. `undefined` if nobody in the audience may write them.
 */
export function addListSchemas(
  operation: Operation,
  entity: Entity,
  context: RecordContext,
  membersOf: MembersOf,
): void {
  for (const relation of shownLists(operation, entity, context)) {
    const schemas = new ListSchemas(
      relation,
      nameOf("create", relation, entity, context),
      context,
      membersOf,
    );
    const schema = operation === "create" ? schemas.ofNew() : schemas.ofChanges();
    context.components.addJson("schemas", nameOf(operation, relation, entity, context), schema);
  }
}

/** The lists that the audience may write. */
function shownLists(operation: Operation, entity: Entity, { audience }: RecordContext): readonly Relation[] {
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
function nameOf(operation: Operation, { name }: Relation, entity: Entity, context: RecordContext): string {
  return `${schemaNameOf(entity, context)}.${name}${operation === "create" ? "" : ".changes"}`;
}

class ListSchemas {
  readonly #relation: Relation;
  readonly #context: RecordContext;
  readonly #newItem: string | undefined;
  readonly #changedItem: string | undefined;
  readonly #mayDelete: boolean;
  readonly #mayRead: boolean;

  constructor(relation: Relation, name: string, context: RecordContext, membersOf: MembersOf) {
    const { target } = relation;
    this.#relation = relation;
    this.#context = context;
    const created = mayCreate(relation, context.audience) ? membersOf("create", target) : undefined;
    const changed = membersOf("update", target);
    this.#newItem = created && this.#add(`${name}.new`, created.members, created.required);
    this.#changedItem = changed && this.#addChanged(`${name}.changed`, changed.members);
    this.#mayDelete = shownTo(context.audience, target, "delete") !== undefined;
    this.#mayRead = shownTo(context.audience, target, "read") !== undefined;
  }

  /** The schema of an array of new records. */
  ofNew(): string {
    return arrayOf(this.#newItem ?? "false");
  }

  /** The schema of an update's changes of the list. */
  ofChanges(): string {
    const items = [this.#newItem, this.#changedItem].flatMap((item) => item ?? []);
    const set = jsonObject([["anyOf", `[${items.join(",")}]`]]);
    const members: readonly JsonMember[] = [
      ...(this.#newItem === undefined ? [] : [["create", arrayOf(this.#newItem)] as const]),
      ...(this.#changedItem === undefined ? [] : [["update", arrayOf(this.#changedItem)] as const]),
      ...(this.#mayDelete ? [["delete", arrayOf(this.#id())] as const] : []),
      ...(this.#mayDelete && this.#mayRead && items.length > 0 ? [["set", arrayOf(set)] as const] : []),
    ];
    return jsonObject([
      ["type", '"object"'],
      ["minProperties", "1"],
      ["additionalProperties", "false"],
      ["properties", jsonObject(members)],
    ]);
  }

  #addChanged(name: string, members: readonly JsonMember[]): string {
    const keys = ownKeys(this.#relation);
    const own = keys.map((key): JsonMember => [key.name, JSON.stringify(keySchema(key))]);
    const others = members.filter(([member]) => !keys.some((key) => key.name === member));
    return this.#add(
      name,
      [...own, ...others],
      keys.map((key) => key.name),
    );
  }

  #add(name: string, members: readonly JsonMember[], required: readonly string[]): string {
    const { target, targetFields } = this.#relation;
    const isOwn = (member: string) => !targetFields.some((field) => field.name === member);
    const needed = required.filter(isOwn);
    const schema = jsonObject([
      ["type", '"object"'],
      ...(needed.length > 0 ? [["required", JSON.stringify(needed)] as const] : []),
      ...(target.strictBody ? [["additionalProperties", "false"] as const] : []),
      ["properties", jsonObject(members.filter(([member]) => isOwn(member)))],
    ]);
    this.#context.components.addJson("schemas", name, schema);
    return JSON.stringify(referTo("schemas", name));
  }

  #id(): string {
    const keys = ownKeys(this.#relation);
    const [only, ...more] = keys;
    if (only !== undefined && more.length === 0) return JSON.stringify(keySchema(only));
    return jsonObject([
      ["type", '"object"'],
      ["required", JSON.stringify(keys.map((key) => key.name))],
      ["properties", jsonObject(keys.map((key) => [key.name, JSON.stringify(keySchema(key))]))],
    ]);
  }
}

function keySchema(key: Relation["targetFields"][number]) {
  return inputSchema({ ...key, description: undefined });
}

function arrayOf(item: string): string {
  return jsonObject([
    ["type", '"array"'],
    ["items", item],
  ]);
}
