import { columnOf } from "../database/sql/column-of.js";
import { mayKnow, maySet } from "../access/granted-rights.js";
import type { FieldValue } from "../model/field-type.js";
import type { Field } from "../model/model.js";
import { asWritable, itself } from "./reach-record.js";
import type { WriteContext } from "./step.js";
import { toParameters } from "./to-parameters.js";
import type { PlannedWrite } from "./write.js";

/**
 * The statement of the write. If it is the only step, it includes the caller's conditions and returns the
 * answer itself.
 */
export const statement = {
  // An update may change only links.
  isNeeded: ({ kind, set }: PlannedWrite): boolean => kind !== "update" || set.fields.length > 0,
  run: async (write: PlannedWrite, { session, reads, writes }: WriteContext): Promise<void> => {
    const { kind, entity, grant, isAlone, set } = write;
    const { fields } = set;
    const args = toParameters(fields, set.values, session.dialect);
    if (kind !== "delete") {
      const isOpen = ({ name, isCreatable }: Field) => isCreatable && maySet(entity, grant, name);
      const isKnown = ({ name }: Field) => mayKnow(entity, grant, name);
      write.written = { fields, args, ...(kind === "create" && { isOpen }), isKnown };
    }
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
};
