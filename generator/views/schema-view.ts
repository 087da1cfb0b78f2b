import { creatableFields, editableFields, readableFields } from "../../runtime/model/fields.js";
import type { Entity, Field, Link, Operation } from "../../runtime/model/model.js";
import {
  idsChain,
  isChain,
  newValueChain,
  plainChain,
  valueChain,
  withOptions,
  type ChainCall,
} from "../../runtime/model/schemas/schema-chain.js";
import { DATABASE_PATH, type Tree } from "../artifacts.js";
import { tableKey } from "./column-views.js";
import { keyUnion, openOperations, typescriptTypeOf } from "./entity-views.js";
import { inputSchemasView, type InputMember } from "./input-schemas-view.js";
import { knownLists, listViews } from "./list-views.js";
import { toComment, toLiteral } from "./literal.js";
import { moduleFrom } from "./modules.js";
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

export function schemaView(entity: Entity, tree: Tree) {
  const open = openOperations(entity);
  const namesIn = schemaFileNames(entity, tree);
  const names = namesIn(entity.name);
  const memberOf = memberViews(entity);
  const members = inputMembers(entity, open, memberOf);
  return {
    entity: entity.name,
    names,
    database: moduleFrom(tree.pathOf(entity.name, "schema"), DATABASE_PATH),
    description: toComment(entity.description),
    targets: targetViews(entity, tree, namesIn),
    fields: readMembers(entity, memberOf),
    // How the schemas of inputs follow from that of records. Without it they are written out.
    derived: members.length > 0 && inputSchemasView(members, names),
    members: members.map(({ view }) => view),
    // Whether create has a schema, because a role may create over HTTP. Otherwise there is only a type.
    creates: open.has("create"),
    newFields: newMembers(entity, memberOf),
    updates: open.has("update"),
    changes: changeMembers(entity, memberOf),
    isReadOnly: entity.isReadOnly,
    lists: listViews(knownLists(entity, tree), ({ name }) => namesIn(name)),
    resolved: resolvedViews(entity, namesIn),
    relations: relationViews(entity, tree, (target) => namesIn(target).shape),
    hidden: hiddenUnion(entity),
    keys: keyUnion(entity),
    hasCompositeKey: entity.keys.length > 1,
    table: toLiteral(tableKey(entity)),
  };
}

/**
 * The schema file as it was until version 0.2, with every schema written out. It stays so if its schemas were edited:
 * what was written for one of them does not begin to hold for the others.
 */
export function writtenOutSchemaView(entity: Entity, tree: Tree) {
  return { ...schemaView(entity, tree), derived: false };
}

/** The members of a record and of its inputs, in order. None if no role may create or update. */
function inputMembers(entity: Entity, open: ReadonlySet<Operation>, memberOf: MemberOf) {
  const [creates, updates] = [open.has("create"), open.has("update")];
  if (!creates && !updates) return [];
  const fields = entity.fields.map((field): InputMember & { readonly view: MemberView } => {
    const hasDefault = (field.default ?? null) !== null;
    return {
      name: field.name,
      isCreatable: creates && field.isCreatable,
      isEditable: updates && field.isEditable,
      isReadable: field.isReadable,
      isOptional: !field.isRequired && !hasDefault,
      default: hasDefault ? argument(field.default) : undefined,
      view: memberOf(field),
    };
  });
  const links = entity.links.map((link) => ({
    name: link.name,
    isCreatable: creates && link.isCreatable,
    isEditable: updates && link.isEditable,
    isReadable: true,
    isOptional: !link.isRequired,
    default: undefined,
    view: toLinkMember(link),
  }));
  return [...fields, ...links].filter(
    ({ isReadable, isCreatable, isEditable }) => isReadable || isCreatable || isEditable,
  );
}

/** The member of a record for a field. */
type MemberOf = (field: Field) => MemberView;

/** The members of one entity's records, each made once. */
function memberViews(entity: Entity): MemberOf {
  const made = new Map<Field, MemberView>();
  return (field) => {
    let member = made.get(field);
    if (member === undefined) {
      member = toMember(field, chainText(valueChain(field, startOf(field, entity))), entity);
      made.set(field, member);
    }
    return member;
  };
}

/** The members of a record. */
export function readMembers(entity: Entity, memberOf = memberViews(entity)): readonly MemberView[] {
  return [...readableFields(entity).map(memberOf), ...entity.links.map(toLinkMember)];
}

/** The input of a create. */
export function newMembers(entity: Entity, memberOf = memberViews(entity)): readonly MemberView[] {
  return [
    ...creatableFields(entity).map((field) => newMember(field, memberOf(field), entity)),
    ...entity.links.filter(({ isCreatable }) => isCreatable).map(newLinkMember),
  ];
}

/** The input of an update. */
export function changeMembers(entity: Entity, memberOf = memberViews(entity)): readonly MemberView[] {
  return [
    ...editableFields(entity).map(memberOf),
    ...entity.links.filter(({ isEditable }) => isEditable).map(toLinkMember),
  ];
}

/** A field of a create. Only fields that cannot be read are documented here, the others where they are read. */
function newMember(field: Field, { name, type, doc }: MemberView, entity: Entity): MemberView {
  return {
    name,
    schema: chainText(newValueChain(field, startOf(field, entity))),
    type,
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
