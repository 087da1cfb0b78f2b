import { groupRows } from "../../model/values/group-rows.js";
import { ApiError } from "../../errors/api-error.js";
import type { Relation } from "../../model/model.js";
import { grantsToList } from "../nested/nested-rights.js";
import { tooDeep } from "../nested/nested-list.js";
import { inKeyOrder, planList, type NestedWrite, type OwnedList } from "../nested/plan-list.js";
import { findMembers } from "../nested/find-members.js";
import { invalidFields } from "../input/check-input.js";
import { changedTooOften } from "../changed-too-often.js";
import type { Step, StepContext } from "./step.js";
import { mostRecords, tooManyRecords } from "../many/too-many-records.js";
import { keyText } from "../groups/write-groups.js";
import type { Nesting, PlannedWrite, Write, WriteResult } from "../write.js";

/** The repository of another entity, which runs the writes with that entity's hooks. */
interface ListWriter {
  writeNested(writes: {
    readonly entity: Relation["target"];
    readonly each: readonly Write[];
    readonly places: readonly string[];
  }): Promise<readonly WriteResult[] | undefined>;
}

/** Writes the records of the lists after the record that owns them, because they contain its key. */
export const writeLists: Step = {
  isNeeded: ({ set }) => set.lists.length > 0,
  run: (write, context) => writeAll([write], context),
  runAll: writeAll,
};

async function writeAll(owners: readonly PlannedWrite[], context: StepContext): Promise<void> {
  const lists = owners.flatMap((owner) => owner.set.lists.map((list): OwnedList => ({ list, owner })));
  for (const owned of groupRows(lists, ({ list }) => list.relation)) await writeList(owned, context);
}

async function writeList(
  owned: readonly [OwnedList, ...OwnedList[]],
  { session, nesting: outer }: StepContext,
): Promise<void> {
  const [{ list, owner }] = owned;
  const { relation } = list;
  const { target } = relation;
  const nesting = nestingIn(relation, owner, outer);
  const grants = grantsToList(relation);
  const members = await findMembers(relation, owned, { budget: nesting.budget, grants }, session);
  const options = { returning: "id", requestId: owner.options.requestId } as const;
  const planned = inKeyOrder(
    owned.flatMap((each) => planList(each, { members: members(each.owner), nesting, grants, options })),
  );
  if (planned.length === 0) return;
  checkDeleted(relation, planned, nesting);
  spend(relation, planned, nesting.budget);
  const each = planned.map(({ write }) => write);
  const places = planned.map(({ place }) => place);
  const writer = session.repository(target.name) as unknown as ListWriter;
  const written = await writer.writeNested({ entity: target, each, places }).catch((error: unknown) => {
    throw withKeyPath(error, planned);
  });
  if (written === undefined) throw changedTooOften();
}

/** @throws {ApiError} if the lists are nested too deeply. */
function nestingIn({ name }: Relation, { entity, grant }: PlannedWrite, outer: Nesting): Nesting {
  const depth = outer.depth + 1;
  const { maxDepth } = entity.limits;
  if (grant !== undefined && grant.isServerCode === undefined && depth > maxDepth)
    throw tooDeep(name, maxDepth);
  return { ...outer, depth };
}

/** @throws {ApiError} if a list deletes a record that the request also writes. */
function checkDeleted({ target }: Relation, planned: readonly NestedWrite[], { around }: Nesting): void {
  const written = new Set(around.filter(({ entity }) => entity === target).map(({ key }) => keyText(key)));
  for (const { write, keyPlace } of planned) {
    if (write.kind !== "delete" || !written.has(keyText(write.key))) continue;
    const message = `"${keyPlace}" deletes a record that the same request writes.`;
    throw invalidFields([{ path: keyPlace, code: "duplicate", message }]);
  }
}

/** @throws {ApiError} `too-many-records` */
function spend({ target }: Relation, planned: readonly NestedWrite[], budget: Nesting["budget"]): void {
  budget.written += planned.length;
  if (budget.written > budget.max) throw tooManyRecords(budget.max);
  if (budget.max === Infinity) return;
  const inputs = planned.map(({ write }) => write.input ?? {});
  const max = mostRecords(target, inputs, budget.max);
  if (planned.length > max) throw tooManyRecords(max);
}

/** A missing record is reported at its key. */
function withKeyPath(error: unknown, planned: readonly NestedWrite[]): unknown {
  if (!(error instanceof ApiError) || error.code !== "unknown-record") return error;
  const [issue] = error.issues;
  const found = planned.find(({ place }) => place === issue?.path);
  if (issue === undefined || found === undefined) return error;
  const issues = [{ ...issue, path: found.keyPlace }];
  return new ApiError(error.code, error.message, { issues, cause: error.cause });
}
