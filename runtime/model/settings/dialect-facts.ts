import type { FieldTypeName } from "../field-type.js";
import {
  booleanForms,
  ENUM_DOMAIN,
  FIXED_BYTES,
  LISTED_TEXTS,
  OLD_TEXTS,
  ROW_VERSION,
  UNSIGNED,
} from "../values/native-types.js";

/** The facts about a dialect that the rules of the configuration and messages need. */
interface DialectFacts {
  /** The product's name. */
  readonly title: string;
  /** Whether the database is a file that the server opens itself. */
  readonly isFile: boolean;
  /** The schemes of URLs of its servers. Empty for a file. */
  readonly urlSchemes: readonly string[];
  /** Connection strings of its driver that are not URLs. Absent if there are none. */
  readonly driverString?: RegExp;
  /** Whether it has stored procedures and functions. */
  readonly hasRoutines: boolean;
  /** Whether results can be cursors, including those of functions. */
  readonly hasCursors: boolean;
  /** Which routines can return rows without a cursor. */
  readonly returnsRows: readonly ("function" | "procedure")[];
  /** Why a parameter of a routine cannot have this name. Absent if every name can be quoted. */
  readonly parameterNameMistake?: (name: string) => string | undefined;
  /** The options of `database` that only this dialect has. */
  readonly ownOptions: readonly string[];
  /** What can have two names that differ only in the case of their letters. */
  readonly casedNames: readonly ("table" | "column")[];
  /** Why an enum cannot have this value. Absent if it can have any. */
  readonly enumValueMistake?: (value: string) => string | undefined;
  /** The most digits that it stores: of a decimal, after its point, and of a second. */
  readonly digits: { readonly precision: number; readonly scale: number; readonly fraction: number };
  /** Whether it has types for dates and times. Without them, the configuration says how they are stored. */
  readonly hasTimeTypes: boolean;
  /** The types that can store the offset of a value. */
  readonly keepsOffset: readonly ("datetime" | "time")[];
  /**
   * The column types that `storedAs` may name: those that hold a field's values in another way than the usual
   * one. `(n)` stands for a size.
   */
  readonly nativeTypes: Readonly<Partial<Record<FieldTypeName, readonly string[]>>>;
}

/** T-SQL cannot quote the names of parameters. */
const MSSQL_PARAMETER = /^[\p{L}_][\p{L}\p{N}_@$#]*$/u;

/** PostgreSQL's limit on the name of a type's value (postgresql.org/docs/current/datatype-enum.html). */
const MAX_LABEL_BYTES = 63;

/** MySQL describes its columns in characters of at most three bytes. */
const BEYOND_THREE_BYTES = /[\u{10000}-\u{10ffff}]/u;

const facts = {
  mssql: {
    title: "SQL Server",
    isFile: false,
    urlSchemes: ["mssql", "sqlserver", "jdbc:sqlserver"],
    driverString: /^[^:=]+=/,
    hasRoutines: true,
    hasCursors: false,
    returnsRows: ["function", "procedure"],
    parameterNameMistake: (name) =>
      MSSQL_PARAMETER.test(name) ? undefined : 'a parameter of SQL Server is a plain name, without "@"',
    ownOptions: ["instanceName", "authentication"],
    casedNames: [],
    digits: { precision: 38, scale: 38, fraction: 7 },
    hasTimeTypes: true,
    keepsOffset: ["datetime"],
    nativeTypes: { bytes: [FIXED_BYTES, "image", ROW_VERSION], native: ["hierarchyid"], text: OLD_TEXTS },
  },
  sqlite: {
    title: "SQLite",
    isFile: true,
    urlSchemes: [],
    hasRoutines: false,
    hasCursors: false,
    returnsRows: [],
    ownOptions: [],
    casedNames: [],
    digits: { precision: Infinity, scale: Infinity, fraction: 9 },
    hasTimeTypes: false,
    keepsOffset: ["datetime"],
    nativeTypes: { bytes: [FIXED_BYTES], boolean: booleanForms },
  },
  postgres: {
    title: "PostgreSQL",
    isFile: false,
    urlSchemes: ["postgres", "postgresql"],
    // The folder of a socket, and the database: node-postgres.com/apis/client.
    driverString: /^(?:\/|socket:)/,
    hasRoutines: true,
    hasCursors: true,
    returnsRows: ["function"],
    ownOptions: ["pooler"],
    casedNames: ["table", "column"],
    enumValueMistake: (value) =>
      Buffer.byteLength(value) > MAX_LABEL_BYTES
        ? `has ${Buffer.byteLength(value)} bytes; the dialect "postgres" keeps at most ${MAX_LABEL_BYTES} of a value`
        : undefined,
    digits: { precision: Infinity, scale: Infinity, fraction: 6 },
    hasTimeTypes: true,
    keepsOffset: ["time"],
    nativeTypes: {
      bytes: [FIXED_BYTES],
      decimal: ["money"],
      enum: [ENUM_DOMAIN],
      // Types that have an order, and whose texts PostgreSQL reads back as the same value.
      native: [
        ...["inet", "cidr", "macaddr", "macaddr8"],
        ...["bit(n)", "varbit", "varbit(n)"],
        ...["tsvector", "tsquery", "pg_lsn", "ltree", "hstore"],
        ...["int4range", "int8range", "numrange", "tsrange", "tstzrange", "daterange"],
        ...["int4multirange", "int8multirange", "nummultirange"],
        ...["tsmultirange", "tstzmultirange", "datemultirange"],
      ],
    },
  },
  mysql: {
    title: "MySQL",
    isFile: false,
    urlSchemes: ["mysql", "mariadb"],
    hasRoutines: true,
    hasCursors: false,
    returnsRows: ["procedure"],
    ownOptions: ["consistency"],
    casedNames: ["table"],
    enumValueMistake: (value) =>
      BEYOND_THREE_BYTES.test(value)
        ? 'has a character beyond U+FFFF, which the dialect "mysql" does not keep in an enum'
        : undefined,
    digits: { precision: 65, scale: 30, fraction: 6 },
    hasTimeTypes: true,
    keepsOffset: [],
    nativeTypes: {
      bytes: [FIXED_BYTES],
      string: LISTED_TEXTS,
      bigint: [UNSIGNED],
      boolean: ["bit(1)"],
      native: ["inet4", "inet6"],
      other: [
        ...["bit(n)", "geometry", "point", "linestring", "polygon"],
        ...["multipoint", "multilinestring", "multipolygon", "geometrycollection", "geomcollection"],
      ],
    },
  },
} satisfies Record<string, DialectFacts>;

export type DialectName = keyof typeof facts;
export const dialectFacts: Readonly<Record<DialectName, DialectFacts>> = facts;
export const dialectNames = Object.keys(facts) as [DialectName, ...DialectName[]];
