import { sql } from "kysely";
import type { AnyKysely } from "../../../sql/sql.js";
import { LOSES_LATEST, risksIn, type DurabilityRisk, type DurabilityRule } from "../../../wire/durability.js";

/**
 * With `allowed`, a transaction has to request delayed durability, and ours do not
 * (learn.microsoft.com/sql/relational-databases/logs/control-transaction-durability).
 */
const rules: readonly DurabilityRule[] = [
  {
    setting: "delayed_durability",
    isRisk: (value) => value === "forced",
    consequence: LOSES_LATEST,
    remedy: "Set it to allowed or disabled (alter database … set delayed_durability)",
  },
];

export async function mssqlDurabilityRisks(db: AnyKysely): Promise<readonly DurabilityRisk[]> {
  const { rows } = await sql<{ durability: string | null }>`
    select delayed_durability_desc as durability from sys.databases where database_id = db_id()`.execute(db);
  return risksIn(
    rules,
    // Null in engines that do not have it.
    rows.flatMap(({ durability }) =>
      durability === null ? [] : [["delayed_durability", durability] as const],
    ),
  );
}
