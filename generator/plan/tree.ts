import { basePath } from "../files/baseline.js";
import { stemOf } from "./importers.js";
import type { FileLocator, Location } from "../files/locate-files.js";
import type { OutputFolder } from "../files/output-folder.js";
import { entityArtifacts, isGeneratedOnly } from "../outputs.js";
import { DATABASE_PATH, defaultPath, INDEX_PATH, type EntityArtifact, type Tree } from "../artifacts.js";
import type { Entity } from "../../runtime/model/model.js";
import type { Run } from "./plan.js";
import type { EntityState } from "../files/state.js";

/** An entity, and what is known about its files before a run. */
export interface LocatedEntity {
  readonly entity: Entity;
  /** Its former name, if it has just been renamed. */
  readonly former: string | undefined;
  readonly state: EntityState | undefined;
  readonly locations: ReadonlyMap<EntityArtifact, Location>;
}

/** Finds the files of an entity, under its former name if it has just been renamed. */
export function locateEntity(
  entity: Entity,
  former: string | undefined,
  state: EntityState | undefined,
  locator: FileLocator,
): LocatedEntity {
  const { name } = entity;
  const locations = new Map(
    entityArtifacts.map((artifact) => {
      const location = locator.locate(former ?? name, artifact, state);
      // A run that renamed the file may have been interrupted.
      const isGone = former !== undefined && location.kind === "missing";
      const now = isGone ? locator.locate(name, artifact, state) : location;
      return [artifact, now.kind === "missing" ? location : now];
    }),
  );
  return { entity, former, state, locations };
}

/**
 * Assigns each path to one file only. A copied or edited state may name the path of another entity. The path
 * then belongs to the entity whose mark the file has, or else to the entity that would be generated there.
 */
export function settleClaims(
  entities: readonly LocatedEntity[],
  locator: FileLocator,
): readonly LocatedEntity[] {
  const claims = entities.flatMap(({ entity: { name }, former, locations }) =>
    Array.from(locations, ([artifact, location]) => ({ name, former, artifact, path: pathAt(location) })),
  );
  const owners = new Map<string, (typeof claims)[number]>();
  const rankOf = ({ name, former, artifact, path }: (typeof claims)[number]): number =>
    locator.isMarked(path, { entity: former ?? name, artifact })
      ? 2
      : Number(path === defaultPath(name, artifact));
  for (const claim of claims) {
    const other = owners.get(claim.path);
    if (other === undefined || rankOf(claim) > rankOf(other)) owners.set(claim.path, claim);
  }
  if (owners.size === claims.length && !owners.has(INDEX_PATH)) return entities;
  return entities.map((located) => ({
    ...located,
    locations: new Map(
      Array.from(located.locations, ([artifact, location]): [EntityArtifact, Location] => {
        const { name } = located.entity;
        const owner = owners.get(pathAt(location));
        const isOwn = owner?.name === name && owner.artifact === artifact && owner.path !== INDEX_PATH;
        return [artifact, isOwn ? location : { kind: "missing", path: defaultPath(name, artifact) }];
      }),
    ),
  }));
}

/** Where the files will be after a run, and which of them stay deleted. */
export function createTree(
  entities: readonly LocatedEntity[],
  { folder, options }: Pick<Run, "folder" | "options">,
  operationPath: Tree["operationPath"],
): Tree {
  const byName = new Map(entities.map((located) => [located.entity.name, located]));
  const pathOf = (name: string, artifact: EntityArtifact): string => {
    const { former, locations } = byName.get(name) ?? {};
    const location = locations?.get(artifact);
    if (location === undefined) return defaultPath(name, artifact);
    // A file named after its entity is renamed with it. A file that was moved by hand stays.
    const path = pathAt(location);
    return former !== undefined && path === defaultPath(former, artifact)
      ? defaultPath(name, artifact)
      : path;
  };
  const isDeleted = (name: string, artifact: EntityArtifact): boolean => {
    const { former, locations } = byName.get(name) ?? {};
    if (locations?.get(artifact)?.kind !== "missing" || isGeneratedOnly(artifact)) return false;
    const wasGenerated = [name, former].some(
      (each) => each !== undefined && folder.exists(basePath({ entity: each, artifact })),
    );
    return wasGenerated && !options.restore.has(pathOf(name, artifact));
  };
  return { pathOf, isDeleted, operationPath, moved: movedFiles(entities, pathOf, folder) };
}

function movedFiles(
  entities: readonly LocatedEntity[],
  pathOf: Tree["pathOf"],
  folder: OutputFolder,
): Tree["moved"] {
  const paths = new Map([INDEX_PATH, DATABASE_PATH].map((path) => [stemOf(path), path]));
  let hasMoved = false;
  for (const { entity, former, state, locations } of entities)
    for (const [artifact, location] of locations) {
      if (location.kind !== "here") continue;
      const last = state?.files[artifact]?.path ?? defaultPath(former ?? entity.name, artifact);
      const path = pathOf(entity.name, artifact);
      hasMoved ||= last !== path || location.path !== path;
      // Where a file was, there may be another one by now.
      if (last === location.path || !folder.exists(last)) paths.set(stemOf(last), path);
      paths.set(stemOf(location.path), path);
    }
  return hasMoved ? paths : new Map();
}

function pathAt(location: Location): string {
  return location.kind === "copies" ? (location.paths[0] ?? "") : location.path;
}
