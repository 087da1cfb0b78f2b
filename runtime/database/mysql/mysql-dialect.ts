import { MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler, sql } from "kysely";
import { countInEachRow } from "../counted-page.js";
import type { Dialect } from "../dialect.js";
import { insertedRows } from "../write-syntax.js";
import { mysqlColumns } from "./mysql-columns.js";
import { openMysql } from "./mysql-connection.js";
import { clusterReadiness } from "./mysql-cluster.js";
import { mysqlDurabilityRisks } from "./mysql-durability.js";
import { toDatabaseError } from "./mysql-errors.js";
import { mysqlSchema } from "./mysql-schema.js";
import { parseMysqlUrl } from "./mysql-url.js";

export const mysql: Dialect = {
  name: "mysql",
  system: "mysql",
  packages: "mysql2",
  createAdapter: () => new MysqlAdapter(),
  createQueryCompiler: () => new MysqlQueryCompiler(),
  createIntrospector: (db) => new MysqlIntrospector(db),
  columns: mysqlColumns,
  contains: (text, part) => sql`locate(${part}, ${text}) > 0`,
  // What comes out of JSON gives way to a column.
  uncollated: (text) => sql`json_unquote(json_quote(${text}))`,
  limited: (take, skip) => sql`limit ${take} offset ${skip}`,
  findsKeysFirst: false,
  joinsPagesByKeys: true,
  // A join would write the page to a temporary table, which MariaDB keeps on the disk where there are long texts.
  countedPage: countInEachRow,
  locked: ({ columns, table, where }) => sql`select ${columns} from ${table}${where} for update`,
  // MariaDB has "returning" for inserts and deletes; MySQL has it for nothing.
  writes: {
    givesRecord: false,
    insert: (write) => sql`insert into ${write.table} ${insertedRows(write, sql`() values ()`)}`,
    update: ({ table, changes, where }) => sql`update ${table} set ${changes}${where}`,
    delete: ({ table, where }) => sql`delete from ${table}${where}`,
  },
  schema: mysqlSchema,
  parseUrl: parseMysqlUrl,
  open: openMysql,
  durabilityRisks: mysqlDurabilityRisks,
  readiness: clusterReadiness,
  toDatabaseError,
};
