import { columnOf } from "../database/sql/column-of.js";
import { mayKnow, maySet } from "../access/granted-rights.js";
import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import { asWritable, itself } from "./reach-record.js";
import { areThey, groupsBy, inGroups } from "./write-groups.js";
import type { WriteContext } from "./step.js";
import { toParameters } from "./to-parameters.js";
import type { PlannedWrite } from "./write.js";

/** The fields and arguments of the statement, noted to explain a conflict. */
function argumentsOf(write: PlannedWrite, { session }: WriteContext): readonly unknown[] {
  const { kind, entity, grant, set } = write;
  const { fields } = set;
  const args = toParameters(fields, set.values, session.dialect);
  if (kind !== "delete") {
    const isOpen = ({ name, isCreatable }: Field) => isCreatable && maySet(entity, grant, name);
    const isKnown = ({ name }: Field) => mayKnow(entity, grant, name);
    write.written = { fields, args, ...(kind === "create" && { isOpen }), isKnown };
  }
  return args;
}

/** Inserts records in few statements. Records with other fields are in statements of their own. */
async function insertAll(writes: readonly PlannedWrite[], context: WriteContext): Promise<void> {
  for (const group of groupsBy(writes, ({ set }) => set.fields.map(({ name }) => name).join())) {
    const [{ set, entity }] = group as readonly [PlannedWrite];
    const rows = await context.writes.insertMany(
      set.fields,
      group.map((write) => argumentsOf(write, context)),
    );
    group.forEach((write, record) => {
      write.key = entity.keys.map((field, index) =>
        columnOf(field, context.session.dialect).fromColumn(rows[record]?.[index]),
      );
    });
  }
}

/** Changes or deletes records. Those that share their changes are in one statement. */
async function changeAll(writes: readonly PlannedWrite[], context: WriteContext): Promise<void> {
  for (const sharing of groupsBy(writes, ({ set }) => set)) {
    for (const group of inGroups(sharing)) {
      const [write] = group as readonly [PlannedWrite];
      const where = areThey(group);
      const args = argumentsOf(write, context);
      if (write.kind === "update") await context.writes.update(write.set.fields, args, where, "id");
      else await context.writes.delete(where, "id");
    }
  }
}

/**
 * The statement of the write. If it is the only step, it includes the caller's conditions and returns the
 * answer itself.
 */
export const statement = {
  // An update may change only links.
  isNeeded: ({ kind, set }: PlannedWrite): boolean => kind !== "update" || set.fields.length > 0,
  run: async (write: PlannedWrite, context: WriteContext): Promise<void> => {
    const { session, reads, writes } = context;
    const { kind, entity, isAlone } = write;
    const { fields } = write.set;
    const args = argumentsOf(write, context);
    const returning = isAlone ? write.returning : "id";
    if (kind === "create") {
      const row = await writes.insert(fields, args, returning);
      if (returning === "record") write.record = reads.toOwnRecord(row);
      const { record } = write;
      write.key = entity.keys.map((field, index) =>
        returning === "record"
          ? (record?.[field.name] as FieldValue)
          : columnOf(field, session.dialect).fromColumn(row[index]),
      );
      return;
    }
    const where = isAlone ? asWritable(write) : itself(write);
    const change =
      kind === "update" ? writes.update(fields, args, where, returning) : writes.delete(where, returning);
    const row = await change;
    if (row === undefined && isAlone) write.stop = "missing";
    else if (row !== undefined && returning === "record") write.record = reads.toOwnRecord(row);
  },
  runAll: (those: readonly PlannedWrite[], context: WriteContext): Promise<void> =>
    those[0]?.kind === "create" ? insertAll(those, context) : changeAll(those, context),
};
