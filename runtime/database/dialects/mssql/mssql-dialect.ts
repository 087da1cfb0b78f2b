import { MssqlAdapter, MssqlIntrospector, sql, MssqlQueryCompiler } from "kysely";
import { foldedLetters, keptLetter } from "../../../model/values/fold-case.js";
import { joinedToCount } from "../../sql/counted-page.js";
import type { Dialect } from "../../dialect.js";
import { mssqlFieldColumns } from "./mssql-column-of.js";
import { isolationLevels, type IsolationLevel } from "../../wire/isolation-level.js";
import { mssqlAggregates } from "./mssql-aggregates.js";
import { oneOfTable, uncollated } from "./mssql-collation.js";
import { mssqlDurabilityRisks } from "./connection/mssql-durability.js";
import { toDatabaseError } from "./connection/mssql-errors.js";
import { mssqlPackages } from "./connection/mssql-packages.js";
import { mssqlJson } from "./mssql-json.js";
import { mssqlReplication } from "./connection/mssql-replication.js";
import { mssqlRoutines } from "./mssql-routines.js";
import { mssqlSavepoints } from "./connection/mssql-savepoints.js";
import { mssqlSchema } from "./schema/mssql-schema.js";
import { parseMssqlUrl } from "./connection/mssql-url.js";
import type { Sql, AnyKysely } from "../../sql/sql.js";
import { mssqlWrites } from "./mssql-writes.js";

/**
 * Binds a value once, however often the statement has it, because a request takes at most 2,100 parameters
 * (learn.microsoft.com/sql/sql-server/maximum-capacity-specifications-for-sql-server).
 */
class MssqlCompiler extends MssqlQueryCompiler {
  readonly #places = new Map<unknown, string>();

  override compileQuery(
    ...query: Parameters<MssqlQueryCompiler["compileQuery"]>
  ): ReturnType<MssqlQueryCompiler["compileQuery"]> {
    this.#places.clear();
    return super.compileQuery(...query);
  }

  protected override appendValue(value: unknown): void {
    // An object, such as a slot, is the same value everywhere. Equal texts or numbers may be of different types.
    const isShared = typeof value === "object" && value !== null;
    const place = isShared ? this.#places.get(value) : undefined;
    if (place !== undefined) {
      this.append(place);
      return;
    }
    super.appendValue(value);
    if (isShared) this.#places.set(value, this.getCurrentParameterPlaceholder());
  }
}

export const mssql: Dialect = {
  name: "mssql",
  system: "microsoft.sql_server",
  packages: mssqlPackages(),
  createAdapter: () => new MssqlAdapter(),
  createQueryCompiler: () => new MssqlCompiler(),
  createIntrospector: (db) => new MssqlIntrospector(db),
  ...mssqlFieldColumns,
  // Not LIKE, in which "[", "%" and "_" are wildcards. Every text contains the empty text, but CHARINDEX does
  // not find it.
  contains: (text, part) =>
    sql`(charindex(${part}, ${text}) > 0 or (datalength(${part}) = 0 and ${text} is not null))`,
  startsWith: (text, part) => {
    const [bytes, start] = [asBytes(text), asBytes(part)];
    return sql`substring(${bytes}, 1, datalength(${start})) = ${start}`;
  },
  endsWith: (text, part) => {
    const [bytes, end] = [asBytes(text), asBytes(part)];
    return sql`substring(${bytes}, datalength(${bytes}) - datalength(${end}) + 1, datalength(${end})) = ${end}`;
  },
  exact: asBytes,
  folded: foldedInMssql,
  oneOfTable,
  // 2,100 (learn.microsoft.com/sql/sql-server/maximum-capacity-specifications-for-sql-server). `sp_executesql`, by which
  // the driver runs a statement, takes two of them.
  maxParameters: 2_098,
  uncollated: (text, { maxLength = 255 }) => uncollated(text, maxLength),
  // learn.microsoft.com/dotnet/framework/data/adonet/sql/comparing-guid-and-uniqueidentifier-values
  comparesUuidsFromEnd: true,
  json: mssqlJson,
  // An offset needs an order (learn.microsoft.com/sql/t-sql/queries/select-order-by-clause-transact-sql).
  anyOrder: sql` order by (select null)`,
  limited: (take, skip) => sql`offset ${skip} rows fetch next ${take} rows only`,
  firstOfEach: { kind: "lateral", join: "cross apply" },
  countedPage: joinedToCount,
  locked: ({ columns, table, where }) => sql`select ${columns} from ${table} with (updlock, rowlock)${where}`,
  aggregates: mssqlAggregates,
  writes: mssqlWrites,
  schema: mssqlSchema,
  loadMigrationTools: async () => (await import("./migrations/mssql-migration-tools.js")).mssqlMigrationTools,
  parseUrl: parseMssqlUrl,
  open: async (settings) => (await import("./connection/mssql-connection.js")).openMssql(settings),
  replication: mssqlReplication,
  durabilityRisks: mssqlDurabilityRisks,
  isolationLevels,
  snapshotLevel,
  savepoints: mssqlSavepoints,
  routines: mssqlRoutines,
  toDatabaseError,
};

/** A text as bytes, because a comparison of texts ignores trailing blanks, and most collations case. */
function asBytes(text: Sql): Sql {
  return sql`cast(cast(${text} as nvarchar(max)) as varbinary(max))`;
}

/** Compared by UTF-16 code unit, in which `translate` replaces too: each of the letters is one. */
function foldedInMssql(text: Sql): Sql {
  const { letter, standIn } = keptLetter;
  const { letters, foldings } = foldedLetters;
  const exact = sql`cast(${text} as nvarchar(max)) collate Latin1_General_100_BIN2`;
  const lower = sql`lower(translate(${exact}, N${sql.lit(letter)}, N${sql.lit(standIn)}))`;
  return sql`translate(${lower}, N${sql.lit(standIn + letters)}, N${sql.lit(letter + foldings)})`;
}

/**
 * `snapshot` if the database allows it (learn.microsoft.com/sql/relational-databases/system-catalog-views/sys-databases-transact-sql).
 * At other levels, a transaction that stays open would lock what it has read.
 */
async function snapshotLevel(db: AnyKysely): Promise<IsolationLevel | undefined> {
  const { rows } = await sql<{ state: number }>`
    select snapshot_isolation_state as state from sys.databases where database_id = db_id()`.execute(db);
  return rows[0]?.state === 1 ? "snapshot" : undefined;
}
