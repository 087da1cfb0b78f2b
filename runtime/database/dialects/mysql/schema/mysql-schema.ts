import { fieldTypes } from "../../../../model/field-type.js";
import type { Field } from "../../../../model/model.js";
import { sql, type AnyKysely, type Sql } from "../../../sql/sql.js";
import {
  toForeignKeys,
  type ForeignKeyRow,
  type IndexRow,
  toKeys,
  type PartRow,
  toTriggers,
} from "../../../schema/stored/part-rows.js";
import { LOCK_PATIENCE, lockedTooLong } from "../../../schema/schema-lock.js";
import type { ColumnToAlter } from "../../../schema/schema-changes.js";
import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { StoredColumn, StoredTable } from "../../../schema/stored/stored-schema.js";
import { tableName } from "../../../sql/table-name.js";
import { toHex } from "../../bytes-column.js";
import { createIndex, standardRename } from "../../standard-syntax.js";
import { mysqlColumnOf } from "../mysql-column-of.js";
import { BY_CODE_POINT } from "../mysql-columns.js";
import { aloneInCluster } from "../connection/mysql-cluster-lock.js";
import {
  readCheck,
  readChecks,
  readComments,
  readPartNames,
  readTriggers,
  type CheckRow,
} from "./mysql-parts.js";
import { readValues } from "../mysql-values.js";
import { toStoredColumn, type ColumnRow } from "./mysql-stored-column.js";
import { mysqlMigrations } from "../migrations/mysql-migrations.js";

/** The statement time limit. MariaDB and MySQL name it differently, and each executes only its own comment. */
const LIMIT = sql.raw("/*M! max_statement_time */ /*!80000 max_execution_time */");
const CURRENT_LIMIT = sql.raw("/*M! @@max_statement_time */ /*!80000 @@max_execution_time */");

/** The name of the lock for changing tables of this database. */
const SCHEMA_LOCK = sql`left(concat('data-api ', database()), 64)`;

export const unlock = sql`select release_lock(${SCHEMA_LOCK})`;

/** Whether the connection gets the lock within so many seconds. */
export async function takesLock(connection: AnyKysely, seconds: number): Promise<boolean> {
  const lock = sql<{ got: unknown }>`select get_lock(${SCHEMA_LOCK}, ${sql.lit(seconds)}) as got`;
  const { rows } = await lock.execute(connection);
  return Number(rows[0]?.got) === 1;
}

/** Reads and changes tables by information_schema. A schema is a database in MySQL and MariaDB. */
export const mysqlSchema: SchemaDialect = {
  schemas: {
    readDefault: async (db) => {
      const { rows } = await sql<{ name: string }>`select database() as name`.execute(db);
      return rows[0]?.name;
    },
    create: (name) => [sql`create database if not exists ${sql.id(name)}`],
  },
  maxNameLength: 64,
  readTables,
  readComments,
  readChecks,
  readPartNames,
  lengthFunctions: { characters: ["char_length", "character_length"], bytes: ["length", "octet_length"] },
  readCheck,
  // DDL statements commit implicitly, so nothing can be rolled back: the lock only keeps other servers away.
  alone: (db, work) =>
    db.connection().execute(async (connection) => {
      // Creating an index on many records takes longer than the statement timeout.
      await sql`set @data_api_limit = ${CURRENT_LIMIT}, ${LIMIT} = 0`.execute(connection);
      try {
        if (!(await takesLock(connection, LOCK_PATIENCE / 1000))) throw lockedTooLong();
        try {
          return await aloneInCluster(db, connection, LOCK_PATIENCE, work);
        } finally {
          await unlock.execute(connection);
        }
      } finally {
        await sql`set ${LIMIT} = @data_api_limit`.execute(connection);
      }
    }),
  columnType,
  identity: sql`auto_increment primary key`,
  defaultValue: (value, field) =>
    value instanceof Uint8Array
      ? sql`default (${sql.raw(`x'${toHex(value)}'`)})`
      : LONG_TYPE.test(columnType(field))
        ? sql`default (${longLiteral(String(value))})`
        : sql`default ${sql.lit(value)}`,
  alter: {
    column: alterColumn,
    exactText,
    losesAsText: (column, stored, maxLength) =>
      maxLength === undefined
        ? undefined
        : sql`char_length(${exactText(column, stored)}) > ${sql.lit(maxLength)}`,
    locked: async (db, table, work) => {
      await sql`lock tables ${table} write`.execute(db);
      try {
        return await work();
      } finally {
        await sql`unlock tables`.execute(db);
      }
    },
  },
  rename: {
    table: (from, to) => [
      sql`rename table ${tableName(from)} to ${tableName({ schema: from.schema, table: to })}`,
    ],
    column: standardRename.column,
    index: (table, from, to) => [
      sql`alter table ${tableName(table)} rename index ${sql.id(from)} to ${sql.id(to)}`,
    ],
    foreignKey: (table, foreignKey, to) => {
      const { name, columns, targetSchema, targetTable, targetColumns, actions = "" } = foreignKey;
      const target = tableName({
        schema: table.schema === undefined ? undefined : targetSchema,
        table: targetTable,
      });
      const [own, others] = [columns, targetColumns].map((names) =>
        sql.join(names.map((each) => sql.id(each))),
      );
      return [
        sql`alter table ${tableName(table)} drop foreign key ${sql.id(name)}, add constraint ${sql.id(to)} foreign key (${own}) references ${target} (${others})${sql.raw(actions)}`,
      ];
    },
  },
  enums: {
    columnType: (_, field) => enumType(field),
    change: (entity, field, stored) =>
      alterColumn({ entity, field, stored, change: { type: true, nullability: false } }),
  },
  createIndex,
  readValues,
  migrations: mysqlMigrations,
};

/** A `float` is written with six digits, unless it is converted to a double first. */
function exactText(column: Sql, { type }: StoredColumn): Sql {
  return type === "float" ? sql`cast(${column} + 0e0 as char)` : sql`cast(${column} as char)`;
}

/** `modify column` replaces the whole declaration: attributes that it does not repeat are lost. */
function alterColumn({ entity, field, stored, change }: ColumnToAlter): readonly Sql[] {
  const column = sql.id(field.column);
  const modify = (type: string | Sql, isNullable: boolean, value: Sql) =>
    sql`alter table ${tableName(entity)} modify column ${column} ${typeof type === "string" ? sql.raw(type) : type} ${sql.raw(isNullable ? "null" : "not null")}${value}`;
  const isNullable = change.nullability ? field.isNullable : stored.isNullable;
  if (!change.type)
    return [modify(stored.declaration ?? columnType(field), isNullable, storedDefault(stored))];
  const value = field.default ?? null;
  const isRefused = field.type === "enum" && field.values?.includes(stored.defaultText ?? "") !== true;
  const kept =
    value === null
      ? isRefused
        ? sql``
        : storedDefault(stored)
      : sql` ${mysqlSchema.defaultValue(mysqlColumnOf(field).toParameter(value), field)}`;
  return [
    // A `float` becomes a text with six digits, unless it is converted to a double first.
    ...(stored.type === "float" && isText(field) ? [modify("double", stored.isNullable, sql``)] : []),
    modify(field.type === "enum" ? enumType(field) : columnType(field), isNullable, kept),
  ];
}

function storedDefault({ type, default: expression, defaultText }: StoredColumn): Sql {
  if (expression === undefined) return sql``;
  if (defaultText === undefined) return sql` default (${sql.raw(expression)})`;
  return LONG_TYPE.test(type)
    ? sql` default (${longLiteral(defaultText)})`
    : sql` default ${sql.lit(defaultText)}`;
}

/** A type whose default is an expression. */
const LONG_TYPE = /text|json/;

/**
 * Long texts allow a default only in parentheses (MySQL 8.0.13, MariaDB 10.2). MariaDB reads a literal there
 * in the database's character set.
 */
function longLiteral(text: string): Sql {
  const isAscii = Buffer.byteLength(text) === text.length;
  if (isAscii) return sql.lit(text);
  return sql`convert(${sql.raw(`0x${Buffer.from(text).toString("hex")}`)} using utf8mb4)`;
}

function isText({ type }: Field): boolean {
  return fieldTypes[type].holdsText;
}

function columnType(field: Field): string {
  const declared = mysqlColumnOf(field).declaration(field);
  if (isText(field)) return `${declared} character set utf8mb4 collate ${BY_CODE_POINT}`;
  const isAscii = field.type === "uuid" || field.type === "duration";
  return isAscii ? `${declared} character set ascii collate ascii_bin` : declared;
}

function enumType({ values = [] }: Field): Sql {
  const listed = sql.join(values.map((value) => sql.lit(value)));
  return sql`enum(${listed}) character set utf8mb4 collate ${sql.raw(BY_CODE_POINT)}`;
}

interface MysqlIndexRow extends IndexRow {
  readonly part: number | string | null;
}

async function readTables(
  db: AnyKysely,
  names?: readonly string[],
  others: readonly string[] = [],
): Promise<readonly StoredTable[]> {
  const isOurs = ours(names, others);
  const tables = await sql<{ schema: string; name: string; type: string }>`
    select table_schema as \`schema\`, table_name as name, table_type as type
    from information_schema.tables where ${isOurs()} and table_type <> 'SEQUENCE' order by table_schema, table_name`.execute(
    db,
  );
  const columns = await sql<ColumnRow>`
    select table_schema as \`schema\`, table_name as \`table\`, column_name as name, data_type as type, column_type as fullType,
      character_set_name as \`charset\`, collation_name as \`collation\`,
      character_maximum_length as length, numeric_precision as \`precision\`, numeric_scale as scale,
      datetime_precision as fraction,
      is_nullable as isNullable, column_default as \`default\`, extra, generation_expression as expression,
      privileges, version() as version
    from information_schema.columns where ${isOurs()}
    order by table_schema, table_name, ordinal_position`.execute(db);
  const keys = await sql<MysqlIndexRow>`
    select table_schema as \`schema\`, table_name as \`table\`, index_name as name, column_name as \`column\`,
      case when index_name = 'PRIMARY' then 'primary' when non_unique = 0 then 'unique' else 'ordinary' end as kind,
      sub_part as part
    from information_schema.statistics where index_type in ('BTREE', 'HASH') and ${isOurs()}
    order by table_schema, table_name, index_name, seq_in_index`.execute(db);
  const foreignKeys = await sql<ForeignKeyRow>`
    select table_schema as \`schema\`, k.table_name as \`table\`, k.constraint_name as name, column_name as \`column\`,
      referenced_table_schema as targetSchema, k.referenced_table_name as targetTable,
      referenced_column_name as targetColumn, concat(
        case when delete_rule in ('RESTRICT', 'NO ACTION') then '' else concat(' on delete ', delete_rule) end,
        case when update_rule in ('RESTRICT', 'NO ACTION') then '' else concat(' on update ', update_rule) end) as actions
    from information_schema.key_column_usage k
    join information_schema.referential_constraints r on r.constraint_schema = k.constraint_schema
      and r.constraint_name = k.constraint_name and r.table_name = k.table_name
    where ${isOurs(sql`k.table_name`)}
    order by table_schema, k.table_name, k.constraint_name, ordinal_position`.execute(db);
  const schemas = ["", ...new Set(tables.rows.map(({ schema }) => schema))];
  const checks = await sql<CheckRow>`
    select * from information_schema.check_constraints
    where constraint_schema in (${sql.join(schemas)}) and check_clause like 'json\\_valid(%'`.execute(db);
  const triggers = await readTriggers(db, isOurs(sql`event_object_table`, sql`event_object_schema`));
  return tables.rows.map(({ schema, name: table, type }): StoredTable => {
    const isJson = ({ name }: ColumnRow) =>
      checks.rows.some(
        (check) =>
          check.CONSTRAINT_SCHEMA === schema &&
          check.TABLE_NAME === table &&
          check.CHECK_CLAUSE === `json_valid(\`${name.replaceAll("`", "``")}\`)`,
      );
    const isHere = (row: PartRow) => row.schema === schema && row.table === table;
    const own = columns.rows.filter(isHere);
    // MariaDB adds it to all unique indexes of a table with system versioning
    // (mariadb.com/kb/en/system-versioned-tables/).
    const end = own.find(({ expression }) => expression === "ROW END")?.name;
    const isKept = ({ column, kind }: MysqlIndexRow) => column !== end || kind === "ordinary";
    return {
      schema,
      name: table,
      isView: type.includes("VIEW"),
      columns: own.map((row) => toStoredColumn(row, isJson(row))),
      ...toKeys(
        keys.rows.filter((row) => isHere(row) && isKept(row)),
        (parts) => ({ isPartial: parts.some(({ part }) => part !== null) }),
      ),
      foreignKeys: toForeignKeys(foreignKeys.rows.filter(isHere)),
      triggers: toTriggers(triggers.filter(isHere)),
    };
  });
}

/** Returns the condition for the rows of a catalog view about these tables. */
function ours(names: readonly string[] | undefined, others: readonly string[]) {
  return (nameColumn = sql`table_name`, schemaColumn = sql`table_schema`): Sql => {
    if (names === undefined) return sql`${schemaColumn} in (${sql.join([sql`database()`, ...others])})`;
    const inSchemas = sql`${schemaColumn} not in ('information_schema', 'mysql', 'performance_schema', 'sys')`;
    const lower = ["", ...names.map((name) => name.toLowerCase())];
    return sql`${inSchemas} and lower(${nameColumn}) in (${sql.join(lower)})`;
  };
}
