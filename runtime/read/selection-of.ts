import type { Grant } from "../access/authorize.js";
import { rightsToTargets } from "../access/granted-rights.js";
import { everything, type Rights } from "../access/rights.js";
import {
  createSelection,
  ownFields,
  type SelectedFields,
  type SelectedTarget,
  type Selection,
} from "../database/sql/selection.js";
import type { Entity, Model } from "../model/model.js";
import { onceForEach } from "../model/once-for-each.js";

/**
 * The part of an entity's records that the grant's caller may read. Referenced records are limited by the rights to
 * their own entity, and left out if the caller may not read that entity. Without a grant, everything is selected.
 */
export function selectionOf(
  entity: Entity,
  model: Model,
  grant?: Pick<Grant, "caller" | "isServerCode">,
  rights: Rights = everything,
): Selection {
  if (grant === undefined) return wholeSelection(entity, model);
  const { caller, isServerCode = false } = grant;
  const whole =
    entity.resolveForeignKeys || isServerCode ? wholeSelection(entity, model) : unresolvedSelection(entity);
  const hasOthers = whole.references.length > 0 || whole.links.length > 0;
  if (rights === everything && !hasOthers) return whole;
  const mayRead = (name: string) => rights.members?.has(name) ?? true;
  const rightsTo = rightsToTargets(caller);
  const references = whole.references.flatMap((reference) =>
    reference.keys.every(({ name }) => mayRead(name))
      ? (limited(reference, rightsTo(reference.entity)) ?? [])
      : [],
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
  const given = givenFields(whole, rights, linkNames);
  return createSelection({ entity, ...given, references, links });
}

/** The selection of all members of an entity's records, computed once. */
function wholeSelection(entity: Entity, model: Model): Selection {
  let whole = wholes.get(entity);
  if (whole === undefined) wholes.set(entity, (whole = toWhole(entity, model)));
  return whole;
}

const wholes = new WeakMap<Entity, Selection>();

/** The selection of an entity's records without related records, computed once. */
const unresolvedSelection = onceForEach((entity: Entity): Selection => {
  const own = ownFields(entity);
  const links = entity.links.map((link) => ({ link, target: undefined }));
  return links.length === 0 ? own : createSelection({ ...own, links });
});

function toWhole(entity: Entity, model: Model): Selection {
  const own = ownFields(entity);
  const references = entity.foreignKeys.flatMap(({ fields, targetEntityName, resolvedEntityName }) => {
    if (resolvedEntityName === undefined) return [];
    const target = wholeTarget(targetEntityName, model);
    if (target === undefined) return [];
    const { keys: targetKeys } = target.entity;
    const memberNames = fields.map(({ name }) => name);
    return [{ ...target, keys: fields, targetKeys, isInverse: false, memberNames, name: resolvedEntityName }];
  });
  const links = entity.links.map((link) => {
    const isResolved = link.resolvedEntityName !== undefined;
    return { link, target: isResolved ? wholeTarget(link.targetEntityName, model) : undefined };
  });
  return references.length === 0 && links.length === 0 ? own : createSelection({ ...own, references, links });
}

/** The selection of a referenced entity: its fields, without its own references and links. */
function wholeTarget(name: string, model: Model): SelectedTarget | undefined {
  const entity = model.entitiesByName.get(name.toLowerCase());
  if (entity === undefined) return undefined;
  return { ...ownFields(entity), rows: undefined };
}

function limited<T extends SelectedTarget>(target: T, rights: Rights | undefined): T | undefined {
  if (rights === undefined || rights === everything) return rights && target;
  return { ...target, ...givenFields(target, rights), rows: rights.rows };
}

/** The fields that the rights allow, and the guards of members that only some records include, including `others`. */
function givenFields(
  { fields }: SelectedFields,
  { members, guards }: Rights,
  others: readonly string[] = [],
): Pick<SelectedFields, "fields" | "guards"> {
  const given = members === undefined ? fields : fields.filter(({ name }) => members.has(name));
  const isGiven = (name: string) => others.includes(name) || given.some((field) => field.name === name);
  return { fields: given, guards: guards.filter((guard) => [...guard.members].some(isGiven)) };
}
