import type { MigrationTools } from "../../../migrations/migration-dialect.js";
import { mssqlApplying } from "./mssql-applying.js";
import { mssqlRisks } from "./mssql-risks.js";
import { mssqlScript } from "./mssql-script.js";
import { mssqlShadow } from "./mssql-shadow.js";

export const mssqlMigrationTools: MigrationTools = {
  script: mssqlScript,
  risks: mssqlRisks,
  applying: mssqlApplying,
  shadow: mssqlShadow,
};
