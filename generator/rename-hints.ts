import type { Entity } from "../runtime/model/model.js";
import { membersOf } from "./renames.js";
import type { EntityState } from "./state.js";

/** Entities that look like one that has left the configuration, under another name. */
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
 * The same for the fields of an entity, by how its schema file declares them.
 * @param base Gives the file as it was generated before. It is called only if fields went and others came.
 */
export function fieldHints(
  entity: Entity,
  known: readonly string[],
  base: () => string,
  next: string,
): readonly string[] {
  const members = membersOf(entity);
  const names = new Set(members.map(({ name }) => name));
  const said = new Set(members.map(({ renamedFrom }) => renamedFrom));
  const gone = known.filter((name) => !names.has(name) && !said.has(name));
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

/** What is declared of a name, without the name. */
function shapeIn(text: string, name: string): string {
  const declared = text.matchAll(new RegExp(`^ *"?${name}"?(\\??:.*)$`, "gm"));
  return Array.from(declared, ([, rest]) => rest).join("\n");
}

/** One that is gone and one that came, of one shape that no other has. */
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
  return `${place} looks like "${from}" under another name. If it is, add to it: renamedFrom: "${from}" (put the files back first, if this run has changed them)`;
}
