/** The answers to statements that contain one of these words. Others are answered as by PostgreSQL or MySQL. */
export type Recorded = Readonly<
  Record<string, { readonly value: unknown } | { readonly error: RecordedFault }>
>;

interface RecordedFault {
  readonly code?: string;
  readonly errno?: number;
  readonly message: string;
}

/** From the documentation and the sources of the engines. Statements that are not listed succeed. */
export const ofPostgres: readonly (readonly [
  engine: string,
  answers: Recorded,
  lacks: RegExp | undefined,
  warns: readonly string[],
])[] = [
  ["PostgreSQL", {}, undefined, []],
  [
    "YugabyteDB without advisory locks and READ COMMITTED",
    {
      advisory: { error: { code: "0A000", message: "advisory locks are not yet implemented" } },
      yb_effective: { value: false },
    },
    /lacks advisory locks, which/,
    [],
  ],
  [
    "YugabyteDB with advisory locks and without READ COMMITTED",
    { yb_effective: { value: false } },
    undefined,
    ["the isolation level READ COMMITTED (yb_enable_read_committed_isolation)"],
  ],
  [
    "an engine without functions of JSON and catalogs",
    {
      json_agg: { error: { code: "42883", message: "function json_agg(text) does not exist" } },
      pg_attribute: {
        error: { code: "42P01", message: 'relation "pg_catalog.pg_attribute" does not exist' },
      },
    },
    /lacks JSON of rows \(json_agg, lateral\), the catalogs of PostgreSQL, which/,
    [],
  ],
];

export const ofMysql: typeof ofPostgres = [
  ["MySQL", {}, undefined, []],
  [
    "TiDB 8.5",
    {
      "0900_as_cs": { error: { errno: 1273, message: "Unknown collation: 'utf8mb4_0900_as_cs'" } },
      json_table: {
        error: { errno: 1064, message: "You have an error in your SQL syntax near 'json_table'" },
      },
    },
    undefined,
    ["a collation that knows the case of all letters (utf8mb4_0900_as_cs)", "JSON_TABLE"],
  ],
  [
    "TiDB before 7.4",
    { "0900_bin": { error: { errno: 1273, message: "Unknown collation: 'utf8mb4_0900_bin'" } } },
    /lacks a collation by code point \(utf8mb4_0900_bin\)/,
    ["a collation that knows the case of all letters (utf8mb4_0900_as_cs)"],
  ],
  [
    "an engine without locks by name",
    {
      is_free_lock: { error: { errno: 1305, message: "FUNCTION shop.is_free_lock does not exist" } },
    },
    /lacks locks by name \(get_lock\)/,
    [],
  ],
];
