import { OWNER_ROLE } from "../../runtime/access/caller.js";
import { readableFields } from "../../runtime/model/fields.js";
import type { Entity, Permission, Relation } from "../../runtime/model/model.js";
import type { Tree } from "../artifacts.js";
import { toKey, toUnion } from "./literal.js";

/** The relations in the shape of an entity. @param shapeOf The name of an entity's shape in the file. */
export function relationViews(entity: Entity, tree: Tree, shapeOf: (target: string) => string) {
  return knownRelations(entity, tree).map((relation) => {
    const shape = shapeOf(relation.target.name);
    const type = relation.isList ? `${shape}[]` : mayBeNull(relation) ? `${shape} | null` : shape;
    return { name: toKey(relation.name), type, doc: docOf(relation) };
  });
}

/** The relations to entities whose schema file was not deleted. */
export function knownRelations({ relations }: Entity, { isDeleted }: Tree): readonly Relation[] {
  return relations.filter(({ target }) => !isDeleted(target.name, "schema"));
}

/** Whether the record may be missing, or hidden from the caller. */
function mayBeNull({ isInverse, sourceFields, target }: Relation): boolean {
  return isInverse || sourceFields.some(({ isNullable }) => isNullable) || hidesRecords(target);
}

export function docOf({ isInverse, isList, through, memberNames, sourceFields, target }: Relation): string {
  const members = memberNames.map((name) => `\`${name}\``).join(" and ");
  const verb = memberNames.length === 1 ? "points" : "point";
  if (!isInverse && sourceFields[0]?.system === "ownerid") return "The user who created this record.";
  if (!isInverse && through !== undefined) return `The records that ${members} lists.`;
  if (!isInverse) return `The record that ${members} ${verb} to.`;
  if (through !== undefined) return `The \`${target.name}\` records whose ${members} lists this one.`;
  return `The \`${target.name}\` record${isList ? "s" : ""} whose ${members} ${verb} here.`;
}

/**
 * The members that rights may hide in some of the records, as a union: an entry of `read` allows them in some
 * records, and another does not. A relation is hidden with its key. `undefined` if there are none.
 */
export function hiddenUnion(entity: Entity): string | undefined {
  const { read } = entity.policy;
  const isHidden = (name: string): boolean =>
    read.some((entry) => isLimited(entry) && gives(entry, name)) && read.some((entry) => !gives(entry, name));
  const members = [...readableFields(entity), ...entity.links].map(({ name }) => name).filter(isHidden);
  const relations = entity.relations
    .filter(({ isInverse, memberNames }) => !isInverse && memberNames.some((name) => members.includes(name)))
    .map(({ name }) => name);
  const hidden = [...members, ...relations];
  return hidden.length === 0 ? undefined : toUnion(hidden);
}

/** Whether rights may hide some of the records from callers who may read others. */
function hidesRecords({ policy, readValidator }: Entity): boolean {
  return readValidator !== undefined || policy.read.some(isLimited);
}

/** Whether an entry applies to some records only. */
function isLimited(entry: Permission): boolean {
  if (typeof entry === "string") return entry === OWNER_ROLE;
  return entry.role === OWNER_ROLE || entry.where !== undefined;
}

function gives(entry: Permission, name: string): boolean {
  if (typeof entry === "string" || entry.fields === undefined) return true;
  const { include, exclude = [] } = entry.fields;
  const isIn = (names: readonly string[]) => names.some((each) => each.toLowerCase() === name.toLowerCase());
  return (include === undefined || isIn(include)) && !isIn(exclude);
}
