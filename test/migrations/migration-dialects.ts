import { dialects } from "../../runtime/database/dialects/dialects.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";

/** The dialects with their tools for migrations. */
export const migrationDialects = {
  sqlite: await withMigrationTools(dialects.sqlite),
  postgres: await withMigrationTools(dialects.postgres),
  mysql: await withMigrationTools(dialects.mysql),
  mssql: await withMigrationTools(dialects.mssql),
};
