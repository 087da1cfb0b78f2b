import { valuesIn } from "../../database/sql/values-in.js";
import type { RecordValues } from "../../database/sql/statement.js";
import type { Field } from "../../model/model.js";
import type { WriteContext } from "../steps/step.js";
import type { Key, PlannedWrite } from "../write.js";
import { NotAllThere } from "./failed-together.js";
import { identityFields, writableUnder } from "./write-groups.js";

/** Creates or updates of the same fields, which need no step but their statements. */
export interface RowGroup {
  /** The first write. The others have the same rights and need the same steps. */
  readonly first: PlannedWrite;
  readonly fields: readonly Field[];
  /** The parameters of each record: those of `fields`, and for an update those of `matchedFields`. */
  readonly rows: RecordValues;
}

/** The fields that find the record of an update. None for a create. */
export function matchedFields(first: PlannedWrite): readonly Field[] {
  return first.kind === "create" ? [] : identityFields(first);
}

/** Whether one statement writes all of the records or none, so that it needs no transaction. */
export function isOneStatement({ first, fields, rows }: RowGroup, { writes }: WriteContext): boolean {
  return writes.isWhole([...fields, ...matchedFields(first)], rows.length);
}

/**
 * Writes the records of a group.
 * @param isWhole Whether one statement writes all or none.
 * @param onCreated Receives the key and the place of each new record.
 * @throws {NotAllThere} if a record to update is missing, or does not meet the condition.
 * @throws {DatabaseError}
 */
export async function writeGroup(
  { first, fields, rows }: RowGroup,
  { writes, session }: WriteContext,
  isWhole: boolean,
  onCreated: (key: Key, place: number) => void,
): Promise<void> {
  if (first.kind === "create") {
    const stored = await (isWhole ? writes.insertWhole(fields, rows) : writes.insertMany(fields, rows));
    const toKey = valuesIn(first.entity.keys, session.dialect);
    for (let place = 0; place < stored.length; place++) onCreated(toKey(stored[place] ?? []), place);
    return;
  }
  const matched = matchedFields(first);
  const where = writableUnder([first]);
  if (isWhole) await writes.updateWhole(matched, fields, rows, where);
  else if ((await writes.updateEach(matched, fields, rows, where)) !== rows.length) throw new NotAllThere();
}
