import { describeFields } from "../../runtime/model/schemas/describe-fields.js";
import { creatableFields, editableFields, readableFields } from "../../runtime/model/fields.js";
import type { DialectName, Entity, Field, Link } from "../../runtime/model/model.js";
import {
  idsChain,
  isChain,
  newValueChain,
  plainChain,
  valueChain,
  withOptions,
  type ChainCall,
} from "../../runtime/model/schemas/schema-chain.js";
import type { Tree } from "../artifacts.js";
import { columnViews } from "./column-views.js";
import { openOperations, typescriptTypeOf } from "./entity-views.js";
import { knownLists, listViews } from "./list-views.js";
import { toComment, toKey, toLiteral, toUnion } from "./literal.js";
import { hiddenUnion, relationViews } from "./relation-views.js";
import { schemaFileNames, resolvedViews, targetViews } from "./resolved-views.js";

export interface MemberView {
  readonly name: string;
  readonly schema: string;
  /** The TypeScript type. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly doc: string | undefined;
}

export function schemaView(entity: Entity, tree: Tree, dialect: DialectName) {
  const open = openOperations(entity);
  const namesIn = schemaFileNames(entity, tree);
  return {
    entity: entity.name,
    names: namesIn(entity.name),
    description: toComment(entity.description),
    targets: targetViews(entity, tree, namesIn),
    fields: readMembers(entity),
    // Whether create has a schema, because a role may create over HTTP. Otherwise there is only a type.
    creates: open.has("create"),
    newFields: newMembers(entity),
    updates: open.has("update"),
    changes: changeMembers(entity),
    isReadOnly: entity.isReadOnly,
    lists: listViews(knownLists(entity, tree), ({ name }) => namesIn(name)),
    resolved: resolvedViews(entity, namesIn),
    relations: relationViews(entity, tree, (target) => namesIn(target).shape),
    hidden: hiddenUnion(entity),
    // The names of the key fields as a union type, if the key has several fields.
    keys: entity.keys.length > 1 ? toUnion(entity.keys.map(({ name }) => name)) : undefined,
    columns: columnViews(entity, dialect),
    // A text for each field, which changes with its definition.
    described: Object.entries(describeFields(entity)).map(([name, text]) => ({
      key: toKey(name),
      text: toLiteral(text),
    })),
  };
}

/** The members of a record. */
export function readMembers(entity: Entity): readonly MemberView[] {
  return [
    ...readableFields(entity).map((field) => toMember(field, readSchema(field, entity), entity)),
    ...entity.links.map(toLinkMember),
  ];
}

/**
 * The input of a create. It lists its fields, although update shares most: zod's `.pick()` and `.omit()` throw after
 * a `.refine`, and a `.default` of a create would apply to updates.
 */
export function newMembers(entity: Entity): readonly MemberView[] {
  return [
    ...creatableFields(entity).map((field) => newMember(field, entity)),
    ...entity.links.filter(({ isCreatable }) => isCreatable).map(newLinkMember),
  ];
}

/** The input of an update. */
export function changeMembers(entity: Entity): readonly MemberView[] {
  return [
    ...editableFields(entity).map((field) => toMember(field, readSchema(field, entity), entity)),
    ...entity.links.filter(({ isEditable }) => isEditable).map(toLinkMember),
  ];
}

/**
 * A field of a create. Only fields that cannot be read are documented here, the others where they are read.
 */
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
  const type = isRoles(field, entity) ? "readonly string[]" : typescriptTypeOf(field);
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
    type: `(${typescriptTypeOf(targetField)})[]`,
    isOptional: false,
    doc: toComment(description),
  };
}

function isRoles({ name }: Field, { users }: Entity): boolean {
  return users !== undefined && name === "roles";
}

function readSchema(field: Field, entity: Entity): string {
  return chainText(valueChain(field, startOf(field, entity)));
}

function newSchema(field: Field, entity: Entity): string {
  return chainText(newValueChain(field, startOf(field, entity)));
}

function idsSchema(link: Link): string {
  return chainText(idsChain(link));
}

/** Roles are JSON with a known type. */
function startOf(field: Field, entity: Entity): readonly ChainCall[] {
  const isJson = isRoles(field, entity) && field.values === undefined;
  return isJson ? [withOptions("json<readonly string[]>", [], { label: field.label })] : plainChain(field);
}

export function chainText(chain: readonly ChainCall[]): string {
  return ["field", ...chain.map(({ name, args }) => `${name}(${args.map(argument).join(", ")})`)].join(".");
}

/** JSON cannot express an infinite limit. The other limits of such a field may be texts. */
function argument(value: unknown): string {
  if (isChain(value)) return chainText(value.chain);
  const hasInfinity = typeof value === "object" && value !== null && Object.values(value).includes(Infinity);
  if (!hasInfinity) return toLiteral(value);
  return `{ ${Object.entries(value)
    .map(([name, limit]) => `${name}: ${limit === Infinity ? "Infinity" : toLiteral(limit)}`)
    .join(", ")} }`;
}
