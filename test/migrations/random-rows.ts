import type {
  SnapshotColumn,
  SnapshotTable,
} from "../../runtime/database/migrations/snapshots/schema-snapshot.js";
import { sql } from "kysely";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import type { Below } from "./random-entities.js";

/** An SQL value of a column, different for each number. */
export function valueOf(
  { type, values = [], maxLength }: SnapshotColumn,
  dialect: string,
  number: number,
): string {
  const isPostgres = dialect === "postgres";
  switch (type) {
    case "int":
    case "bigint":
      return String(number);
    case "decimal":
      return dialect === "sqlite" ? `'${number}.25'` : `${number}.25`;
    case "float":
      return `${number}.5`;
    case "boolean":
      return isPostgres ? "true" : "1";
    case "date":
      return `'${new Date(number * 86_400_000).toISOString().slice(0, 10)}'`;
    case "datetime": {
      const text = new Date(number * 86_400_000).toISOString();
      return dialect === "mysql" ? `'${text.slice(0, 19).replace("T", " ")}'` : `'${text.slice(0, 19)}Z'`;
    }
    case "uuid":
      return `'00000000-0000-4000-8000-${String(number).padStart(12, "0")}'`;
    case "json":
      return `'{"n":${number}}'`;
    case "list":
      return isPostgres ? `array['x${number}']` : `'["x${number}"]'`;
    case "bytes":
      if (dialect === "mssql") return "0x00ff";
      return isPostgres ? `'\\x00ff'` : `x'00ff'`;
    case "enum":
      return `'${JSON.stringify(values[number % values.length])
        .slice(1, -1)
        .replaceAll("'", "''")}'`;
    default:
      return `'it''s ${"é".repeat(Math.min(20, (maxLength ?? 40) - 12))} ${number}'`;
  }
}

/** Inserts a row. A foreign key gets one of the `ids` of its target, or null. */
export async function insertRow(
  db: AnyKysely,
  { table, columns, foreignKeys, keys }: SnapshotTable,
  ids: ReadonlyMap<string, readonly unknown[]>,
  dialect: string,
  number: number,
  below: Below,
): Promise<void> {
  const given: { readonly column: string; readonly value: string }[] = [];
  for (const column of columns) {
    if (column.countsUp === true) continue;
    const foreignKey = foreignKeys.find((each) => each.columns.includes(column.column));
    if (foreignKey !== undefined) {
      const possible = ids.get(foreignKey.targetTable) ?? [];
      const isNeeded = column.isNullable !== true;
      if (possible.length === 0 && isNeeded) return;
      if (possible.length > 0 && (isNeeded || below(2) === 0))
        given.push({ column: column.column, value: String(possible[below(possible.length)]) });
      continue;
    }
    const isLeftOut = column.default !== undefined && below(2) === 0;
    if (isLeftOut || (column.isNullable === true && below(3) === 0)) continue;
    given.push({ column: column.column, value: valueOf(column, dialect, number) });
  }
  if (given.length === 0) return;
  const isLink = keys.length > 1;
  const names = sql.join(given.map(({ column }) => sql.id(column)));
  const values = sql.join(given.map(({ value }) => sql.raw(value)));
  const same = sql.join(
    given.map(({ column, value }) => sql`${sql.id(column)} = ${sql.raw(value)}`),
    sql` and `,
  );
  // Skips a link that exists already.
  if (isLink) {
    const { rows } = await sql`select 1 as one from ${sql.id(table)} where ${same}`.execute(db);
    if (rows.length > 0) return;
  }
  await sql`insert into ${sql.id(table)} (${names}) values (${values})`.execute(db);
}
