import type { Risk } from "../../../migrations/migration.js";
import type { Action } from "../../../migrations/rating/action.js";
import {
  isAtLeast,
  type RatedRisk,
  type RatingContext,
  type RiskRule,
  type StatementRisks,
} from "../../../migrations/rating/rating.js";
import {
  addedColumn,
  rule,
  ruleIf,
  becomesNotNull,
  becomesNullable,
  changesType,
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

const rebuilt: RatedRisk = {
  risk: "rewrites table",
  why: "The table is written again in place. Reads and writes go on, but the server is busy and replicas fall behind.",
};

/** `algorithm=copy` */
function copied(safer?: string): readonly RatedRisk[] {
  return [
    { risk: "rewrites table", why: "The whole table is copied." },
    locksWrites("The table is locked against writes while it is copied.", safer),
  ];
}

const isMysql = ({ server }: RatingContext) => server.product === "MySQL";

/**
 * The risks of each change, according to the tables of
 * dev.mysql.com/doc/refman/8.4/en/innodb-online-ddl-operations.html.
 */
const alterations: readonly RiskRule[] = [
  rule("redefine column", []),
  ruleIf("add column", (_, context) => isMysql(context) && !isAtLeast(context.server, 8, 0, 12), [rebuilt]),
  ruleIf("drop column", (_, context) => isMysql(context) && !isAtLeast(context.server, 8, 0, 29), [rebuilt]),
  addedColumn(
    (column) => column.generated === "stored" || column.generated === "counted",
    ...copied("Add a column that is virtual, or fill a plain one in batches."),
  ),
  addedColumn(
    (column) => isComputed(column.defaultValue.tokens),
    ...copied(
      "alter table {table} add column {name} …, algorithm=instant; alter table {table} alter column {name} set default (…); then fill the rows in batches",
    ),
  ),
  ruleIf(
    "add column",
    ({ definition }, context) => definition?.hasCheck === true && isMysql(context),
    copied(),
  ),
  addedColumn((column) => column.key !== undefined, {
    ...rebuilt,
    safer: "Add the column and its index by two statements.",
  }),
  addedColumn((column) => column.key === "unique" && column.isNotNull, stopsOn.duplicates),
  addedColumn(
    (column) => column.references !== undefined,
    ...copied("Add the column by one statement and its foreign key by another, at a quiet time."),
  ),
  ruleIf(
    "redefine column",
    (action, context) => changesType(action, context) && !isInstant(action, context),
    copied(
      "Add a column of the new type, fill it in batches and by a trigger, and rename both in one statement.",
    ),
  ),
  ruleIf("redefine column", mayNotFit, [stopsOn.values]),
  ruleIf("redefine column", mayRound, [typeLoses]),
  ruleIf("redefine column", becomesNotNull, [rebuilt, stopsOn.nulls]),
  ruleIf("redefine column", becomesNullable, [rebuilt]),
  rule("add foreign key", [
    ...copied(
      "With `set foreign_key_checks = 0` it is added at once, but the rows that exist are never compared: look for orphans first.",
    ),
    stopsOn.orphans,
  ]),
  rule("add check", [...copied(), stopsOn.check]),
  rule("add unique", [stopsOn.duplicates]),
  rule("create unique index", [stopsOn.duplicates]),
  ruleIf("create index", ({ part }) => part.hasOutside("fulltext") || part.hasOutside("spatial"), [
    { risk: "rewrites table", why: "The first such index of a table writes it again." },
    locksWrites("The table is locked against writes while the index is built."),
  ]),
  rule("add primary key", [rebuilt, stopsOn.duplicates]),
  rule("drop primary key", copied("Drop the former key and add the new one in one statement.")),
  rule("convert characters", [
    ...copied(),
    mayFail("A text that the new character set does not have stops it."),
  ]),
  rule("rebuild table", [rebuilt]),
];

export const mysqlRisks: StatementRisks = {
  rules: [
    ...sharedRisks,
    ...alterations,
    ruleIf("lock table", ({ part }) => part.has("write"), [
      locksReads("The tables are locked until they are unlocked."),
    ]),
    ruleIf("lock table", ({ part }) => !part.has("write"), [
      locksWrites("The tables are locked against writes until they are unlocked."),
    ]),
  ],
  // Since MySQL 8.0.29, columns are added and dropped at once. Earlier versions are rated correctly with --against.
  assumed: [
    { product: "MySQL", version: [8, 0, 29] },
    { product: "MariaDB", version: [10, 6] },
  ],
  readOnly: "set session transaction read only",
  length: "char_length",
  version: {
    query: "select version() as version",
    parse: ({ version }) => {
      const text = String(version);
      const numbers = /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number) ?? [];
      return { product: /mariadb/i.test(text) ? "MariaDB" : "MySQL", version: numbers };
    },
  },
  excluded: (statement) => {
    const algorithm = statement.option("algorithm");
    const locks: readonly Risk[] = statement.option("lock") === "none" ? ["locks reads", "locks writes"] : [];
    if (algorithm === "instant") return ["rewrites table", "locks reads", "locks writes"];
    return algorithm === "nocopy" ? ["rewrites table", ...locks] : locks;
  },
};

const constantFunctions = new Set(["current_timestamp", "now", "localtime", "localtimestamp"]);

/** Whether a default calls a function other than the current time, so that each row has its own value. */
function isComputed(tokens: readonly { readonly word: string }[]): boolean {
  return tokens.some(
    ({ word }, place) =>
      /^\w+$/.test(word) && tokens[place + 1]?.word === "(" && !constantFunctions.has(word),
  );
}

/** Changes of a type that leave the rows as they are: more characters, and more values at the end of an enum. */
function isInstant({ table, name, definition }: Action, { tables }: RatingContext): boolean {
  const before = tables.column(table, name)?.type ?? "";
  const after = definition?.type ?? "";
  const [from, to] = [parseType(before), parseType(after)];
  if (from.base === "enum" && to.base === "enum") {
    // 255 values fit into one byte.
    const isSameSize = from.values.length > 255 || to.values.length <= 255;
    return isSameSize && from.values.every((value, index) => to.values[index] === value);
  }
  if (from.base !== "varchar" || to.base !== "varchar") return false;
  const [most, wanted] = [(lengthOf(before) ?? 0) * BYTES, (lengthOf(after) ?? 0) * BYTES];
  // The length itself takes two bytes from 256 bytes on.
  return wanted >= most && (most > 255 || wanted <= 255);
}

/** The most bytes of a character, in utf8mb4. */
const BYTES = 4;
