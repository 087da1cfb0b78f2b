import type { Model } from "../../runtime/model/model.js";
import { attributesFile } from "../files/baseline.js";
import { formatRecords } from "../files/format-records.js";
import { FileLocator } from "../files/locate-files.js";
import type { OutputFolder } from "../files/output-folder.js";
import { endFormatThreads } from "../format-threads.js";
import { planEntities } from "./plan-entities.js";
import { planIndex, postponedIndex } from "./plan-index.js";
import { planLeftovers, planRecorded } from "./plan-recorded.js";
import { planOpenapi } from "./plan-openapi.js";
import { emptyPlan } from "./plan-entity.js";
import { databaseOutput } from "../outputs.js";
import { fieldsPath, parametersPath } from "../artifacts.js";
import { locateOperations, planOperations } from "./plan-operations.js";
import { planRemovedEntities } from "./plan-removed-entities.js";
import type { Plan, PlanOptions } from "./plan.js";
import { entityHints } from "./rename-hints.js";
import { formerName } from "./entity-renames.js";
import { loadStates } from "../files/state.js";
import { locateEntity, settleClaims } from "./tree.js";

/** Compares the generated code with the files on disk and plans what happens to each file. */
export async function planRun(model: Model, folder: OutputFolder, options: PlanOptions): Promise<Plan> {
  try {
    return await planAll(model, folder, options);
  } finally {
    endFormatThreads();
  }
}

async function planAll(model: Model, folder: OutputFolder, options: PlanOptions): Promise<Plan> {
  const { states, strays } = loadStates(folder);
  const locator = new FileLocator(folder);
  const run = { model, folder, locator, options };
  const found = settleClaims(
    model.entities.map((entity) => {
      const former = formerName(entity, states);
      return locateEntity(entity, former, states.get(former ?? entity.name), locator);
    }),
    locator,
  );
  const isWhole = options.only === undefined;
  const wanted = found.filter(({ entity }) => isWhole || entity.name === options.only);
  const operations = locateOperations(run);
  const { plans, tree } = await planEntities(run, wanted, found, operations.operationPath);

  const isBehind = found.some((each) => each.former !== undefined && !wanted.includes(each));
  const waits = isBehind || plans.some(({ isPostponed }) => isPostponed);
  const generated = found.filter((each) => each.state !== undefined || wanted.includes(each));
  const indexModel = {
    ...model,
    entities: generated.map(({ entity }) => entity),
    ownOperations: model.ownOperations.filter(
      ({ name }) => isWhole || operations.state?.files[name] !== undefined,
    ),
  };
  const index = waits ? postponedIndex(folder) : await planIndex({ ...run, model: indexModel }, tree);

  const documents = isWhole ? await planOpenapi(model, folder, options) : [];

  const present = new Set(found.flatMap(({ entity, former }) => [entity.name, former]));
  const removed = new Map([...states].filter(([name]) => isWhole && !present.has(name)));
  const living = [...plans, index].flatMap(({ files }) => files);
  // The index must not import missing files, so nothing is deleted while the index cannot change.
  const others = index.isPostponed ? [] : await planRemovedEntities(run, removed, living);
  const called =
    isWhole && !index.isPostponed ? await planOperations(run, operations, living, tree) : emptyPlan;

  const all = [...plans, ...others, called, index];
  const current = new Set([
    ...model.entities
      .filter(({ name }) => !tree.isDeleted(name, "schema"))
      .map(({ name }) => fieldsPath(name)),
    ...model.ownOperations
      .filter(({ name }) => tree.operationPath(name) !== undefined)
      .map(({ name }) => parametersPath(name)),
  ]);
  const gone = isWhole ? strays.filter(({ name }) => !present.has(name)) : [];
  const isNew = ({ state, locations }: (typeof found)[number]): boolean =>
    state === undefined && [...locations.values()].every(({ kind }) => kind === "missing");
  return {
    files: [...all.flatMap(({ files }) => files), ...documents],
    roleChanges: all.flatMap(({ roleChanges }) => roleChanges),
    hints: [
      ...entityHints(
        found.filter(isNew).map(({ entity }) => entity),
        removed,
      ),
      ...all.flatMap(({ hints }) => hints),
      ...gone.map(({ hint }) => hint),
    ],
    records: await formatRecords(
      [
        attributesFile,
        ...all.flatMap(({ records }) => records),
        ...(await planRecorded(databaseOutput(indexModel), run)),
        ...(isWhole && !index.isPostponed ? planLeftovers(current, folder) : []),
        ...gone.map(({ path: stray }) => ({ path: stray, text: undefined })),
      ],
      folder,
      options.format,
    ),
  };
}
