import { isDeepStrictEqual } from "node:util";
import { operations, type Entity, type Policy } from "../../runtime/model/model.js";
import { readBase } from "../files/baseline.js";
import type { Location } from "../files/locate-files.js";
import { fieldsOutput, listEntityOutputs } from "../outputs.js";
import type { EntityArtifact, Tree } from "../artifacts.js";
import type { Change, FilePlan, RoleChange, Run } from "./plan.js";
import { together } from "../together.js";
import { planFile } from "./plan-file.js";
import type { PlannedFile } from "./plan-outcome.js";
import { planFields } from "./plan-recorded.js";
import { fieldHints } from "./rename-hints.js";
import { membersOf, renamesOf } from "./entity-renames.js";
import { emptyState, formatState, isMuddled, statePath, type EntityState } from "../files/state.js";
import type { LocatedEntity } from "./tree.js";

export interface EntityPlan {
  readonly files: readonly FilePlan[];
  readonly records: readonly Change[];
  readonly roleChanges: readonly RoleChange[];
  readonly hints: readonly string[];
  /** Whether its files wait for conflicts to be settled. */
  readonly isPostponed: boolean;
}

export const emptyPlan: EntityPlan = {
  files: [],
  records: [],
  roleChanges: [],
  hints: [],
  isPostponed: false,
};

interface EntityInput extends LocatedEntity, Run {
  readonly tree: Tree;
}

export async function planEntity(input: EntityInput): Promise<EntityPlan> {
  const { entity, model, tree, state, former, locations } = input;
  const renames = renamesOf(entity, former, state);
  const planned = await together(
    listEntityOutputs(entity, model, tree),
    (output): NamedFile | Promise<NamedFile> => {
      const name = output.artifact as EntityArtifact;
      const location = locations.get(name) ?? { kind: "missing", path: output.path };
      const planned = planFile({ ...input, output, location, renames });
      return planned instanceof Promise ? planned.then((file) => ({ name, ...file })) : { name, ...planned };
    },
  );
  const files = planned.map(({ file }) => file);
  if (renames.size > 0 && planned.some(({ isLeftAlone }) => isLeftAlone))
    return {
      ...emptyPlan,
      files: planned.map((each) => postponed(each, locations.get(each.name as EntityArtifact))),
      isPostponed: true,
    };
  const policy = planned.find(({ name }) => name === "policy");
  const schema = planned.find(({ name }) => name === "schema");
  // While the policy cannot be written, no change of roles is recorded.
  const waits = policy?.isLeftAlone === true;
  return {
    files,
    records: [
      ...recordsOf(input, planned, waits ? state?.policy : entity.policy),
      ...(schema?.file.after === undefined ? [] : await planFields(fieldsOutput(entity), schema, input)),
    ],
    roleChanges: waits || policy === undefined ? [] : roleChanges(entity, state?.policy, policy.file),
    hints: hintsOf(input, schema?.next),
    isPostponed: false,
  };
}

/** A file with its name in the state. */
export interface NamedFile extends PlannedFile {
  readonly name: string;
}

/**
 * The state after a run, with these files. None if the state stays: after a merge of two branches, a waiting file may
 * still match one of them.
 */
export function stateRecords(
  former: EntityState | undefined,
  planned: readonly NamedFile[],
  state: EntityState,
): readonly Change[] {
  if (former !== undefined && planned.some(({ isLeftAlone }) => isLeftAlone) && isMuddled(former)) return [];
  const files = Object.fromEntries(
    planned.flatMap(({ name, state: known }) => (known === undefined ? [] : [[name, known] as const])),
  );
  return [{ path: statePath(state.entity), text: formatState({ ...state, files }) }];
}

/** Leaves a file as it is, because names change in all files of an entity or in none. */
function postponed({ file, isLeftAlone }: PlannedFile, location: Location | undefined): FilePlan {
  const path = location?.kind === "here" ? location.path : file.path;
  const untouched = { ...file, path, after: file.before, renamed: [], first: [], last: [] };
  if (isLeftAlone) return untouched;
  return {
    ...untouched,
    action: "none",
    conflicts: [],
    warnings: ["it is renamed when the conflicts of its entity are resolved"],
  };
}

function recordsOf(
  { entity, state, former, folder }: EntityInput,
  planned: readonly NamedFile[],
  policy: Policy | undefined,
): readonly Change[] {
  const places = new Set(planned.map((each) => each.state?.path));
  const records = stateRecords(state, planned, {
    ...emptyState,
    entity: entity.name,
    fields: membersOf(entity).map(({ name }) => name),
    policy,
    detached: (state?.detached ?? []).filter((path) => folder.exists(path) && !places.has(path)),
  });
  if (former === undefined || records.length === 0) return records;
  return [...records, { path: statePath(former), text: undefined, successor: statePath(entity.name) }];
}

/** Hints at fields that may have been renamed, found by comparing the old and the new schema. */
function hintsOf(
  { entity, former, state, folder }: EntityInput,
  next: string | undefined,
): readonly string[] {
  if (state === undefined || next === undefined) return [];
  const base = () => readBase({ entity: former ?? entity.name, artifact: "schema" }, folder) ?? "";
  return fieldHints(entity, state.fields, base, next);
}

/** The changed permissions. If the previous ones are unknown, a changed policy reports all of them. */
function roleChanges(
  { name, policy }: Entity,
  before: Policy | undefined,
  { action }: FilePlan,
): readonly RoleChange[] {
  if (before === undefined && action !== "update") return [];
  return operations
    .filter((operation) => !isDeepStrictEqual(before?.[operation], policy[operation]))
    .map((operation) => ({ entity: name, operation, before: before?.[operation], after: policy[operation] }));
}
