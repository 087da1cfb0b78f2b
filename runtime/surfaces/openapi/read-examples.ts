import { roleOf } from "../../access/authorize.js";
import { GUEST_ROLE } from "../../access/caller.js";
import { conflictTargets } from "../../model/conflict-targets.js";
import { fieldTypes } from "../../model/field-type.js";
import { readableFields } from "../../model/fields.js";
import type { Entity, Field } from "../../model/model.js";
import { shownTo, type Audience, type Visibility } from "./audience.js";
import { exampleOf } from "./example-values.js";

/** Examples for the reads of an entity. */
export interface ReadExamples {
  /** `undefined` if there is no field that all callers can use in conditions. */
  readonly condition: string | undefined;
  /** `undefined` if no field can be sorted by. */
  readonly order: string | undefined;
  readonly select: string;
  readonly groups: string;
  /** The fields by which an upsert finds a record. `undefined` if there are none. */
  readonly conflict: string | undefined;
}

/** Examples with existing fields that every caller in the audience may use. */
export function readExamples(entity: Entity, audience: Audience): ReadExamples {
  const shown = shownTo(audience, entity, "read");
  const [target] = conflictTargets(entity);
  const usable = usableFields(entity, shown);
  const compared = usable.find(({ type }) => ["ordered", "text"].includes(fieldTypes[type].conditions));
  const sortable = usable.filter(({ type }) => fieldTypes[type].isSortable);
  const sorted = sortable.find(({ system }) => system === "createdat") ?? sortable[0];
  return {
    condition: compared === undefined ? undefined : conditionOn(compared),
    order: sorted === undefined ? undefined : `~${sorted.name}`,
    select: selectOf(entity, usable, audience),
    groups: groupsOf(entity, sortable),
    conflict: target?.map(({ name }) => name).join(),
  };
}

/** The keys come first. */
function usableFields(entity: Entity, shown: Visibility | undefined): readonly Field[] {
  if (shown === undefined) return [];
  const fields = new Set([...entity.keys, ...readableFields(entity)]);
  return [...fields].filter(({ name, isReadable }) => isReadable && shown.alwaysHas(name));
}

function conditionOn(field: Field): string {
  if (field.system === "key" && field.type === "int") return `${field.name}>10`;
  const value = exampleOf(field);
  const text = typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : JSON.stringify(value);
  return `${field.name}=${text}`;
}

/** Keys, a field, a related record with one of its fields, and the number of records in a list. */
function selectOf(entity: Entity, usable: readonly Field[], audience: Audience): string {
  const keys = usable.filter((field) => entity.keys.includes(field));
  const own = ownFieldOf(entity, usable);
  const related = relationsOf(entity, audience);
  const one = related.find(({ isList }) => !isList);
  const list = related.find(({ isList }) => isList);
  const parts = [
    ...[...keys, ...(own === undefined ? [] : [own])].map(({ name }) => name),
    ...(one === undefined ? [] : [`${one.name}(${one.field.name})`]),
    ...(list === undefined ? [] : [`count(${list.name})`]),
  ];
  return parts.length === 0 ? "*" : parts.join();
}

/** A field of a few values tells more as a group than a key, of which each record has its own. */
function groupsOf(entity: Entity, sortable: readonly Field[]): string {
  const foreign = new Set(entity.foreignKeys.flatMap(({ fields }) => fields));
  const group = sortable.find(
    (field) => field.values !== undefined || field.type === "boolean" || foreign.has(field),
  );
  return group === undefined ? "count()" : `${group.name},count()`;
}

/** A field that tells what a record is: no key, no foreign key, and nothing that the server fills in. */
function ownFieldOf(entity: Entity, usable: readonly Field[]): Field | undefined {
  const foreign = new Set(entity.foreignKeys.flatMap(({ fields }) => fields));
  return usable.find(
    (field) => field.system === undefined && !entity.keys.includes(field) && !foreign.has(field),
  );
}

/** The relations that every reader of the entity may use, each with a field of the other entity. */
function relationsOf(entity: Entity, audience: Audience) {
  if (entity.limits.maxDepth < 1) return [];
  return entity.relations.flatMap(({ name, isList, isInverse, target, memberNames }) => {
    const shown = shownTo(audience, target, "read");
    const holder = isInverse ? shown : shownTo(audience, entity, "read");
    if (shown === undefined || holder === undefined || !memberNames.every(holder.alwaysHas)) return [];
    if (!readersMayRead(target, entity)) return [];
    const usable = usableFields(target, shown);
    const field = ownFieldOf(target, usable) ?? usable[0];
    return field === undefined ? [] : [{ name, isList, field }];
  });
}

/** Whether each role that reads the entity also reads the target. */
function readersMayRead(target: Entity, { policy }: Entity): boolean {
  const readers = new Set(target.policy.read.map(roleOf));
  return readers.has(GUEST_ROLE) || policy.read.every((entry) => readers.has(roleOf(entry)));
}
