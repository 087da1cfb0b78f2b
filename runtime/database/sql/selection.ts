import type { CheckedCondition } from "../../condition/checked.js";
import { readableFields } from "../../model/fields.js";
import type { Entity, Field, Link } from "../../model/model.js";
import { conditionShape } from "./condition-shape.js";

/** The part of an entity's records that a read returns. */
export interface Selection extends SelectedFields {
  /**
   * Identifies the selection without the values in its conditions: selections of one shape share their
   * statements.
   */
  readonly shape: string;
  /** The records that foreign keys refer to, one level deep. */
  readonly references: readonly SelectedReference[];
  /** The lists of other records. */
  readonly links: readonly SelectedLink[];
}

export interface SelectedFields {
  readonly entity: Entity;
  /** In the order of records. */
  readonly fields: readonly Field[];
  /** Guards for members that only some records include. A member is in at most one guard. */
  readonly guards: readonly FieldGuard[];
}

export interface FieldGuard {
  /** Holds for the records that include the members. */
  readonly condition: CheckedCondition;
  /** The names of fields and links. A reference follows its foreign key. */
  readonly members: ReadonlySet<string>;
}

/** Records of another entity. */
export interface SelectedTarget extends SelectedFields {
  /** The condition for the records that the caller may see; `undefined` for all. */
  readonly rows: CheckedCondition | undefined;
}

/**
 * A record included beside the foreign key that refers to it. It is `null` if a field of the key is, or if
 * the caller may not see the record.
 */
export interface SelectedReference extends SelectedTarget {
  /** The foreign key, of which all are selected fields. */
  readonly keys: readonly Field[];
  /** The member's name in records. */
  readonly name: string;
}

/** A list of records, or only their ids if the caller may not read the target entity. */
export interface SelectedLink {
  readonly link: Link;
  readonly target: SelectedTarget | undefined;
}

export function createSelection(parts: Omit<Selection, "shape">): Selection {
  let shape = fieldsShape(parts);
  for (const reference of parts.references) shape += `>${reference.name}${targetShape(reference)}`;
  for (const link of parts.links) shape += linkShape(link);
  return { ...parts, shape };
}

/** The selection of an entity's own readable fields, which writes return. */
export function ownFields(entity: Entity): Selection {
  let known = ofOwnFields.get(entity);
  if (known === undefined) {
    const parts = { fields: readableFields(entity), guards: [], references: [], links: [] };
    ofOwnFields.set(entity, (known = createSelection({ entity, ...parts })));
  }
  return known;
}

const ofOwnFields = new WeakMap<Entity, Selection>();

/**
 * The key, if rows must include it although it may not be selected: links are found by it, and a row needs at
 * least one column.
 */
export function neededKey({ entity, fields, links }: Selection): Field | undefined {
  return links.length === 0 && fields.length > 0 ? undefined : entity.keys[0];
}

/** The fields of a row, in order. A key that is needed but not selected comes last. */
export function fieldsOfRow({ fields }: SelectedFields, key: Field | undefined): readonly Field[] {
  return key === undefined || fields.includes(key) ? fields : [...fields, key];
}

/** The shape of a link: everything but its values. */
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
