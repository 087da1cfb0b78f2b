import { afterAll, beforeAll, describe, it } from "vitest";
import { caseGroups } from "../conformance/cases/index.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectNoReports } from "../conformance/expect-no-reports.js";
import { createHarness } from "../conformance/harness.js";
import type { DialectTarget } from "../conformance/targets.js";
import { pgbouncer, Pooler } from "./pgbouncer.js";

/** The cases with most of what depends on sessions: transactions, locks, errors within, and lists of values. */
const selection = [
  "many records",
  "idempotency keys",
  "bytes",
  "conflicts",
  "transactions",
  "batches",
] as const;

await describeDialect("behind PgBouncer in transaction mode", "postgres", (dialect) => {
  if (pgbouncer === undefined) {
    it.skip("not run: pgbouncer is not installed", () => undefined);
    return;
  }
  expectNoReports();
  let pooler: Pooler | undefined;
  beforeAll(async () => {
    const fresh = await dialect.createDatabase();
    pooler = await Pooler.before(fresh.database, { default_pool_size: 2, max_client_conn: 500 });
    await fresh.dispose();
  });
  afterAll(() => pooler?.remove());

  const target: DialectTarget = {
    ...dialect,
    createDatabase: async () => {
      const fresh = await dialect.createDatabase();
      await fresh.run([`alter database ${fresh.database.name ?? ""} set timezone = 'America/New_York'`]);
      return { ...fresh, database: pooler?.through(fresh.database) ?? fresh.database };
    },
  };
  const harness = createHarness({ mode: "dynamic", dialect: target });
  describe.each(selection)("%s", (name) => {
    caseGroups[name]?.(harness);
  });
});
