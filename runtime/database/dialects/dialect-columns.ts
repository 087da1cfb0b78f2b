import type { DialectName } from "../../model/model.js";
import type { SqlDialect } from "../sql/sql-dialect.js";
import { mssqlColumnAs } from "./mssql/mssql-column-of.js";
import { mssqlColumns } from "./mssql/mssql-columns.js";
import { mssqlLists } from "./mssql/mssql-lists.js";
import { mysqlColumnAs } from "./mysql/mysql-column-of.js";
import { mysqlColumns } from "./mysql/mysql-columns.js";
import { mysqlLists } from "./mysql/mysql-lists.js";
import { postgresColumnAs } from "./postgres/postgres-column-of.js";
import { postgresColumns } from "./postgres/postgres-columns.js";
import { postgresLists } from "./postgres/postgres-lists.js";
import { booleanColumnAs } from "./sqlite/sqlite-booleans.js";
import { sqliteColumns } from "./sqlite/sqlite-columns.js";
import { sqliteLists } from "./sqlite/sqlite-lists.js";
import { sqliteColumnAs } from "./sqlite/sqlite-times.js";

type DialectColumns = Pick<SqlDialect, "columns" | "lists" | "columnAs">;

/** The column types of each dialect. The generator loads them without the rest of the dialects. */
export const dialectColumns: Readonly<Record<DialectName, DialectColumns>> = {
  mssql: { columns: mssqlColumns, lists: mssqlLists, columnAs: mssqlColumnAs },
  sqlite: {
    columns: sqliteColumns,
    lists: sqliteLists,
    columnAs: (field) => booleanColumnAs(field) ?? sqliteColumnAs(field),
  },
  postgres: { columns: postgresColumns, lists: postgresLists, columnAs: postgresColumnAs },
  mysql: { columns: mysqlColumns, lists: mysqlLists, columnAs: mysqlColumnAs },
};
