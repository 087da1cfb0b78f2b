import type { DialectName } from "../../model/model.js";
import type { FieldColumns } from "../sql/sql-dialect.js";
import { mssqlFieldColumns as mssql } from "./mssql/mssql-column-of.js";
import { mysqlFieldColumns as mysql } from "./mysql/mysql-column-of.js";
import { postgresFieldColumns as postgres } from "./postgres/postgres-column-of.js";
import { sqliteFieldColumns as sqlite } from "./sqlite/sqlite-column-of.js";

/** The column types of each dialect. The generator loads them without the rest of the dialects. */
export const dialectColumns: Readonly<Record<DialectName, FieldColumns>> = { mssql, sqlite, postgres, mysql };
