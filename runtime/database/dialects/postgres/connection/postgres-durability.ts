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
 * See postgresql.org/docs/current/runtime-config-wal.html. Every value of `synchronous_commit` except `off` waits at
 * least for the server's own disk.
 */
const rules: readonly DurabilityRule[] = [
  {
    setting: "synchronous_commit",
    isRisk: (value) => value === "off",
    consequence: LOSES_LATEST,
    remedy: "Set it to on for this user and database",
  },
  { setting: "fsync", isRisk: (value) => value === "off", consequence: LOSES_ALL, remedy: "Set it to on" },
  {
    setting: "full_page_writes",
    isRisk: (value) => value === "off",
    consequence: LOSES_ALL,
    remedy: "Set it to on, unless the file system never writes a part of a page",
  },
];

export async function postgresDurabilityRisks(db: AnyKysely): Promise<readonly DurabilityRisk[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('synchronous_commit', 'fsync', 'full_page_writes')`.execute(db);
  return risksIn(
    rules,
    rows.map(({ name, setting }) => [name, setting]),
  );
}
