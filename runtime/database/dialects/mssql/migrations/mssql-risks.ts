import type { Action } from "../../../migrations/rating/action.js";
import {
  harmless,
  on,
  onNewColumn,
  type RatedRisk,
  type RatingContext,
  type RiskRule,
  type StatementRisks,
} from "../../../migrations/rating/rating.js";
import {
  becomesNotNull,
  changesType,
  leavesNoValue,
  mayNotFit,
  mayRound,
  sharedRisks,
  stopsOn,
  typeLoses,
} from "../../../migrations/rating/shared-risks.js";
import { lengthOf, parseType } from "../../../migrations/rating/type-change.js";

const rewrites: RatedRisk = { risk: "rewrites table", why: "Each row is written again, and logged." };

const isOnline = ({ part }: Action) => part.has("online = on");

/**
 * Changes that hold a schema lock while they read or write rows
 * (learn.microsoft.com/sql/t-sql/statements/alter-table-transact-sql#locks-and-alter-table).
 */
const rules: readonly RiskRule[] = [
  ...sharedRisks,
  harmless("redefine column", "add foreign key", "add check"),
  onNewColumn((column) => column.generated === "stored" || column.generated === "counted")
    .has(rewrites)
    .locksReads("The table is locked while the values of all rows are computed and written."),
  on("add column", fillsRows)
    .has(rewrites)
    .locksReads(
      "The table is locked while the default is written into all rows. Only the Enterprise edition and Azure store a constant default once.",
      "Add the column as nullable, fill the rows in batches, and then alter it to not null.",
    ),
  on("add column", leavesNoValue).mayFail(
    "Existing rows would have no value.",
    "Give it a default, or add it as nullable, fill the rows in batches, and then alter it to not null.",
  ),
  onNewColumn((column) => column.hasCheck)
    .locksReads(
      "The table is locked while its rows are checked.",
      "Add the check by a statement of its own: alter table {table} with nocheck add constraint … check (…)",
    )
    .has(stopsOn.check),
  onNewColumn((column) => column.key !== undefined)
    .locksReads(
      "The table is locked while the index of the column is built.",
      "Add the column alone, and then: create unique index … on {table} ({name}) with (online = on)",
    )
    .has(stopsOn.duplicates),
  on("redefine column", (action, context) => changesType(action, context) && !isWider(action, context)).has(
    rewrites,
  ),
  on(
    "redefine column",
    (action, context) =>
      !isOnline(action) &&
      ((changesType(action, context) && !isWider(action, context)) || becomesNotNull(action, context)),
  ).locksReads(
    "The table is locked while all rows are read or written.",
    "alter table {table} alter column {name} … with (online = on), with the Enterprise edition or Azure",
  ),
  on("redefine column", mayNotFit).has(stopsOn.values),
  on("redefine column", mayRound).has(typeLoses),
  on("redefine column", becomesNotNull).has(stopsOn.nulls),
  on("add foreign key", ({ isUnchecked }) => isUnchecked !== true)
    .locksReads(
      "Both tables are locked while the rows are compared.",
      "alter table {table} with nocheck add constraint … foreign key …, which holds for new rows only and is not trusted by the optimizer",
    )
    .has(stopsOn.orphans),
  on("add check", ({ isUnchecked }) => isUnchecked !== true)
    .locksReads(
      "The table is locked while its rows are checked.",
      "alter table {table} with nocheck add constraint … check (…), which holds for new rows only",
    )
    .has(stopsOn.check),
  on("validate constraint")
    .locksReads("The table is locked while its rows are checked.")
    .mayFail("A row that does not fit the constraint stops it."),
  on(["add unique", "add primary key"]).has(stopsOn.duplicates),
  on(["add unique", "add primary key"], (action) => !isOnline(action)).locksReads(
    "The table is locked while the index is built.",
    "Add … with (online = on) at its end, with the Enterprise edition or Azure.",
  ),
  on("create unique index").has(stopsOn.duplicates),
  on(["create index", "create unique index"], (action) => action.part.hasOutside("clustered")).has(rewrites),
  on(
    ["create index", "create unique index"],
    (action) => !isOnline(action) && action.part.hasOutside("clustered"),
  ).locksReads("The table is locked while it is sorted anew.", "create clustered index … with (online = on)"),
  on(
    ["create index", "create unique index"],
    (action) => !isOnline(action) && !action.part.hasOutside("clustered"),
  ).locksWrites(
    "The table is locked against writes while the index is built.",
    "create index … on {table} … with (online = on), with the Enterprise edition or Azure",
  ),
  on(["rebuild table", "reindex"]).has(rewrites),
  on(["rebuild table", "reindex"], (action) => !isOnline(action)).locksReads(
    "The table is locked while it is written.",
    "… rebuild with (online = on)",
  ),
];

/** Whether a default is written into all rows. */
function fillsRows({ definition, part }: Action, { server }: RatingContext): boolean {
  if (definition === undefined || !definition.hasDefault) return false;
  if (!definition.isNotNull && !part.hasOutside("with values")) return false;
  const isConstant = !definition.defaultValue.has("newid") && !definition.defaultValue.has("newsequentialid");
  return !isConstant || server.isEnterprise !== true;
}

/** More characters or bytes, which only changes the catalog. */
function isWider({ table, name, definition }: Action, { tables }: RatingContext): boolean {
  const [before, after] = [tables.column(table, name)?.type ?? "", definition?.type ?? ""];
  const isVarying = ["varchar", "nvarchar"].includes(parseType(before).base);
  if (!isVarying || parseType(before).base !== parseType(after).base) return false;
  const isMax = parseType(after).isUnlimited && !parseType(before).isUnlimited;
  return !isMax && (lengthOf(after) ?? 0) >= (lengthOf(before) ?? 0);
}

export const mssqlRisks: StatementRisks = {
  rules,
  // Without the features of the Enterprise edition.
  assumed: [{ product: "SQL Server", version: [15] }],
  hasUniqueNulls: true,
  length: "len",
  version: {
    query:
      "select serverproperty('ProductMajorVersion') as version, serverproperty('EngineEdition') as edition",
    parse: ({ version, edition }) => ({
      product: "SQL Server",
      version: [Number(version)],
      // Enterprise, Developer and Evaluation; Azure SQL Database and Managed Instance.
      isEnterprise: [3, 5, 8].includes(Number(edition)),
    }),
  },
  hasOptionalSemicolons: true,
  locksUntilCommit: ({ kind }) => locking.includes(kind),
};

/** A lock of the schema, which also keeps readers waiting, lasts until the transaction ends. */
const locking: readonly Action["kind"][] = [
  ...(["add column", "drop column", "rename column", "rename table", "redefine column"] as const),
  ...(["add check", "add foreign key", "add unique", "add primary key"] as const),
  ...(["drop constraint", "change default"] as const),
];
