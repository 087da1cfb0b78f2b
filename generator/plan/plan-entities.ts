import type { Entity, Model } from "../../runtime/model/model.js";
import { importsOf, stemOf } from "./importers.js";
import type { OutputFolder } from "../files/output-folder.js";
import { entityArtifacts } from "../outputs.js";
import { INDEX_PATH, type EntityArtifact, type Tree } from "../artifacts.js";
import { planEntity, type EntityPlan } from "./plan-entity.js";
import type { FilePlan, PlanOptions } from "./plan.js";
import { createTree, type LocatedEntity } from "./tree.js";

type FoundEntity = LocatedEntity & { readonly entity: Entity };

interface Surroundings {
  readonly model: Model;
  /** All entities, also those outside `--only`. */
  readonly all: readonly FoundEntity[];
  readonly folder: OutputFolder;
  readonly options: PlanOptions;
  readonly operationPath: Tree["operationPath"];
}

/** Plans the files of entities. A deleted file is only written again if another file still imports it. */
export async function planEntities(
  wanted: readonly FoundEntity[],
  { model, all, folder, options, operationPath }: Surroundings,
): Promise<{ readonly plans: readonly EntityPlan[]; readonly tree: Tree }> {
  const importers = new Map<string, string>();
  for (;;) {
    const restore = new Map([
      ...Array.from(importers.keys(), (path) => [path, none] as const),
      ...options.restore,
    ]);
    const tree = createTree(all, restore, folder, operationPath);
    const plans: EntityPlan[] = [];
    for (const [index, input] of wanted.entries()) {
      plans.push(await planEntity({ ...input, model, tree, folder, options: { ...options, restore } }));
      options.onProgress?.(index + 1, wanted.length);
    }
    const needed = findNeeded(plans, wanted, tree);
    if (needed.size === 0) {
      const index = folder.exists(INDEX_PATH) ? folder.read(INDEX_PATH) : undefined;
      const indexed = new Set(importsOf(INDEX_PATH, index ?? ""));
      const isIndexed = ({ locations }: FoundEntity, artifact: EntityArtifact): boolean => {
        const location = locations.get(artifact);
        return location?.kind === "missing" && indexed.has(stemOf(location.path));
      };
      return {
        tree,
        plans: plans.map((plan, at) =>
          explained(plan, importers, (artifact) => {
            const entity = wanted[at];
            return (
              entity !== undefined && tree.isDeleted(entity.name, artifact) && isIndexed(entity, artifact)
            );
          }),
        ),
      };
    }
    for (const [path, importer] of needed) importers.set(path, importer);
  }
}

const none: ReadonlySet<string> = new Set();

/** The deleted files that another file will import, each with its importer. */
function findNeeded(
  plans: readonly EntityPlan[],
  entities: readonly FoundEntity[],
  { pathOf, isDeleted }: Tree,
): ReadonlyMap<string, string> {
  const deleted = new Map(
    entities.flatMap(({ name }) =>
      entityArtifacts
        .filter((artifact) => isDeleted(name, artifact))
        .map((artifact) => [stemOf(pathOf(name, artifact)), pathOf(name, artifact)] as const),
    ),
  );
  if (deleted.size === 0) return new Map();
  return new Map(
    plans
      .flatMap(({ files }) => files)
      .flatMap(({ path, after = "" }) =>
        importsOf(path, after).flatMap((stem) => {
          const needed = deleted.get(stem);
          return needed === undefined ? [] : [[needed, path] as const];
        }),
      ),
  );
}

/** Adds warnings to deleted files that are written again or that leave the index. */
function explained(
  plan: EntityPlan,
  importers: ReadonlyMap<string, string>,
  leavesIndex: (artifact: EntityArtifact) => boolean,
): EntityPlan {
  const explain = (file: FilePlan): FilePlan => {
    const importer = importers.get(file.path);
    if (importer !== undefined && file.action === "create") {
      const warning = `it was deleted, but "${importer}" imports it, so it is written again`;
      return { ...file, warnings: [...file.warnings, warning] };
    }
    if (!leavesIndex(file.artifact as EntityArtifact)) return file;
    const warning = `it was deleted, so ${INDEX_PATH} uses the runtime's default instead; --restore ${file.path} brings it back`;
    return { ...file, warnings: [warning] };
  };
  return { ...plan, files: plan.files.map(explain) };
}
