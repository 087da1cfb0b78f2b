import {
  findingTable,
  type MigrationTools,
  type ApplyingSyntax,
} from "../../../migrations/migration-dialect.js";
import { mysqlRisks } from "./mysql-risks.js";
import { sql } from "../../../sql/sql.js";
import { mysqlScript } from "./mysql-script.js";
import { inSessionLock, MIGRATION_PATIENCE } from "../../../schema/schema-lock.js";
import { aloneInCluster } from "../connection/mysql-cluster-lock.js";
import { takesLock, unlock } from "../schema/mysql-schema.js";

/**
 * By error number (dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html,
 * mariadb.com/kb/en/mariadb-error-codes/).
 */
const findings = findingTable({
  there: [1007, 1050, 1060, 1061, 1068, 1304, 1359, 1537, 1826, 3822],
  gone: [1008, 1051, 1054, 1091, 1146, 1176, 1305, 1360, 1539, 3821, 3940],
  noRight: [1044, 1142, 1143, 1227, 1370, 1410, 1419],
});

/** These change rows. All others commit implicitly, or may do so. */
const ROW_WORDS = new Set(["insert", "update", "delete", "replace", "select", "with", "values", "table"]);

const mysqlApplying: ApplyingSyntax = {
  exclusively: (db, work, onWait) =>
    inSessionLock(
      { tryLock: (connection) => takesLock(connection, 0), unlock },
      db,
      (connection) => aloneInCluster(db, connection, MIGRATION_PATIENCE, work, onWait),
      onWait,
    ),
  transaction: (connection, _, work) => connection.transaction().execute(work),
  // Statements that change tables commit implicitly (dev.mysql.com/doc/refman/8.4/en/implicit-commit.html).
  isUndone: (first) => ROW_WORDS.has(first),
  user: sql`user()`,
  findings: (error) => {
    const { errno = 0, sqlMessage = "" } = error as { errno?: number; sqlMessage?: string };
    // An existing foreign key: the number of the storage engine is only in the message.
    if (errno === 1005 && /\berrno: 121\b/.test(sqlMessage)) return "there";
    return findings.get(errno);
  },
};

export const mysqlMigrationTools: MigrationTools = {
  script: mysqlScript,
  risks: mysqlRisks,
  applying: mysqlApplying,
  shadow: {
    drop: (name) => [sql`drop database if exists ${sql.id(name)}`],
    databaseNames: {
      parts: 2,
      words: ["use", "prepare", "execute"],
      kinds: ["database", "schema"],
      known: ["new", "old"],
    },
    right: "grant all on `data\\_api\\_verify\\_%`.* to …",
  },
};
