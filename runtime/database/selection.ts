import type { CheckedCondition } from "../condition/check-condition.js";
import { readableFields } from "../model/fields.js";
import type { Entity, Field, Link } from "../model/model.js";
import { conditionArguments, conditionShape } from "./condition-sql.js";
import type { Dialect } from "./dialect.js";

/** What of an entity's records a read gives. */
export interface Selection extends SelectedFields {
  /** All of it but the values in its conditions: selections of one shape share their statements. */
  readonly shape: string;
  /** The records that keys point to, one level deep. */
  readonly references: readonly SelectedReference[];
  /** The lists of other records. */
  readonly links: readonly SelectedLink[];
}

export interface SelectedFields {
  readonly entity: Entity;
  /** In the order of records. */
  readonly fields: readonly Field[];
  /** Members that only some records give: each of them is in one guard at most. */
  readonly guards: readonly FieldGuard[];
}

export interface FieldGuard {
  /** Holds for the records that give them. */
  readonly condition: CheckedCondition;
  /** The names of fields and links; a reference goes with its key. */
  readonly members: ReadonlySet<string>;
}

/** Records of another entity. */
export interface SelectedTarget extends SelectedFields {
  /** The records that the caller may see; undefined for all of them. */
  readonly rows: CheckedCondition | undefined;
}

/** A record that is given beside the key that points to it; null where the key is, or the caller may not see that record. */
export interface SelectedReference extends SelectedTarget {
  /** The key: one of the fields that are selected beside it. */
  readonly field: Field;
  /** Under which records carry it. */
  readonly name: string;
}

/** A list of records; only the list of their ids where the caller may not read the entity. */
export interface SelectedLink {
  readonly link: Link;
  readonly target: SelectedTarget | undefined;
}

export function createSelection(parts: Omit<Selection, "shape">): Selection {
  let shape = fieldsShape(parts);
  for (const reference of parts.references) shape += `>${reference.field.name}${targetShape(reference)}`;
  for (const link of parts.links) shape += linkShape(link);
  return { ...parts, shape };
}

/** All that records of the entity itself carry: what writes give back. */
export function ownFields(entity: Entity): Selection {
  let known = ofOwnFields.get(entity);
  if (known === undefined) {
    const parts = { fields: readableFields(entity), guards: [], references: [], links: [] };
    ofOwnFields.set(entity, (known = createSelection({ entity, ...parts })));
  }
  return known;
}

const ofOwnFields = new WeakMap<Entity, Selection>();

/** The key of the records, where their rows must have it: links go by it, and no row is empty. */
export function neededKey({ entity, fields, links }: Selection): Field | undefined {
  return links.length === 0 && fields.length > 0 ? undefined : entity.keys[0];
}

/** The fields whose values a row has, in its order: a key that is needed but not given stands at the end. */
export function fieldsOfRow({ fields }: SelectedFields, key: Field | undefined): readonly Field[] {
  return key === undefined || fields.includes(key) ? fields : [...fields, key];
}

/** What a link is but for its values. */
export function linkShape({ link, target }: SelectedLink): string {
  return `+${link.name}${target === undefined ? "" : targetShape(target)}`;
}

function targetShape(target: SelectedTarget): string {
  return `?${conditionShape(target.rows)} ${fieldsShape(target)}`;
}

function fieldsShape({ entity, fields, guards }: SelectedFields): string {
  let shape = fields === readableFields(entity) ? "*" : fields.map(({ name }) => name).join();
  for (const { condition, members } of guards)
    shape += `[${[...members].join()}:${conditionShape(condition)}]`;
  return shape;
}

/** The selection's values as the database takes them, in the order of its slots; those of links are their own. */
export function selectionArguments(selection: Selection, dialect: Dialect): readonly unknown[] {
  const { guards, references } = selection;
  if (guards.length === 0 && references.length === 0) return [];
  return [
    ...guards.flatMap(({ condition }) => conditionArguments(condition, dialect)),
    ...references.flatMap((reference) => targetArguments(reference, dialect)),
  ];
}

/** Those of the records of another entity: of which they are, then of what they give. */
export function targetArguments({ rows, guards }: SelectedTarget, dialect: Dialect): readonly unknown[] {
  return [rows, ...guards.map(({ condition }) => condition)].flatMap((condition) =>
    conditionArguments(condition, dialect),
  );
}
