import { permissionsOf } from "../access/authorize.js";
import type { Caller } from "../access/caller.js";
import { everything, rightsOf, type Rights } from "../access/rights.js";
import { both } from "../condition/join-conditions.js";
import {
  createSelection,
  ownFields,
  type SelectedFields,
  type SelectedTarget,
  type Selection,
} from "../database/selection.js";
import type { Entity, Model } from "../model/model.js";
import { visibleRecords } from "./rights.js";

/**
 * What of the entity's records a caller with these rights gets, and of the records that they refer to what the caller may
 * read by the rules of those: nothing of an entity that the caller may not read. Without a caller, everything.
 */
export function selectionOf(
  entity: Entity,
  model: Model,
  caller?: Caller,
  rights: Rights = everything,
): Selection {
  const whole = wholeSelection(entity, model);
  if (caller === undefined) return whole;
  const mayRead = (name: string) => rights.members?.has(name) ?? true;
  const rightsTo = rightsToTargets(caller);
  const references = whole.references.flatMap((reference) =>
    mayRead(reference.field.name) ? (limited(reference, rightsTo(reference.entity)) ?? []) : [],
  );
  const links = whole.links
    .filter(({ link }) => mayRead(link.name))
    .map(({ link, target }) => ({ link, target: target && limited(target, rightsTo(target.entity)) }));
  const isWhole =
    rights === everything &&
    references.length === whole.references.length &&
    references.every((reference, index) => reference === whole.references[index]) &&
    links.every(({ target }, index) => target === whole.links[index]?.target);
  if (isWhole) return whole;
  const linkNames = links.map(({ link }) => link.name);
  return createSelection({ entity, ...givenFields(whole, rights, linkNames), references, links });
}

/** All that records of the entity carry: found out once. */
function wholeSelection(entity: Entity, model: Model): Selection {
  let whole = wholes.get(entity);
  if (whole === undefined) wholes.set(entity, (whole = toWhole(entity, model)));
  return whole;
}

const wholes = new WeakMap<Entity, Selection>();

function toWhole(entity: Entity, model: Model): Selection {
  const own = ownFields(entity);
  const references = own.fields.flatMap((field) => {
    const { foreignKey } = field;
    if (foreignKey === undefined) return [];
    const target = wholeTarget(foreignKey.targetEntityName, model);
    return target === undefined ? [] : [{ ...target, field, name: foreignKey.resolvedEntityName }];
  });
  const links = entity.links.map((link) => ({ link, target: wholeTarget(link.targetEntityName, model) }));
  return references.length === 0 && links.length === 0 ? own : createSelection({ ...own, references, links });
}

/** Of what is referred to, the fields alone. */
function wholeTarget(name: string, model: Model): SelectedTarget | undefined {
  const entity = model.entitiesByName.get(name.toLowerCase());
  if (entity === undefined) return undefined;
  const { fields, guards } = ownFields(entity);
  return { entity, fields, guards, rows: undefined };
}

/** What the caller may read of entities that are referred to; each is looked at once. */
function rightsToTargets(caller: Caller): (target: Entity) => Rights | undefined {
  const known = new Map<Entity, Rights | undefined>();
  return (target) => {
    if (!known.has(target)) known.set(target, rightsToRead(target, caller));
    return known.get(target);
  };
}

/** Undefined where that is nothing. */
function rightsToRead(entity: Entity, caller: Caller): Rights | undefined {
  const permissions = permissionsOf(caller, entity.policy, "read");
  const rights = permissions.length === 0 ? undefined : rightsOf(entity, caller, permissions);
  const visible = rights === undefined ? undefined : visibleRecords(entity, caller);
  return rights === undefined || visible === undefined
    ? rights
    : { ...rights, rows: both(rights.rows, visible) };
}

function limited<T extends SelectedTarget>(target: T, rights: Rights | undefined): T | undefined {
  if (rights === undefined || rights === everything) return rights && target;
  return { ...target, ...givenFields(target, rights), rows: rights.rows };
}

/** The fields that the rights give, and what only some records give of them and of other members. */
function givenFields(
  { fields }: SelectedFields,
  { members, guards }: Rights,
  others: readonly string[] = [],
): Pick<SelectedFields, "fields" | "guards"> {
  const given = members === undefined ? fields : fields.filter(({ name }) => members.has(name));
  const isGiven = (name: string) => others.includes(name) || given.some((field) => field.name === name);
  return { fields: given, guards: guards.filter((guard) => [...guard.members].some(isGiven)) };
}
