import { authorize, mayCall, permissionsOf, type Grant } from "../../access/authorize.js";
import type { Caller } from "../../access/caller.js";
import { grantedRights, isUsable, maySet, rightsToTargets } from "../../access/granted-rights.js";
import type { Rights } from "../../access/rights.js";
import { ApiError } from "../../errors/api-error.js";
import { fieldTypes } from "../../model/field-type.js";
import {
  operations,
  type Entity,
  type Field,
  type Link,
  type Model,
  type Operation,
  type Relation,
} from "../../model/model.js";
import type { OwnOperation } from "../../model/own-operation.js";
import { MAX_NESTED_TAKE } from "../../model/settings/server-settings.js";
import { relationIn } from "../../read/plan-select.js";
import { viewOf, type View } from "../../read/plan-view.js";
import { callInput, callOutput } from "../openapi/call-json-schema.js";
import type {
  Reads,
  ShownEntity,
  ShownField,
  ShownLink,
  ShownModel,
  ShownOperation,
  ShownRelation,
} from "./shown-model.js";
import { viewableRoles } from "./viewable-roles.js";

/** The model as the caller may see it, by the rules of the endpoints. */
export function showModel(model: Model, caller: Caller): ShownModel {
  const { userId, roles, isAuthenticated, viewedAs = null } = caller;
  const { openapi, server } = model;
  const mayRead = readableEntities(model, caller);
  return {
    // The title of a document that the caller may read.
    title:
      openapi !== false && openapi.roles.some((role) => roles.includes(role)) ? openapi.title : "Data API",
    caller: { userId, roles, isAuthenticated },
    viewedAs,
    roles: viewableRoles(model, caller),
    maxTake: server.maxTake,
    maxNestedTake: MAX_NESTED_TAKE,
    hasBatch: model.batch !== false,
    entities: model.entities.flatMap((entity) => showEntity(entity, caller, mayRead) ?? []),
    operations: model.ownOperations.filter((operation) => mayCall(caller, operation)).map(showOperation),
  };
}

/** Returns a function that tells whether the caller may read some records of an entity. */
export function readableEntities(model: Model, caller: Caller): (name: string) => boolean {
  const rightsTo = rightsToTargets(caller);
  return (name) => {
    const entity = model.entitiesByName.get(name.toLowerCase());
    return entity !== undefined && rightsTo(entity) !== undefined;
  };
}

/** The caller's grants for the operations that they may do. */
type Grants = Partial<Record<Operation, Grant>>;

/**
 * `undefined` if the caller has no right to it.
 * @param mayRead Whether the caller may read some records of an entity.
 */
export function showEntity(
  entity: Entity,
  caller: Caller,
  mayRead: (entityName: string) => boolean,
): ShownEntity | undefined {
  const grants: Grants = {};
  for (const operation of operations) {
    const grant = grantOf(entity, caller, operation);
    if (grant !== undefined) grants[operation] = grant;
  }
  if (Object.keys(grants).length === 0) return undefined;
  const { name, description, requiresPrecondition, users } = entity;
  const view = grants.read && viewOf(entity, grants.read);
  const keys = entity.keys.map((key) => key.name);
  return {
    name,
    ...given({ description }),
    may: {
      read: grants.read !== undefined,
      create: grants.create !== undefined,
      update: grants.update !== undefined,
      delete: grants.delete !== undefined,
    },
    keys: keys.every((key) => readsOf(key, view?.rights) !== "none") ? keys : [],
    requiresPrecondition,
    isUsers: users !== undefined,
    fields: entity.fields.flatMap((field) => showField(field, entity, grants) ?? []),
    links: entity.links
      .filter(({ targetEntityName }) => mayRead(targetEntityName))
      .flatMap((link) => showLink(link, entity, grants, view) ?? []),
    relations: view === undefined ? [] : entity.relations.flatMap((each) => showRelation(each, view) ?? []),
  };
}

/** `undefined` if the endpoints would answer 401 or 403. */
export function grantOf(entity: Entity, caller: Caller, operation: Operation): Grant | undefined {
  if (permissionsOf(caller, entity.policy, operation).length === 0) return undefined;
  try {
    const grant = authorize(caller, entity.policy, operation);
    grantedRights(entity, grant);
    return grant;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function readsOf(name: string, rights: Rights | undefined): Reads {
  if (rights === undefined || rights.members?.has(name) === false) return "none";
  return isUsable(name, rights) ? "all" : "some";
}

function readsOfField({ name, isReadable }: Field, entity: Entity, { read }: Grants): Reads {
  return isReadable && read !== undefined ? readsOf(name, grantedRights(entity, read)) : "none";
}

/** Whether the caller may set a member in new records, and in some that exist. */
function settable(
  { name, isCreatable, isEditable }: Pick<Field, "name" | "isCreatable" | "isEditable">,
  entity: Entity,
  { create, update }: Grants,
): Pick<ShownField, "isCreatable" | "isEditable"> {
  return {
    isCreatable: isCreatable && create !== undefined && maySet(entity, create, name),
    isEditable: isEditable && update !== undefined && maySet(entity, update, name),
  };
}

/** `undefined` if the caller may neither read nor set it. */
function showField(field: Field, entity: Entity, grants: Grants): ShownField | undefined {
  const reads = readsOfField(field, entity, grants);
  const sets = settable(field, entity, grants);
  if (reads === "none" && !sets.isCreatable && !sets.isEditable) return undefined;
  const { name, type, isNullable, isRequired, isUnique } = field;
  const { conditions, isSortable, aggregates } = fieldTypes[type];
  const isUsed = reads === "all";
  return {
    name,
    type,
    ...given({
      of: field.of,
      label: field.label,
      description: field.description,
      system: field.system,
      values: field.values,
      zone: field.zone,
      minLength: field.minLength,
      maxLength: field.maxLength,
      maxItems: field.maxItems,
      minimum: field.minimum,
      maximum: field.maximum,
      precision: finite(field.precision),
      scale: finite(field.scale),
      default: field.default,
    }),
    isNullable,
    isRequired,
    isUnique,
    reads,
    ...sets,
    conditions: isUsed ? conditions : "none",
    isSortable: isUsed && isSortable,
    aggregates: isUsed ? aggregates : "none",
  };
}

/** `undefined` if the caller may neither read nor set it. */
function showLink(link: Link, entity: Entity, grants: Grants, view: View | undefined): ShownLink | undefined {
  const { name, label, description, targetEntityName, resolvedEntityName, isRequired } = link;
  const reads = readsOf(name, view?.rights);
  const sets = settable(link, entity, grants);
  if (reads === "none" && !sets.isCreatable && !sets.isEditable) return undefined;
  const found = view && resolvedEntityName && relationIn(resolvedEntityName, view);
  return {
    name,
    ...given({ label, description }),
    target: targetEntityName,
    ...given({ relation: found ? found.relation.name : undefined }),
    isRequired,
    reads,
    ...sets,
  };
}

/** `undefined` if the caller may not follow it, or not know the fields that it compares. */
function showRelation(
  { name, isList, sourceFields, targetFields, through, isInverse }: Relation,
  view: View,
): ShownRelation | undefined {
  const target = relationIn(name, view)?.target;
  if (target === undefined) return undefined;
  const isKnown = ({ rights }: View, fields: readonly Field[]) =>
    fields.every((field) => readsOf(field.name, rights) !== "none");
  if (!isKnown(view, sourceFields) || !isKnown(target, targetFields)) return undefined;
  return {
    name,
    isList,
    target: target.entity.name,
    sourceFields: sourceFields.map((field) => field.name),
    targetFields: targetFields.map((field) => field.name),
    isLink: through !== undefined,
    isInverse,
    isNullable:
      isList ||
      isInverse ||
      target.rights.rows !== undefined ||
      sourceFields.some(({ isNullable }) => isNullable),
  };
}

function showOperation(operation: OwnOperation): ShownOperation {
  const { name, description, isRead } = operation;
  return {
    name,
    ...given({ description }),
    method: isRead ? "GET" : "POST",
    input: callInput(operation),
    ...given({ output: callOutput(operation) }),
  };
}

/** JSON has no `Infinity`: such a limit does not limit. */
function finite(value: number | undefined): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** Those members that are there. */
export function given<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
