import { sqliteColumns } from "../sqlite-columns.js";

const known = new Set(
  Object.values(sqliteColumns).flatMap(({ stored, accepts = [] }) => [...stored, ...accepts]),
);

/**
 * What a type means, in the order of SQLite's own rule: any name is a type, and its parts decide
 * (sqlite.org/datatype3.html#determination_of_column_affinity). Below them, types of other databases.
 */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/\bbig\s*int|\bint8\b/, "bigint"],
  [/\b(?:tiny|small|medium)\s*int|\bint2\b/, "smallint"],
  [/\bint(?:eger)?\d?\b/, "int"],
  // SQLite takes `point` and `interval` for integers, but no program stores integers there.
  [/int/, ""],
  [/char/, "varchar"],
  [/clob|text/, "text"],
  [/blob/, "blob"],
  [/real|floa|doub/, "real"],
  [/^(?:decimal|numeric|number|dec|fixed|(?:small)?money|currency)\b/, "numeric"],
  [/^bit$/, "boolean"],
  [/^(?:uniqueidentifier|guid)$/, "uuid"],
  [
    /^(?:datetime2|smalldatetime|datetimeoffset|timestamptz|timestamp with(?:out)?(?: local)? time zone)$/,
    "datetime",
  ],
  [/^(?:timetz|time with(?:out)? time zone)$/, "time"],
];

/** The type with the same meaning of those that columns are compared with; the name itself if there is none. */
export function meaningOfType(name: string, size?: string): string {
  // As MySQL does, so do Sequelize and Laravel declare booleans on SQLite.
  if (name === "tinyint" && size === "1") return "boolean";
  if (known.has(name)) return name;
  const [, meaning = ""] = meanings.find(([pattern]) => pattern.test(name)) ?? [];
  return meaning === "" ? name : meaning;
}
