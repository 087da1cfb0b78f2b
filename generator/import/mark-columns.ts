import { sql } from "kysely";
import type { Dialect } from "../../runtime/database/dialect.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import type { AnyKysely, Sql } from "../../runtime/database/sql/sql.js";
import { tableName } from "../../runtime/database/sql/table-name.js";

/** What is asked about the columns of tables. */
interface ColumnQuestion {
  /** The columns of a table to ask about. */
  readonly columnsOf: (table: StoredTable) => readonly StoredColumn[];
  /** What a column gets for which the answer is yes. */
  readonly mark: Partial<StoredColumn>;
  /** How many rows are read. */
  readonly maxRows: number;
  /** An aggregate of the column's values, as a number. */
  readonly ask: (column: Sql) => Sql;
  /** Whether the answer, for this number of rows, is yes. */
  readonly isYes: (answer: number, rowCount: number) => boolean;
}

/** Asks about one table after another, and marks the columns for which the answer is yes. */
export async function markColumns(
  db: AnyKysely,
  tables: readonly StoredTable[],
  question: ColumnQuestion,
  dialect: Dialect,
): Promise<readonly StoredTable[]> {
  const marked: StoredTable[] = [];
  for (const table of tables) {
    const found = await askColumns(db, table, question, dialect);
    const columns = table.columns.map((column) =>
      found.includes(column) ? { ...column, ...question.mark } : column,
    );
    marked.push({ ...table, columns });
  }
  return marked;
}

/** The columns of a table for which the answer is yes. One that cannot be read or compared does not affect the others. */
async function askColumns(
  db: AnyKysely,
  table: StoredTable,
  { columnsOf, maxRows, ask, isYes }: ColumnQuestion,
  dialect: Dialect,
): Promise<readonly StoredColumn[]> {
  const { schema, name } = table;
  const columns = columnsOf(table);
  if (columns.length === 0) return [];
  const together = await answered(columns);
  if (together !== undefined) return together;
  const each = await Promise.all(columns.map((column) => answered([column])));
  return each.flatMap((found) => found ?? []);

  /** `undefined` if the statement fails. */
  async function answered(some: readonly StoredColumn[]): Promise<readonly StoredColumn[] | undefined> {
    const names = some.map((column, index) => sql`${sql.id(column.name)} as ${sql.id(`c${index}`)}`);
    const answers = some.map((_, index) => sql`${ask(sql.id(`c${index}`))} as ${sql.id(`d${index}`)}`);
    // SQL Server allows a limit only with an order.
    const page = sql`order by (select null) ${dialect.limited(sql.lit(maxRows), sql.lit(0))}`;
    const rows = sql`(select ${sql.join(names)} from ${tableName({ schema, table: name })} ${page}) as looked`;
    const statement = sql<Readonly<Record<string, unknown>>>`
      select count(*) as n, ${sql.join(answers)} from ${rows}`;
    const row = await statement.execute(db).then(
      (result) => result.rows[0],
      () => undefined,
    );
    return row && some.filter((_, index) => isYes(Number(row[`d${index}`]), Number(row["n"])));
  }
}
