import type { Risk } from "../../../migrations/migration.js";
import type { Action } from "../../../migrations/rating/action.js";
import {
  isAtLeast,
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
  becomesNullable,
  changesType,
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
    { risk: "locks writes", why: "The table is locked against writes while it is copied.", safer },
  ];
}

const isMysql = ({ server }: RatingContext) => server.product === "MySQL";

/**
 * The risks of each change, according to the tables of
 * dev.mysql.com/doc/refman/8.4/en/innodb-online-ddl-operations.html.
 */
const alterations: readonly RiskRule[] = [
  harmless("redefine column"),
  on("add column", (_, context) => isMysql(context) && !isAtLeast(context.server, 8, 0, 12)).has(rebuilt),
  on("drop column", (_, context) => isMysql(context) && !isAtLeast(context.server, 8, 0, 29)).has(rebuilt),
  onNewColumn((column) => column.generated === "stored" || column.generated === "counted").has(
    ...copied("Add a column that is virtual, or fill a plain one in batches."),
  ),
  onNewColumn((column) => isComputed(column.defaultValue.tokens)).has(
    ...copied(
      "alter table {table} add column {name} …, algorithm=instant; alter table {table} alter column {name} set default (…); then fill the rows in batches",
    ),
  ),
  on("add column", ({ definition }, context) => definition?.hasCheck === true && isMysql(context)).has(
    ...copied(),
  ),
  onNewColumn((column) => column.key !== undefined).has({
    ...rebuilt,
    safer: "Add the column and its index by two statements.",
  }),
  onNewColumn((column) => column.key === "unique" && column.isNotNull).has(stopsOn.duplicates),
  onNewColumn((column) => column.references !== undefined).has(
    ...copied("Add the column by one statement and its foreign key by another, at a quiet time."),
  ),
  on("redefine column", (action, context) => changesType(action, context) && !isInstant(action, context)).has(
    ...copied(
      "Add a column of the new type, fill it in batches and by a trigger, and rename both in one statement.",
    ),
  ),
  on("redefine column", mayNotFit).has(stopsOn.values),
  on("redefine column", mayRound).has(typeLoses),
  on("redefine column", becomesNotNull).has(rebuilt, stopsOn.nulls),
  on("redefine column", becomesNullable).has(rebuilt),
  on("add foreign key").has(
    ...copied(
      "With `set foreign_key_checks = 0` it is added at once, but the rows that exist are never compared: look for orphans first.",
    ),
    stopsOn.orphans,
  ),
  on("add check").has(...copied(), stopsOn.check),
  on("add unique").has(stopsOn.duplicates),
  on("create unique index").has(stopsOn.duplicates),
  on("create index", ({ part }) => part.hasOutside("fulltext") || part.hasOutside("spatial"))
    .rewrites("The first such index of a table writes it again.")
    .locksWrites("The table is locked against writes while the index is built."),
  on("add primary key").has(rebuilt, stopsOn.duplicates),
  on("drop primary key").has(...copied("Drop the former key and add the new one in one statement.")),
  on("convert characters")
    .has(...copied())
    .mayFail("A text that the new character set does not have stops it."),
  on("rebuild table").has(rebuilt),
];

export const mysqlRisks: StatementRisks = {
  rules: [
    ...sharedRisks,
    ...alterations,
    on("lock table", ({ part }) => part.has("write")).locksReads(
      "The tables are locked until they are unlocked.",
    ),
    on("lock table", ({ part }) => !part.has("write")).locksWrites(
      "The tables are locked against writes until they are unlocked.",
    ),
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
