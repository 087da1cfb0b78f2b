import { sql } from "kysely";
import type { AnyKysely } from "../../../sql/sql.js";
import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { PartRow } from "../../../schema/stored/part-rows.js";
import type { StoredCheck } from "../../../schema/stored/stored-schema.js";

/**
 * A row of information_schema.check_constraints. MySQL's own view has no table name, and no `json_valid` constraints of
 * JSON columns.
 */
export interface CheckRow {
  readonly CONSTRAINT_SCHEMA: string;
  readonly CONSTRAINT_NAME: string;
  readonly TABLE_NAME?: string;
  readonly CHECK_CLAUSE: string;
}

/** How MariaDB declares a column of JSON. */
const JSON_CHECK = /^json_valid\(`(?:[^`]|``)+`\)$/;

/** Reads the checks of tables, without those that MariaDB adds itself. */
export async function readChecks(db: AnyKysely, schemas: readonly string[]): Promise<readonly StoredCheck[]> {
  const isOurs = sql`constraint_schema in (${sql.join([sql`database()`, ...schemas])})`;
  const { rows } = await sql<CheckRow>`
    select * from information_schema.check_constraints where ${isOurs} order by constraint_name`.execute(db);
  const checks = rows.filter(({ CHECK_CLAUSE }) => !JSON_CHECK.test(CHECK_CLAUSE));
  // MariaDB's names are unique only within a table, and its view names the table.
  const hasTables = checks.every(({ TABLE_NAME }) => TABLE_NAME !== undefined);
  const owners = hasTables ? [] : await readOwners(db, isOurs);
  return checks.flatMap(({ CONSTRAINT_SCHEMA: schema, CONSTRAINT_NAME: name, ...check }) => {
    const owner = owners.find((each) => each.schema === schema && each.name === name);
    const table = check.TABLE_NAME ?? owner?.table;
    // MySQL shows the quotes of texts with a backslash.
    return table === undefined
      ? []
      : [{ schema, table, name, clause: check.CHECK_CLAUSE.replaceAll("\\'", "'") }];
  });
}

/** The tables of MySQL's enforced checks. */
async function readOwners(db: AnyKysely, isOurs: ReturnType<typeof sql>): Promise<readonly PartRow[]> {
  const { rows } = await sql<PartRow>`
    select constraint_schema as \`schema\`, constraint_name as name, table_name as \`table\`
    from information_schema.table_constraints
    where constraint_type = 'CHECK' and enforced = 'YES' and ${isOurs}`.execute(db);
  return rows;
}

/** In MariaDB, names of checks are unique only within a table. */
export const readCheck: SchemaDialect["readCheck"] = async (db, { schema, table }, constraint) => {
  const { rows } = await sql<CheckRow>`
    select * from information_schema.check_constraints
    where constraint_schema = coalesce(${schema ?? null}, database()) and constraint_name = ${constraint}`.execute(
    db,
  );
  const isOfTable = ({ TABLE_NAME = table }: CheckRow) => TABLE_NAME.toLowerCase() === table.toLowerCase();
  return rows.find(isOfTable)?.CHECK_CLAUSE;
};
