import { importsOf, stemOf } from "./importers.js";
import { fieldsPath, INDEX_PATH, markOf, type Tree } from "../artifacts.js";
import { together } from "../together.js";
import { planEntity, type EntityPlan } from "./plan-entity.js";
import type { FilePlan, Run } from "./plan.js";
import { createTree, type LocatedEntity } from "./tree.js";

/**
 * Plans the files of entities. A deleted file is only written again if another file still imports it.
 * @param all All entities, also those outside `--only`.
 */
export async function planEntities(
  run: Run,
  wanted: readonly LocatedEntity[],
  all: readonly LocatedEntity[],
  operationPath: Tree["operationPath"],
): Promise<{ readonly plans: readonly EntityPlan[]; readonly tree: Tree }> {
  const { folder, options } = run;
  const importers = new Map<string, string>();
  for (;;) {
    const restore = new Map([
      ...Array.from(importers.keys(), (path) => [path, none] as const),
      ...options.restore,
    ]);
    const restoring = { ...run, options: { ...options, restore } };
    const tree = createTree(all, restoring, operationPath);
    let done = 0;
    const plans = await together(wanted, async (located) => {
      const plan = await planEntity({ ...restoring, ...located, tree });
      options.onProgress?.(++done, wanted.length);
      return plan;
    });
    const deleted = wanted.flatMap(({ entity: { name }, locations }) =>
      Array.from(locations).flatMap(([artifact, location]) =>
        location.kind === "missing" && tree.isDeleted(name, artifact)
          ? [
              {
                mark: markOf({ entity: name, artifact }),
                path: tree.pathOf(name, artifact),
                // The index imports the fields of a schema, even where it needs nothing else of it.
                last: [location.path, ...(artifact === "schema" ? [fieldsPath(name)] : [])],
              },
            ]
          : [],
      ),
    );
    const needed = findNeeded(
      plans,
      deleted.map(({ path }) => path),
    );
    if (needed.size === 0) {
      if (deleted.length === 0 && importers.size === 0) return { tree, plans };
      const index = folder.exists(INDEX_PATH) ? folder.read(INDEX_PATH) : undefined;
      const indexed = new Set(importsOf(INDEX_PATH, index ?? ""));
      const leaving = deleted
        .filter(({ last }) => last.some((file) => indexed.has(stemOf(file))))
        .map(({ mark }) => mark);
      return { tree, plans: plans.map((plan) => explained(plan, importers, leaving)) };
    }
    for (const [path, importer] of needed) importers.set(path, importer);
  }
}

const none: ReadonlySet<string> = new Set();

/** The deleted files that another file will import, each with its importer. */
function findNeeded(plans: readonly EntityPlan[], deleted: readonly string[]): ReadonlyMap<string, string> {
  if (deleted.length === 0) return new Map();
  const byStem = new Map(deleted.map((path) => [stemOf(path), path]));
  return new Map(
    plans
      .flatMap(({ files }) => files)
      .flatMap(({ path, after = "" }) =>
        importsOf(path, after).flatMap((stem) => {
          const needed = byStem.get(stem);
          return needed === undefined ? [] : [[needed, path] as const];
        }),
      ),
  );
}

/**
 * Adds warnings to deleted files that are written again or that leave the index.
 * @param leaving The marks of those that leave the index.
 */
function explained(
  plan: EntityPlan,
  importers: ReadonlyMap<string, string>,
  leaving: readonly string[],
): EntityPlan {
  const explain = (file: FilePlan): FilePlan => {
    const importer = importers.get(file.path);
    if (importer !== undefined && file.action === "create") {
      const warning = `it was deleted, but "${importer}" imports it, so it is written again`;
      return { ...file, warnings: [...file.warnings, warning] };
    }
    if (!leaving.includes(markOf(file))) return file;
    const warning = `it was deleted, so ${INDEX_PATH} uses the runtime's default instead; --restore ${file.path} brings it back`;
    return { ...file, warnings: [warning] };
  };
  return { ...plan, files: plan.files.map(explain) };
}
