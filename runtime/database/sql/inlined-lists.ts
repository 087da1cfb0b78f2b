import { columnOf } from "./column-of.js";
import { fieldsByIndex, rowLayout } from "./row-layout.js";
import { isShort, type SelectedList, type SelectedRecord } from "./selection.js";
import type { InJson, SqlDialect } from "./sql-dialect.js";

/** The indexes of the lists that the statement of a page reads in its rows, each as one JSON text. */
export function inlinedLists({ entity, lists }: SelectedRecord, dialect: SqlDialect): readonly number[] {
  const { jsonRows, joinsPagesByKeys } = dialect;
  // The key of a read-only entity may not be unique, so a page could not distinguish its records.
  if (jsonRows === undefined || joinsPagesByKeys === true || entity.isReadOnly) return [];
  return lists.flatMap((list, index) => {
    const columns = inJsonOf(list, dialect);
    const isPlain = list.relation.sourceFields.every(
      (field) => columnOf(field, dialect).select === undefined,
    );
    const fits = columns.length <= jsonRows.mostValues && !columns.includes(undefined);
    return isShort(list) && isPlain && fits ? [index] : [];
  });
}

/**
 * How each value of a list's rows is represented in JSON, in the order of the row; `undefined` if that is not possible.
 */
export function inJsonOf({ target }: SelectedList, dialect: SqlDialect): readonly (InJson | undefined)[] {
  return fieldsByIndex(rowLayout(target)).map((field) =>
    field === undefined ? aNumber : columnOf(field, dialect).inJson,
  );
}

/** Flags and counts are whole numbers. */
const aNumber: InJson = {};
