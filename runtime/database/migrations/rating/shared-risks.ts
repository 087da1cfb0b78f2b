import type { Action } from "./action.js";
import { hasNoCondition, touchesFewRows } from "./parse-rows.js";
import { harmless, on, type RatedRisk, type RatingContext, type RiskRule } from "./rating.js";
import { assessTypeChange, isSameType } from "./type-change.js";

/** The risks in all databases: lost rows and values, and objects that a running version no longer finds. */
export const sharedRisks: readonly RiskRule[] = [
  harmless("create table", "create type", "create other", "setting", "table option", "insert", "vacuum"),
  harmless("rename within", "change default", "drop constraint", "drop index", "drop not null"),
  harmless("add column", "create index", "create unique index"),
  on("drop table", (action, { tables }) => tables.notCopied(action.table ?? "") === undefined)
    .losesData("All rows of the table are removed.", "Rename it, and drop it weeks later.")
    .breaksVersion(
      "Servers that still run the version before use the table.",
      "Drop it in a migration after the one that stops its use.",
    ),
  on("drop table", (action, { tables }) => (tables.notCopied(action.table ?? "")?.length ?? 0) > 0)
    .losesData("The copy of the table leaves out some of its columns, and their values are removed.")
    .breaksVersion(
      "Servers that still run the version before use the columns that are left out.",
      "Leave them out in a migration after the one that stops their use.",
    ),
  on("drop column")
    .losesData(
      "The values of the column are removed.",
      "Stop its use first, and drop it in a later migration, with a copy of its values if they may be needed.",
    )
    .breaksVersion(
      "Servers that still run the version before read and write the column.",
      "Drop it in a migration after the one that stops its use.",
    ),
  harmless("drop table", "drop other"),
  on("drop other", ({ part }) => part.hasOutside("cascade") || part.hasOutside("view")).breaksVersion(
    "Servers that still run the version before may use it, or what depends on it.",
    "Drop it in a migration after the one that stops its use.",
  ),
  on("drop type", ({ part }) => part.hasOutside("cascade")).losesData(
    "All columns of this type are dropped with it.",
    "Leave out `cascade`.",
  ),
  harmless("drop type"),
  on("rename table").breaksVersion(
    "Servers that still run the version before use the former name.",
    "Keep a view of the former name in the same migration, and drop it in a later one.",
  ),
  on("rename column").breaksVersion(
    "Servers that still run the version before use the former name.",
    "Expand and contract: add a column, write both, copy the values in batches, read the new one, and drop the former in a later migration.",
  ),
  on("rename enum value").breaksVersion(
    "Servers that still run the version before do not know the new value.",
  ),
  harmless("add enum value"),
  on("truncate").losesData("All rows of the table are removed."),
  on("delete", ({ part }) => hasNoCondition(part)).losesData(
    "All rows of the table are removed: there is no condition.",
  ),
  on("delete").losesData("The rows that fit the condition are removed."),
  on("update", replacesValues).losesData(
    "The values in all rows are replaced: there is no condition.",
    "Add a condition such as `where … is null`.",
  ),
  on(["update", "delete"], ({ part }) => !touchesFewRows(part)).locksWrites(
    "The rows that it changes stay locked until all of them are changed and committed.",
    "Change a few thousand rows at a time, in a data step of TypeScript or in statements with a range of keys.",
  ),
  harmless("update"),
];

/** Values of a column that the migration has added are new. */
function replacesValues(action: Action, { tables }: RatingContext): boolean {
  const { part, columns = [], table } = action;
  if (!hasNoCondition(part)) return false;
  return columns.length === 0 || !columns.every((column) => tables.isNewColumn(table, column));
}

/** Whether a statement changes the type of its column, as far as known. */
export function changesType({ table, name, definition }: Action, { tables }: RatingContext): boolean {
  const before = tables.column(table, name);
  return before === undefined || !isSameType(before.type, definition?.type ?? "");
}

/** Whether a nullable column is declared as not null. */
export function becomesNotNull({ table, name, definition }: Action, { tables }: RatingContext): boolean {
  const before = tables.column(table, name);
  return definition?.isNotNull === true && before?.isNotNull !== true;
}

export function becomesNullable({ table, name, definition }: Action, { tables }: RatingContext): boolean {
  return definition?.isNotNull !== true && tables.column(table, name)?.isNotNull === true;
}

/** Whether some values may not fit the new type. */
export function mayNotFit(action: Action, context: RatingContext): boolean {
  return assessed(action, context).mayFail;
}

/** Whether some values may be rounded or cut without an error. */
export function mayRound(action: Action, context: RatingContext): boolean {
  return assessed(action, context).losesData;
}

function assessed({ table, name, definition }: Action, { tables }: RatingContext) {
  return assessTypeChange(tables.column(table, name)?.type, definition?.type ?? "");
}

/** The changes that rows may prevent, and how to fix the rows first. */
export const stopsOn = {
  values: stopped("A value that does not fit the new type stops it.", "Change the values first."),
  nulls: stopped("A row without a value stops it.", "Fill the rows first."),
  duplicates: stopped("Rows with the same values stop it.", "Change them first."),
  orphans: stopped("A row whose target does not exist stops it.", "Change these rows first."),
  check: stopped("A row that does not fit the check stops it.", "Change these rows first."),
  constraint: stopped("A row that does not fit the constraint stops it.", "Change these rows first."),
};

function stopped(why: string, change: string): RatedRisk {
  return { risk: "may fail", why, safer: `${change} \`migrate lint --against URL\` counts them.` };
}

export const typeLoses: RatedRisk = {
  risk: "loses data",
  why: "Values may be rounded or cut to fit the new type.",
  safer: "Add a column of the new type, copy the values, and drop the former column in a later migration.",
};

/** Whether rows that exist would have no value in a new column. */
export function leavesNoValue({ definition }: Action): boolean {
  return definition?.isNotNull === true && !definition.hasDefault && definition.generated === undefined;
}
