import { MssqlAdapter, MssqlIntrospector, MssqlQueryCompiler, sql } from "kysely";
import { joinedToCount } from "../counted-page.js";
import type { Dialect } from "../dialect.js";
import { mssqlColumns } from "./mssql-columns.js";
import { openMssql } from "./mssql-connection.js";
import { mssqlSchema } from "./mssql-schema.js";
import { parseMssqlUrl } from "./mssql-url.js";
import { mssqlWrites } from "./mssql-writes.js";

export const mssql: Dialect = {
  name: "mssql",
  createAdapter: () => new MssqlAdapter(),
  createQueryCompiler: () => new MssqlQueryCompiler(),
  createIntrospector: (db) => new MssqlIntrospector(db),
  columns: mssqlColumns,
  // Not LIKE, where "[", "%" and "_" have a meaning. An empty text is in every text, but CHARINDEX does not find it.
  contains: (text, part) =>
    sql`(charindex(${part}, ${text}) > 0 or (datalength(${part}) = 0 and ${text} is not null))`,
  limited: (take, skip) => sql`offset ${skip} rows fetch next ${take} rows only`,
  findsKeysFirst: true,
  countedPage: joinedToCount,
  writes: mssqlWrites,
  schema: mssqlSchema,
  parseUrl: parseMssqlUrl,
  open: openMssql,
};
