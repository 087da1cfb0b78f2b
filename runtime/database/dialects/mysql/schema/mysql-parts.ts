import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { StoredPart, StoredComment, StoredCheck } from "../../../schema/stored/stored-schema.js";
import { sql, type AnyKysely, type Sql } from "../../../sql/sql.js";
import type { TriggerRow, PartRow } from "../../../schema/stored/part-rows.js";

/** Reads the names of triggers and indexes. A user sees triggers of tables where it has the privilege TRIGGER. */
export const readPartNames: SchemaDialect["readPartNames"] = async (db, schemas) => {
  const ours = sql.join([sql`database()`, ...schemas]);
  const { rows } = await sql<StoredPart>`
    select 'trigger' as kind, event_object_schema as \`schema\`, event_object_table as \`table\`, trigger_name as name
    from information_schema.triggers where event_object_schema in (${ours})
    union
    select 'index', table_schema, table_name, index_name
    from information_schema.statistics where table_schema in (${ours}) and index_name <> 'PRIMARY'
    order by 1, 2, 3, 4`.execute(db);
  return rows;
};

/**
 * Reads the triggers of new rows. A user sees those of tables where it has the privilege TRIGGER. Those of changed rows
 * cannot write to their table (error 1442).
 */
export async function readTriggers(db: AnyKysely, isOurs: Sql): Promise<readonly TriggerRow[]> {
  const { rows } = await sql<TriggerRow>`
    select event_object_schema as \`schema\`, event_object_table as \`table\`, trigger_name as name,
      action_timing as timing, 'insert' as event, action_statement as body
    from information_schema.triggers where event_manipulation = 'INSERT' and ${isOurs}
    order by event_object_schema, event_object_table, trigger_name`.execute(db);
  return rows;
}

/** Reads the comments of tables and columns. The comment of a view is only the word `VIEW`. */
export const readComments: NonNullable<SchemaDialect["readComments"]> = async (db, schemas) => {
  const isOurs = sql`table_schema in (${sql.join([sql`database()`, ...schemas])})`;
  const { rows } = await sql<StoredComment>`
    select table_schema as \`schema\`, table_name as \`table\`, null as \`column\`, table_comment as text
    from information_schema.tables
    where ${isOurs} and table_comment <> '' and table_type not like '%VIEW%'
    union all
    select table_schema, table_name, column_name, column_comment
    from information_schema.columns where ${isOurs} and column_comment <> ''`.execute(db);
  return rows;
};

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
