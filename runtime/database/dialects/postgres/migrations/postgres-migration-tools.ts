import type { MigrationTools } from "../../../migrations/migration-dialect.js";
import { postgresApplying } from "./postgres-applying.js";
import { postgresRisks } from "./postgres-risks.js";
import { postgresScript } from "./postgres-script.js";
import { postgresShadow } from "./postgres-shadow.js";

export const postgresMigrationTools: MigrationTools = {
  script: postgresScript,
  risks: postgresRisks,
  applying: postgresApplying,
  shadow: postgresShadow,
};
