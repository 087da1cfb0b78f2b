import type { CheckedCondition } from "../../condition/checked.js";
import { readableFields } from "../../model/fields.js";
import type { Entity, Field, Link, Relation } from "../../model/model.js";
import { onceForEach } from "../../model/once-for-each.js";
import { conditionShape } from "./where/condition-shape.js";
import { orderShape, type Order } from "./order.js";

/** The members of an entity's records that a read returns. */
export interface Selection extends SelectedRecord {
  /**
   * Identifies the selection without the values in its conditions: selections of one shape share their statements.
   */
  readonly shape: string;
}

/** The selected members of records and of related records. */
export interface SelectedRecord extends SelectedFields {
  /** The related single records: of foreign keys, and of inverse relations with at most one record. */
  readonly references: readonly SelectedReference[];
  /** The many-to-many lists as the path endpoints show them. */
  readonly links: readonly SelectedLink[];
  /** The lists of other records. */
  readonly lists: readonly SelectedList[];
  readonly counts: readonly SelectedCount[];
  /** The names of the members in the order of the answer. `undefined` for the usual order. */
  readonly names: readonly string[] | undefined;
}

export interface SelectedFields {
  readonly entity: Entity;
  /** In the usual order. */
  readonly fields: readonly Field[];
  /** Guards for members that only some records include. A member is in at most one guard. */
  readonly guards: readonly FieldGuard[];
}

export interface FieldGuard {
  /** Holds for the records that include the members. */
  readonly condition: CheckedCondition;
  /** The names of fields and links. A reference or a list follows its foreign key. */
  readonly members: ReadonlySet<string>;
}

/** Records of another entity. */
export interface SelectedTarget extends SelectedRecord {
  /** The condition for the records that the caller may see; `undefined` for all. */
  readonly rows: CheckedCondition | undefined;
}

/** One record of another entity. It is `null` if there is none, or if the caller may not see it. */
export interface SelectedReference extends SelectedTarget {
  /** The member's name in records. */
  readonly name: string;
  /** The fields whose values identify the record. */
  readonly keys: readonly Field[];
  /** The fields of the record that have these values, in the same order. */
  readonly targetKeys: readonly Field[];
  /** Whether the record refers to this one. */
  readonly isInverse: boolean;
  /**
   * The members that the record's presence would reveal: those of the foreign key, if this entity has it. Without
   * them, the record is not shown.
   */
  readonly memberNames: readonly string[];
}

/** A list of records, or only their ids if the caller may not read the target entity. */
export interface SelectedLink {
  readonly link: Link;
  readonly target: SelectedTarget | undefined;
}

/** A page of the records that a relation leads to, for each record. */
export interface SelectedList {
  /** The member's name in records. */
  readonly name: string;
  readonly relation: Relation;
  readonly target: SelectedTarget;
  /** Ends with the key, so that repeated reads return the same list. */
  readonly order: readonly Order[];
  readonly take: number;
  readonly skip: number;
}

/** The number of records that a relation leads to. */
export interface SelectedCount {
  /** The member's name in records: `count(comments)`. */
  readonly name: string;
  readonly relation: Relation;
  /** The condition for the records that the caller may see; `undefined` for all. */
  readonly rows: CheckedCondition | undefined;
}

/** A selection without further parts has only fields. */
export function createSelection({
  entity,
  fields,
  guards = [],
  references = [],
  links = [],
  lists = [],
  counts = [],
  names,
}: Pick<SelectedRecord, "entity" | "fields"> & Partial<SelectedRecord>): Selection {
  const selection = { entity, fields, guards, references, links, lists, counts, names, shape: "" };
  selection.shape = recordShape(selection);
  return selection;
}

/** The selection of an entity's own readable fields, which writes return. */
export const ownFields = onceForEach((entity: Entity) =>
  createSelection({ entity, fields: readableFields(entity) }),
);

/** The fields of a record's row, in order. Those that are needed but not selected come last. */
export function rowFields(record: SelectedRecord): readonly Field[] {
  return withNeeded(record, neededFields(record));
}

/** The same for a record of another entity: its key also shows whether the record exists. */
export function targetRowFields(target: SelectedTarget): readonly Field[] {
  const [key] = target.entity.keys;
  const needed = neededFields(target);
  const isThere = key === undefined || needed.includes(key);
  return withNeeded(target, isThere ? needed : [key, ...needed]);
}

function withNeeded({ fields }: SelectedFields, needed: readonly Field[]): readonly Field[] {
  const others = needed.filter((field) => !fields.includes(field));
  return others.length === 0 ? fields : [...fields, ...others];
}

/**
 * The fields that rows must include even if they are not selected: lists are found by them, and a row needs at least
 * one column.
 */
function neededFields({ entity, fields, links, lists }: SelectedRecord): readonly Field[] {
  const [key] = entity.keys;
  const isKeyNeeded = links.length > 0 || fields.length === 0;
  const needed = [
    ...(isKeyNeeded && key !== undefined ? [key] : []),
    ...lists.flatMap(({ relation }) => relation.sourceFields),
  ];
  return needed.length === 0 ? needed : [...new Set(needed)];
}

/** The shape of a link: everything but its values. */
export function linkShape({ link, target }: SelectedLink): string {
  return `+${link.name}${target === undefined ? "" : targetShape(target)}`;
}

/** The shape of a list: everything but its values. */
export function listShape(list: SelectedList): string {
  const { name, relation, order, target } = list;
  return `${isShort(list) ? "#" : "##"}${name}=${relation.name}{${orderShape(order)}${targetShape(target)}}`;
}

/**
 * The maximum number of records of a list that is read within the statement of its page, because longer JSON costs
 * more than it saves.
 */
const MAX_INLINED = 20;

export function isShort({ take }: SelectedList): boolean {
  return take <= MAX_INLINED;
}

function targetShape(target: SelectedTarget): string {
  return `?${conditionShape(target.rows)} ${recordShape(target)}`;
}

function recordShape(record: SelectedRecord): string {
  const { references, links, lists, counts, names } = record;
  let shape = fieldsShape(record);
  for (const reference of references) shape += `>${reference.name}{${targetShape(reference)}}`;
  for (const link of links) shape += linkShape(link);
  for (const list of lists) shape += listShape(list);
  for (const { name, rows } of counts) shape += `!${name}?${conditionShape(rows)}`;
  return names === undefined ? shape : `${shape}=${names.join()}`;
}

function fieldsShape({ entity, fields, guards }: SelectedFields): string {
  let shape = fields === readableFields(entity) ? "*" : fields.map(({ name }) => name).join();
  for (const { condition, members } of guards)
    shape += `[${[...members].join()}:${conditionShape(condition)}]`;
  return shape;
}
