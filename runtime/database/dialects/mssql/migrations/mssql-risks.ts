import type { Action } from "../../../migrations/rating/action.js";
import type {
  RatedRisk,
  RatingContext,
  RiskRule,
  StatementRisks,
} from "../../../migrations/rating/rating.js";
import {
  addedColumn,
  rule,
  ruleIf,
  becomesNotNull,
  changesType,
  leavesNoValue,
  locksReads,
  locksWrites,
  mayFail,
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
  rule(["redefine column", "add foreign key", "add check"], []),
  addedColumn(
    (column) => column.generated === "stored" || column.generated === "counted",
    rewrites,
    locksReads("The table is locked while the values of all rows are computed and written."),
  ),
  ruleIf("add column", fillsRows, [
    rewrites,
    locksReads(
      "The table is locked while the default is written into all rows. Only the Enterprise edition and Azure store a constant default once.",
      "Add the column as nullable, fill the rows in batches, and then alter it to not null.",
    ),
  ]),
  ruleIf("add column", leavesNoValue, [
    mayFail(
      "Existing rows would have no value.",
      "Give it a default, or add it as nullable, fill the rows in batches, and then alter it to not null.",
    ),
  ]),
  addedColumn(
    (column) => column.hasCheck,
    locksReads(
      "The table is locked while its rows are checked.",
      "Add the check by a statement of its own: alter table {table} with nocheck add constraint … check (…)",
    ),
    stopsOn.check,
  ),
  addedColumn(
    (column) => column.key !== undefined,
    locksReads(
      "The table is locked while the index of the column is built.",
      "Add the column alone, and then: create unique index … on {table} ({name}) with (online = on)",
    ),
    stopsOn.duplicates,
  ),
  ruleIf("redefine column", (action, context) => changesType(action, context) && !isWider(action, context), [
    rewrites,
  ]),
  ruleIf(
    "redefine column",
    (action, context) =>
      !isOnline(action) &&
      ((changesType(action, context) && !isWider(action, context)) || becomesNotNull(action, context)),
    [
      locksReads(
        "The table is locked while all rows are read or written.",
        "alter table {table} alter column {name} … with (online = on), with the Enterprise edition or Azure",
      ),
    ],
  ),
  ruleIf("redefine column", mayNotFit, [stopsOn.values]),
  ruleIf("redefine column", mayRound, [typeLoses]),
  ruleIf("redefine column", becomesNotNull, [stopsOn.nulls]),
  ruleIf("add foreign key", ({ isUnchecked }) => isUnchecked !== true, [
    locksReads(
      "Both tables are locked while the rows are compared.",
      "alter table {table} with nocheck add constraint … foreign key …, which holds for new rows only and is not trusted by the optimizer",
    ),
    stopsOn.orphans,
  ]),
  ruleIf("add check", ({ isUnchecked }) => isUnchecked !== true, [
    locksReads(
      "The table is locked while its rows are checked.",
      "alter table {table} with nocheck add constraint … check (…), which holds for new rows only",
    ),
    stopsOn.check,
  ]),
  rule("validate constraint", [
    locksReads("The table is locked while its rows are checked."),
    mayFail("A row that does not fit the constraint stops it."),
  ]),
  rule(["add unique", "add primary key"], [stopsOn.duplicates]),
  ruleIf(["add unique", "add primary key"], (action) => !isOnline(action), [
    locksReads(
      "The table is locked while the index is built.",
      "Add … with (online = on) at its end, with the Enterprise edition or Azure.",
    ),
  ]),
  rule("create unique index", [stopsOn.duplicates]),
  ruleIf(["create index", "create unique index"], (action) => action.part.hasOutside("clustered"), [
    rewrites,
  ]),
  ruleIf(
    ["create index", "create unique index"],
    (action) => !isOnline(action) && action.part.hasOutside("clustered"),
    [
      locksReads(
        "The table is locked while it is sorted anew.",
        "create clustered index … with (online = on)",
      ),
    ],
  ),
  ruleIf(
    ["create index", "create unique index"],
    (action) => !isOnline(action) && !action.part.hasOutside("clustered"),
    [
      locksWrites(
        "The table is locked against writes while the index is built.",
        "create index … on {table} … with (online = on), with the Enterprise edition or Azure",
      ),
    ],
  ),
  rule(["rebuild table", "reindex"], [rewrites]),
  ruleIf(["rebuild table", "reindex"], (action) => !isOnline(action), [
    locksReads("The table is locked while it is written.", "… rebuild with (online = on)"),
  ]),
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
