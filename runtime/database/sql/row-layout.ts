import type { Field } from "../../model/model.js";
import { rowFields, targetRowFields, type SelectedRecord, type SelectedTarget } from "./selection.js";

/**
 * Where a row has the values of a record: those of its fields, the flags of its guards, its counts, then the same of
 * each record that it refers to. Statements select them in this order.
 */
export interface RowLayout {
  /** The fields that have values in the row, from `start` on. */
  readonly fields: readonly Field[];
  readonly start: number;
  /** The index of the first flag, which is 1 if the guard's condition holds, else 0. */
  readonly flags: number;
  /** The index of the first count. */
  readonly counts: number;
  readonly references: readonly RowLayout[];
  /** The index after all values. */
  readonly end: number;
}

export function rowLayout(record: SelectedRecord, start = 0, fields = rowFields(record)): RowLayout {
  const flags = start + fields.length;
  const counts = flags + record.guards.length;
  let end = counts + record.counts.length;
  const references = record.references.map((reference) => {
    const layout = targetLayout(reference, end);
    end = layout.end;
    return layout;
  });
  return { fields, start, flags, counts, references, end };
}

/** The layout of a record of another entity. */
export function targetLayout(target: SelectedTarget, start: number): RowLayout {
  return rowLayout(target, start, targetRowFields(target));
}

/** The field of each value; `undefined` for a flag or a count. */
export function fieldsByIndex({ fields, flags, references, end }: RowLayout): readonly (Field | undefined)[] {
  const [first] = references;
  const others = new Array<undefined>((first?.start ?? end) - flags).fill(undefined);
  return [...fields, ...others, ...references.flatMap(fieldsByIndex)];
}
