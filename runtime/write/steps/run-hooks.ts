import { forServerCode, guarded } from "../../errors/server-mistake.js";
import type { HookName } from "../../model/hooks.js";
import { ownFields } from "../../database/sql/selection.js";
import { checkInput } from "../input/check-input.js";
import { afterStep, stamp } from "../plan-write.js";
import { itself } from "./reach-record.js";
import type { Step, StepContext } from "./step.js";
import type { AnyFields, PlannedWrite, WriteKind } from "../write.js";

type Names = Readonly<Record<WriteKind, HookName>>;

const before: Names = { create: "beforeCreate", update: "beforeUpdate", delete: "beforeDelete" };
const after: Names = { create: "afterCreate", update: "afterUpdate", delete: "afterDelete" };

/** Runs the `before` hook. If the hook returns an object, it replaces the input. */
export const beforeHook: Step = {
  isNeeded: ({ kind }, { hookOf }) => hookOf(before[kind]) !== undefined,
  run: async (write, context) => {
    const { kind, previous } = write;
    // A copy, because hooks may change it: writes of many records share the input, and a repeated write uses it
    // again.
    const input = write.input && { ...write.input };
    const record = { record: previous };
    const members = { create: { input }, update: { ...record, changes: input }, delete: record }[kind];
    const changed = await context.hookOf(before[kind])?.(eventOf(write, context, members));
    const isChanged = kind !== "delete" && typeof changed === "object" && changed !== null;
    if (!isChanged) return;
    const set = await forServerCode(() => stamp(write, checkInput(write, changed as AnyFields, undefined)));
    return afterStep(write, { set });
  },
};

/** Runs the `after` hook, and registers `afterCommit`. */
export const afterHook: Step = {
  isNeeded: ({ kind }, { hookOf }) => (hookOf(after[kind]) ?? hookOf("afterCommit")) !== undefined,
  run: async (write, context) => {
    const { kind, previous, grant } = write;
    const record = kind === "delete" ? previous : await stored(write, context);
    const members = kind === "update" ? { record, previous } : { record };
    await context.hookOf(after[kind])?.(eventOf(write, context, members));
    const afterCommit = context.hookOf("afterCommit");
    if (afterCommit === undefined) return;
    const event = { caller: grant?.caller ?? null, operation: kind, record };
    context.session.onCommit(async () => {
      await afterCommit(event);
    });
  },
};

async function stored(write: PlannedWrite, { reads }: StepContext): Promise<AnyFields> {
  const record = await reads.first(itself(write), ownFields(write.entity));
  if (record === undefined) throw new Error("The record that was just written is not there.");
  return record;
}

/** The event of a hook in the transaction: the common members and the given ones. */
function eventOf({ grant }: PlannedWrite, { session }: StepContext, members: AnyFields): AnyFields {
  return {
    caller: grant?.caller ?? null,
    // A getter, because only hooks with their own queries need it.
    get db() {
      return session.kysely;
    },
    repository: (entityName: string) => guarded(forServerCode(() => session.repository(entityName))),
    ...members,
  };
}
