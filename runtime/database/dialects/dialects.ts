import type { DialectName } from "../../model/model.js";
import type { Dialect } from "../dialect.js";
import { mssql } from "./mssql/mssql-dialect.js";
import { mysql } from "./mysql/mysql-dialect.js";
import { postgres } from "./postgres/postgres-dialect.js";
import { sqlite } from "./sqlite/sqlite-dialect.js";

export const dialects: Readonly<Record<DialectName, Dialect>> = { mssql, sqlite, postgres, mysql };
