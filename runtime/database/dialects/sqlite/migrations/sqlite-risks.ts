import {
  on,
  onNewColumn,
  type RatedRisk,
  type RiskRule,
  type StatementRisks,
} from "../../../migrations/rating/rating.js";
import { leavesNoValue, sharedRisks, stopsOn } from "../../../migrations/rating/shared-risks.js";

const waits: RatedRisk = {
  risk: "locks writes",
  why: "SQLite has one writer at a time: all others wait until it is done. Reads go on.",
};
const rewrites: RatedRisk = { risk: "rewrites table", why: "All rows are written again." };

/** Changes that take long or fail (sqlite.org/lang_altertable.html). */
const rules: readonly RiskRule[] = [
  ...sharedRisks,
  on("add column", leavesNoValue).mayFail(
    "A table with rows gets no such column: its rows would have no value.",
    "Give it a default.",
  ),
  onNewColumn((column) => column.key !== undefined).mayFail(
    "SQLite adds no column with a key of its own.",
    "Add the column alone, and then a unique index.",
  ),
  onNewColumn((column) =>
    column.defaultValue.tokens.some(({ word }) => word === "(" || word.startsWith("current_")),
  ).mayFail(
    "A table with rows gets no column whose default is not constant.",
    "Add it without the default, or build the table anew.",
  ),
  onNewColumn((column) => column.generated === "stored").mayFail(
    "SQLite adds no stored column to a table that exists.",
    "Make it virtual, or build the table anew.",
  ),
  onNewColumn((column) => column.references !== undefined && column.hasDefault).mayFail(
    "SQLite adds no foreign key with a default, unless `foreign_keys` is off.",
  ),
  onNewColumn((column) => column.hasCheck).has(waits, stopsOn.check),
  on("drop column")
    .has(rewrites, waits)
    .mayFail("SQLite drops no column that an index, a key, a trigger or a view uses.", "Drop these first."),
  // The rebuild of a table: its rows go through a copy.
  on(
    "insert",
    ({ table, target }, { tables }) => tables.isNew(table) && target !== undefined && !tables.isNew(target),
  ).has(rewrites, waits),
  on("create unique index").has(stopsOn.duplicates),
  on(["create index", "create unique index", "reindex"]).has(waits),
  on(["rebuild table", "vacuum"]).has(rewrites, waits),
];

export const sqliteRisks: StatementRisks = {
  rules,
  assumed: [{ product: "SQLite", version: [3, 40] }],
  length: "length",
  version: {
    query: "select sqlite_version() as version",
    parse: ({ version }) => ({ product: "SQLite", version: String(version).split(".").map(Number) }),
  },
};
