import { expect, it } from "vitest";
import { MigrationError } from "data-api";
import { applyMigrations } from "../../runtime/database/migrations/apply/apply-migrations.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import type { Fault } from "../faults/proxy.js";
import { throughProxy } from "../faults/through-proxy.js";
import { endState, interruptedScripts } from "./interrupted-scripts.js";
import { MigrationFolder, openContext } from "./migration-folder.js";

/** How many runs are concurrent, because they mostly wait. */
const AT_ONCE = 5;

for (const name of ["postgres", "mysql"])
  await describeDialect("a connection that is cut while migrations are applied", name, (dialect) => {
    it.each(["cut before", "cut after"] as const)(
      "migrations whose connection is cut at any message are completed by the next run: %s",
      { timeout: 300_000 },
      async (fault) => {
        const expected = await endOf(dialect, undefined);
        const reasons = new Set<string>();
        let cuts = 0;
        for (let first = 0, isCut = true; isCut; first += AT_ONCE) {
          const messages = Array.from({ length: AT_ONCE }, (_, index) => first + index);
          const ends = await Promise.all(
            messages.map((message) => endOf(dialect, { message, fault, reasons })),
          );
          ends.forEach(({ state }, index) => {
            expect(state, `cut at message ${first + index}`).toEqual(expected.state);
          });
          cuts += ends.filter(({ hasCut }) => hasCut).length;
          isCut = ends.every(({ hasCut }) => hasCut);
        }
        // At least a statement and its record for each step outside transactions.
        expect(cuts).toBeGreaterThan(25);
        // Each kind of failure has happened and was reported.
        const told = [...reasons].join("\n");
        expect(told).toContain("The connection to the database or the lock of the migrations was lost");
        expect(told).toContain("the transaction was rolled back.");
        expect(told).toContain("is not known, and the next run finds out.");
      },
    );
  });

interface Cut {
  readonly message: number;
  readonly fault: Fault;
  readonly reasons: Set<string>;
}

/** Applies the scripts with one cut, and again after a failure. */
async function endOf(
  dialect: DialectTarget,
  cut: Cut | undefined,
): Promise<{ readonly state: unknown; readonly hasCut: boolean }> {
  const fresh = await dialect.createDatabase();
  const folder = new MigrationFolder();
  folder.addAll(interruptedScripts[dialect.name] ?? {});
  const { proxy, database } = await throughProxy(fresh.database);
  let hasCut = false;
  try {
    const context = await openContext(database, folder);
    let count = 0;
    if (cut !== undefined)
      proxy.disturb(() => {
        if (hasCut || count++ < cut.message) return undefined;
        hasCut = true;
        return cut.fault;
      });
    try {
      await applyMigrations(context);
    } catch (error) {
      if (error instanceof MigrationError) cut?.reasons.add(error.message);
      proxy.recover();
      await applyMigrations(context);
    } finally {
      await context.close();
    }
    return { state: await endState(dialect.name, fresh), hasCut };
  } finally {
    await proxy.close();
    await fresh.dispose();
  }
}
