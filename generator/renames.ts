import type { Entity, Field, Link } from "../runtime/model/model.js";
import { namesOf } from "./naming.js";
import { defaultPath, entityArtifacts } from "./outputs.js";
import type { EntityState } from "./state.js";

/** The name under which an entity's files were generated last, if that is another than now. */
export function formerName(entity: Entity, states: ReadonlyMap<string, EntityState>): string | undefined {
  const hasFiles = (name: string): boolean => Object.keys(states.get(name)?.files ?? {}).length > 0;
  if (hasFiles(entity.name)) return undefined;
  if (entity.renamedFrom !== undefined && hasFiles(entity.renamedFrom)) return entity.renamedFrom;
  // The same name in other letters is the same name.
  return [...states.keys()].find(
    (name) => name !== entity.name && name.toLowerCase() === entity.name.toLowerCase(),
  );
}

/** Words to be replaced, and by what. */
export interface Renames {
  readonly fields: ReadonlyMap<string, string>;
  /** Fields, and what the generated code calls the things of the entity. */
  readonly all: ReadonlyMap<string, string>;
}

export const noRenames: Renames = { fields: new Map(), all: new Map() };

/** What is to be renamed in an entity's files, from the words that they use now. */
export function renamesOf(
  entity: Entity,
  former: string | undefined,
  state: EntityState | undefined,
): Renames {
  const fields = new Map(fieldRenames(entity, state));
  return {
    fields,
    all: new Map([...(former === undefined ? [] : entityRenames(entity, former)), ...fields]),
  };
}

/** A field is renamed once: in files that were generated with its former name and without its new one. */
function fieldRenames(
  entity: Entity,
  state: EntityState | undefined,
): readonly (readonly [string, string])[] {
  const known = new Set(state?.fields);
  return membersOf(entity).flatMap(({ name, renamedFrom }) =>
    renamedFrom !== undefined && known.has(renamedFrom) && !known.has(name)
      ? [[renamedFrom, name] as const]
      : [],
  );
}

/** What the configuration has as fields of an entity. */
export function membersOf({ fields, links }: Entity): readonly (Field | Link)[] {
  return [...fields.filter(({ system }) => system === undefined), ...links];
}

function entityRenames(entity: Entity, former: string): readonly (readonly [string, string])[] {
  const before = Object.values(namesOf({ ...entity, name: former }));
  const after = Object.values(namesOf(entity));
  const modules = entityArtifacts.map(
    (artifact) => [moduleOf(former, artifact), moduleOf(entity.name, artifact)] as const,
  );
  return [
    ...before.map((name, index) => [name as string, String(after[index])] as const),
    ...modules,
    [former, entity.name],
  ];
}

function moduleOf(entity: string, artifact: (typeof entityArtifacts)[number]): string {
  return `./${defaultPath(entity, artifact).split("/").pop()?.replace(/\.ts$/, ".js") ?? ""}`;
}

/** Gives back what generated code goes on calling by a name that was a field's too: `field.date()` of a field `date`. */
export function keepCalls(text: string, renames: ReadonlyMap<string, string>, next: string): string {
  let kept = text;
  for (const [word, name] of renames) {
    if (!/^\w+$/.test(word)) continue;
    for (const [call, owner = ""] of next.matchAll(new RegExp(`\\b(\\w+)\\.${word}\\b`, "g")))
      kept = kept.replaceAll(new RegExp(`\\b${owner}\\.${name}\\b`, "g"), call);
  }
  return kept;
}
