import { mysqlProvider } from "./providers/prisma-mysql.js";
import { postgresqlProvider } from "./providers/prisma-postgresql.js";
import { sqliteProvider } from "./providers/prisma-sqlite.js";
import { sqlserverProvider } from "./providers/prisma-sqlserver.js";
import type { PrismaProvider } from "./prisma-provider.js";

/** The databases by their names in a `datasource`. `postgres` is an older name. */
export const prismaProviders: Readonly<Record<string, PrismaProvider>> = {
  postgresql: postgresqlProvider,
  postgres: postgresqlProvider,
  mysql: mysqlProvider,
  sqlite: sqliteProvider,
  sqlserver: sqlserverProvider,
};
