import type { MigrationTools } from "../../../migrations/migration-dialect.js";
import { mysqlApplying } from "./mysql-applying.js";
import { mysqlRisks } from "./mysql-risks.js";
import { mysqlScript } from "./mysql-script.js";
import { mysqlShadow } from "./mysql-shadow.js";

export const mysqlMigrationTools: MigrationTools = {
  script: mysqlScript,
  risks: mysqlRisks,
  applying: mysqlApplying,
  shadow: mysqlShadow,
};
