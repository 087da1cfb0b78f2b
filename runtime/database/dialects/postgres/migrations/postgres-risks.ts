import type { Action } from "../../../migrations/rating/action.js";
import {
  harmless,
  on,
  onNewColumn,
  type RatedRisk,
  type RatingContext,
  type StatementRisks,
} from "../../../migrations/rating/rating.js";
import {
  leavesNoValue,
  mayNotFit,
  mayRound,
  sharedRisks,
  stopsOn,
  typeLoses,
} from "../../../migrations/rating/shared-risks.js";
import { isSameType, lengthOf, parseType } from "../../../migrations/rating/type-change.js";

const rewrites: RatedRisk = {
  risk: "rewrites table",
  why: "Each row is written again, with all indexes.",
};

/**
 * Changes that hold locks for long (postgresql.org/docs/current/sql-altertable.html, explicit-locking.html). Most
 * forms of `alter table` lock the table against reads too, but only for a moment: these are no risks here.
 */
export const postgresRisks: StatementRisks = {
  rules: [
    ...sharedRisks,
    harmless("add generation", "alter type", "set not null", "drop primary key"),
    harmless("add foreign key", "add check", "add unique", "add primary key"),
    harmless("reindex", "lock table"),
    onNewColumn((column) => column.generated === "stored" || column.generated === "counted")
      .has(rewrites)
      .locksReads(
        "The table is locked while the values of all rows are computed and written.",
        "Add the column without it, fill the rows in batches, and let the servers or a trigger compute new values.",
      ),
    onNewColumn((column) => isVolatile(column.defaultValue.tokens))
      .has(rewrites)
      .locksReads(
        "The default gives each row a value of its own, and the table is locked while all rows are written.",
        "alter table {table} add column {name} …; alter table {table} alter column {name} set default …; then fill the rows in batches",
      ),
    on("add column", leavesNoValue).mayFail(
      "Existing rows would have no value.",
      "Give it a default, or add it as nullable, fill the rows in batches, and then set it not null.",
    ),
    onNewColumn((column) => column.hasCheck).locksReads(
      "The table is locked while its rows are checked.",
      "Add the check by a statement of its own: alter table {table} add constraint … check (…) not valid; then, outside this transaction, alter table {table} validate constraint …",
    ),
    // A check accepts null, unless it tests for it.
    on(
      "add column",
      ({ definition, part }) =>
        definition?.hasCheck === true && (definition.hasDefault || part.has("is not null")),
    ).has(stopsOn.check),
    onNewColumn((column) => column.key !== undefined).locksReads(
      "The table is locked while the index of the column is built.",
      "Add the column alone; then, outside a transaction: create unique index concurrently … on {table} ({name})",
    ),
    onNewColumn((column) => column.hasDefault && column.key !== undefined).has(stopsOn.duplicates),
    onNewColumn((column) => column.references !== undefined && column.hasDefault)
      .locksReads(
        "The table is locked while its rows are compared with those of the target.",
        "Add the foreign key by a statement of its own: alter table {table} add constraint … foreign key ({name}) references … not valid; then validate it",
      )
      .has(stopsOn.orphans),
    on("alter type", (action, context) => !isCheap(action, context))
      .has(rewrites)
      .locksReads(
        "The table is locked while all rows are written with the new type.",
        "Add a column of the new type, fill it in batches and by a trigger, and rename both in a short transaction.",
      ),
    on("alter type", (action, context) => mayNotFit(action, context) && !isCut(action, context)).has(
      stopsOn.values,
    ),
    on("alter type", mayRound).has(typeLoses),
    on("alter type", isCut).has(typeLoses),
    on(
      "set not null",
      ({ table, name }, { tables }) =>
        !tables.isProvenNotNull(table, name) && tables.column(table, name)?.isNotNull !== true,
    )
      .locksReads(
        "The table is locked while all rows are read.",
        "alter table {table} add constraint … check ({name} is not null) not valid; then, outside this transaction: alter table {table} validate constraint …; alter table {table} alter column {name} set not null; alter table {table} drop constraint …",
      )
      .has(stopsOn.nulls),
    on("add foreign key", ({ isUnchecked }) => isUnchecked !== true)
      .locksWrites(
        "Both tables are locked against writes while the rows are compared.",
        "alter table {table} add constraint … foreign key … not valid; then, outside this transaction: alter table {table} validate constraint …",
      )
      .has(stopsOn.orphans),
    on("add check", ({ isUnchecked }) => isUnchecked !== true)
      .locksReads(
        "The table is locked while its rows are checked.",
        "alter table {table} add constraint … check (…) not valid; then, outside this transaction: alter table {table} validate constraint …",
      )
      .has(stopsOn.check),
    on("validate constraint").has(stopsOn.constraint),
    on(["add unique", "add primary key"], ({ part }) => !part.hasOutside("using index"))
      .locksReads(
        "The table is locked while the index is built.",
        "create unique index concurrently … on {table} (…), outside a transaction; then alter table {table} add constraint … unique using index …",
      )
      .has(stopsOn.duplicates),
    on("add exclusion")
      .locksReads("The table is locked while the index is built.")
      .mayFail("Rows that exclude each other stop it."),
    on(["create index", "create unique index"], ({ part }) => !part.hasOutside("concurrently")).locksWrites(
      "The table is locked against writes while the index is built.",
      'create index concurrently … on {table} …, with "-- outside transaction" before it',
    ),
    on("create unique index").has(stopsOn.duplicates),
    on(
      ["create index", "create unique index", "drop index", "reindex", "vacuum"],
      ({ kind, part }, { isOutsideTransaction }) =>
        !isOutsideTransaction && (kind === "vacuum" || part.hasOutside("concurrently")),
    ).mayFail(
      "PostgreSQL does not run it in a transaction.",
      'Write "-- outside transaction" on a line before it.',
    ),
    on("reindex", ({ part }) => !part.hasOutside("concurrently")).locksWrites(
      "The table is locked against writes while its indexes are built.",
      "reindex … concurrently …",
    ),
    on("rebuild table").has(rewrites).locksReads("The table is locked while all rows are written."),
    on(
      "lock table",
      ({ part }) =>
        !/share|row/.test(part.tokens.map(({ word }) => word).join(" ")) || part.has("access exclusive"),
    ).locksReads(
      "The table is locked until the transaction ends.",
      "lock table … in share row exclusive mode, if reads may go on",
    ),
    on(
      "lock table",
      ({ part }) =>
        ["in share", "in exclusive", "share row exclusive"].some((mode) => part.has(mode)) &&
        !part.has("share update exclusive"),
    ).locksWrites("The table is locked against writes until the transaction ends."),
  ],
  // The oldest version that data-api supports.
  assumed: [{ product: "PostgreSQL", version: [14] }],
  readOnly: "set session characteristics as transaction read only",
  length: "char_length",
  version: {
    query: "select current_setting('server_version_num') as version",
    parse: ({ version }) => {
      const number = Number(version);
      return { product: "PostgreSQL", version: [Math.floor(number / 10_000), number % 10_000] };
    },
  },
  locksUntilCommit: ({ kind, part }) => exclusive.includes(kind) && !part.hasOutside("concurrently"),
};

/** Actions whose lock blocks readers until the transaction ends, even if their work is short. */
const exclusive: readonly Action["kind"][] = [
  ...(["add column", "drop column", "rename column", "rename table", "alter type", "set not null"] as const),
  ...(["drop not null", "change default", "add check", "add unique", "add primary key"] as const),
  ...(["add exclusion", "drop constraint", "rebuild table", "add generation"] as const),
];

/**
 * Functions whose value is the same for all rows of a statement. Any other function may return a different value for
 * each row.
 */
const stableFunctions = new Set(
  [
    "now current_timestamp transaction_timestamp statement_timestamp localtimestamp localtime",
    "current_time current_date current_user session_user current_setting current_schema current_database",
    "to_char to_date to_timestamp date_trunc lower upper concat coalesce length substr md5",
    "jsonb_build_object jsonb_build_array json_build_object make_date make_interval",
    "array varchar char numeric decimal timestamp timestamptz time cast bit",
  ].flatMap((names) => names.split(" ")),
);

function isVolatile(tokens: readonly { readonly word: string; readonly kind: string }[]): boolean {
  return tokens.some(
    ({ word, kind }, place) =>
      (kind === "word" || kind === "name") && tokens[place + 1]?.word === "(" && !stableFunctions.has(word),
  );
}

/** Changes that only affect the catalog. All others rewrite the rows. */
function isCheap(action: Action, context: RatingContext): boolean {
  const before = context.tables.column(action.table, action.name)?.type;
  const after = action.definition?.type ?? "";
  if (before === undefined) return false;
  // An expression is evaluated for each row, unless it only names the column and its type.
  if (action.part.hasOutside("using") && !isPlainUsing(action)) return false;
  if (isSameType(before, after)) return true;
  const [from, to] = [parseType(before), parseType(after)];
  const [fromLength, toLength] = [lengthOf(before), lengthOf(after)];
  if (fromLength !== undefined && toLength !== undefined)
    return (from.base === "varchar" || from.base === "text") && to.base !== "char" && toLength >= fromLength;
  if (from.base === "numeric" && to.base === "numeric") {
    if (to.sizes.length === 0) return true;
    return (
      from.sizes.length > 0 &&
      (to.sizes[0] ?? 0) >= (from.sizes[0] ?? 0) &&
      (from.sizes[1] ?? 0) === (to.sizes[1] ?? 0)
    );
  }
  const times = ["timestamp", "timestamptz", "time", "timetz"];
  return times.includes(from.base) && from.base === to.base && (to.sizes[0] ?? 6) >= (from.sizes[0] ?? 6);
}

/** `using "a"::bigint` */
function isPlainUsing({ part, name }: Action): boolean {
  const reader = part.rest();
  if (!reader.skipAfter("using")) return true;
  return reader.name() === name && (reader.isAtEnd || reader.take(": :"));
}

/** Whether a cast cuts texts that are too long, where a mere assignment would fail. */
function isCut(action: Action, context: RatingContext): boolean {
  const before = context.tables.column(action.table, action.name)?.type ?? "";
  const areTexts = lengthOf(before) !== undefined && lengthOf(action.definition?.type ?? "") !== undefined;
  return areTexts && action.part.hasOutside("using") && mayNotFit(action, context);
}
