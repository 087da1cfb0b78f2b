import type { MigrationTools } from "../../../migrations/migration-dialect.js";
import { sqliteApplying } from "./sqlite-applying.js";
import { sqliteRisks } from "./sqlite-risks.js";
import { sqliteScript } from "./sqlite-script.js";

export const sqliteMigrationTools: MigrationTools = {
  script: sqliteScript,
  risks: sqliteRisks,
  applying: sqliteApplying,
};
