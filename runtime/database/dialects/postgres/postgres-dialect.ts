import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "../../sql/kysely.js";
import { joinedToNeededCount } from "../../sql/counted-page.js";
import type { Dialect } from "../../dialect.js";
import { returningSyntax } from "../../sql/write-syntax.js";
import { postgresAggregates } from "./postgres-aggregates.js";
import { postgresColumnAs } from "./postgres-column-of.js";
import { postgresColumns } from "./postgres-columns.js";
import { openPostgres } from "./postgres-connection.js";
import { postgresDurabilityRisks } from "./postgres-durability.js";
import { toDatabaseError } from "./postgres-errors.js";
import { postgresLists } from "./postgres-lists.js";
import { postgresSchema } from "./postgres-schema.js";
import { parsePostgresUrl } from "./postgres-url.js";

export const postgres: Dialect = {
  name: "postgres",
  system: "postgresql",
  packages: "pg",
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  columns: postgresColumns,
  columnAs: postgresColumnAs,
  lists: postgresLists,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  // A text extracted from JSON has no collation of its own.
  uncollated: (text) => sql`(to_jsonb(${text}) #>> '{}')`,
  limited: (take, skip) => sql`limit ${take} offset ${skip}`,
  sortedNulls: (value, isDescending) =>
    isDescending ? sql`${value} desc nulls last` : sql`${value} asc nulls first`,
  findsKeysFirst: () => true,
  joinsPagesByKeys: false,
  firstOfEach: { kind: "lateral", join: "cross join lateral" },
  countedPage: joinedToNeededCount,
  locked: ({ columns, table, where }) => sql`select ${columns} from ${table}${where} for update`,
  aggregates: postgresAggregates,
  writes: returningSyntax,
  schema: postgresSchema,
  parseUrl: parsePostgresUrl,
  open: openPostgres,
  durabilityRisks: postgresDurabilityRisks,
  toDatabaseError,
};
