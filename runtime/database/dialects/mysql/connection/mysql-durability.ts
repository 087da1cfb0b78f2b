import { sql } from "kysely";
import type { AnyKysely } from "../../../sql/sql.js";
import {
  LOSES_ALL,
  LOSES_LATEST,
  risksIn,
  type DurabilityRisk,
  type DurabilityRule,
} from "../../../wire/durability.js";

/**
 * See dev.mysql.com/doc/refman/8.4/en/innodb-parameters.html, …/replication-options-binary-log.html and
 * mariadb.com/kb/en/innodb-system-variables/.
 */
const rules: readonly DurabilityRule[] = [
  {
    setting: "innodb_flush_log_at_trx_commit",
    // On MariaDB, 3 is an older variant of 1.
    isRisk: (value) => value === "0" || value === "2",
    consequence: LOSES_LATEST,
    remedy: "Set it to 1",
  },
  {
    setting: "sync_binlog",
    // After a crash, transactions in the engine's log but not in the binary log are rolled back.
    isRisk: (value, all) => value !== "1" && (all.get("log_bin") === "on" || all.get("log_bin") === "1"),
    consequence: LOSES_LATEST,
    remedy: "Set it to 1",
  },
  {
    setting: "innodb_doublewrite",
    isRisk: (value) => value === "off" || value === "0" || value === "detect_only",
    consequence: LOSES_ALL,
    remedy: "Set it to on, unless the file system never writes a part of a page",
  },
];

export async function mysqlDurabilityRisks(db: AnyKysely): Promise<readonly DurabilityRisk[]> {
  const { rows } = await sql<{ Variable_name: string; Value: string }>`
    show global variables where variable_name in
      ('innodb_flush_log_at_trx_commit', 'sync_binlog', 'log_bin', 'innodb_doublewrite')`.execute(db);
  return risksIn(
    rules,
    rows.map((row) => [row.Variable_name, row.Value]),
  );
}
