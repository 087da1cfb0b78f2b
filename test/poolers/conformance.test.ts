import { afterAll, beforeAll, describe, it } from "vitest";
import type { DatabaseConfig } from "data-api";
import { caseGroups } from "../conformance/cases/index.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectNoReports } from "../conformance/expect-no-reports.js";
import { createHarness } from "../conformance/harness.js";
import type { DialectTarget } from "../conformance/targets.js";
import { pgbouncer, Pooler } from "./pgbouncer.js";
import { Pgpool, pgpool } from "./pgpool.js";
import type { PoolerProcess } from "./pooler-process.js";

/** The cases that depend most on sessions: transactions, locks, errors inside them, and lists of values. */
const selection = [
  "many records",
  "idempotency keys",
  "bytes",
  "conflicts",
  "transactions",
  "batches",
] as const;

const poolers: readonly (readonly [
  name: string,
  isInstalled: boolean,
  before: (database: DatabaseConfig) => Promise<PoolerProcess>,
])[] = [
  [
    "PgBouncer in transaction mode",
    pgbouncer !== undefined,
    (database) => Pooler.before(database, { default_pool_size: 2, max_client_conn: 500 }),
  ],
  [
    "Pgpool-II",
    pgpool !== undefined,
    (database) => Pgpool.before(database, { settings: { num_init_children: 60 } }),
  ],
];

for (const [name, isInstalled, before] of poolers)
  await describeDialect(`behind ${name}`, "postgres", (dialect) => {
    if (!isInstalled) {
      it.skip("not run: it is not installed", () => undefined);
      return;
    }
    expectNoReports();
    let pooler: PoolerProcess | undefined;
    beforeAll(async () => {
      const fresh = await dialect.createDatabase();
      pooler = await before(fresh.database);
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
    describe.each(selection)("%s", (group) => {
      caseGroups[group]?.(harness);
    });
  });
