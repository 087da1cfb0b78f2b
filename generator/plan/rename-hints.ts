import type { Entity } from "../../runtime/model/model.js";
import { membersOf } from "./entity-renames.js";
import type { EntityState } from "../files/state.js";

/** Finds new entities that look like a removed one under another name. */
export function entityHints(
  added: readonly Entity[],
  removed: ReadonlyMap<string, EntityState>,
): readonly string[] {
  const shape = (names: readonly string[]): string => names.toSorted().join("\n");
  return pairsOf(
    Array.from(removed, ([name, { fields }]) => [name, shape(fields)] as const),
    added.map((entity) => [entity.name, shape(membersOf(entity).map(({ name }) => name))] as const),
  ).map(([from, to]) => hint(`entities.${to}`, from));
}

/**
 * Finds new fields that look like a removed one, by their declarations in the schema file.
 * @param base Returns the schema file as it was last generated. Only called if fields were both removed and added.
 */
export function fieldHints(
  entity: Entity,
  known: readonly string[],
  base: () => string,
  next: string,
): readonly string[] {
  const members = membersOf(entity);
  const names = new Set(members.map(({ name }) => name));
  const renamed = new Set(members.map(({ renamedFrom }) => renamedFrom));
  const gone = known.filter((name) => !names.has(name) && !renamed.has(name));
  const added = members.filter(
    ({ name, renamedFrom }) =>
      !known.includes(name) && (renamedFrom === undefined || !known.includes(renamedFrom)),
  );
  if (gone.length === 0 || added.length === 0) return [];
  const before = base();
  return pairsOf(
    gone.map((name) => [name, shapeIn(before, name)] as const),
    added.map(({ name }) => [name, shapeIn(next, name)] as const),
  ).map(([from, to]) => hint(`entities.${entity.name}.fields.${to}`, from));
}

function shapeIn(text: string, name: string): string {
  const declared = text.matchAll(new RegExp(`^ *"?${name}"?(\\??:.*)$`, "gm"));
  return Array.from(declared, ([, rest]) => rest).join("\n");
}

/** Pairs a removed name with an added one if no other name has the same shape. */
function pairsOf(
  gone: readonly (readonly [string, string])[],
  added: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  return gone.flatMap(([from, shape]) => {
    const [twin, ...others] = added.filter(([, other]) => other === shape);
    const isAlone = gone.filter(([, other]) => other === shape).length === 1;
    return shape === "" || twin === undefined || others.length > 0 || !isAlone
      ? []
      : [[from, twin[0]] as const];
  });
}

function hint(place: string, from: string): string {
  return `${place} looks like "${from}" renamed. If it is, add to it: renamedFrom: "${from}" (if this run has changed the files, restore them first)`;
}
