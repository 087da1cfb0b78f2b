import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { applyMigrations } from "../../runtime/database/migrations/apply/apply-migrations.js";
import { Project } from "../cli/project.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { endState, interruptedScripts } from "./interrupted-scripts.js";
import { MigrationFolder, openContext } from "./migration-folder.js";
import { stride } from "../runs.js";

const killer = fileURLToPath(new URL("kill-at.mjs", import.meta.url));
/** The number of concurrent runs. */
const AT_ONCE = 3;

/**
 * Processes are killed alternately before and after a message. For servers, `cut-connections.test.ts` covers every
 * message: there, a cut has the same effect as a kill.
 */
const strides = { sqlite: stride(7), postgres: stride(13), mysql: stride(13) };

for (const [name, stride] of Object.entries(strides))
  await describeDialect("a process that is killed while it applies migrations", name, (dialect) => {
    it(
      "migrations whose process is killed at any of its messages are completed by the next run",
      { timeout: 600_000 },
      async () => {
        const expected = await endOf(dialect, undefined);
        let kills = 0;
        for (let first = 0, isKilled = true; isKilled; first += AT_ONCE * stride) {
          const places = Array.from({ length: AT_ONCE }, (_, index) => first + index * stride);
          const ends = await Promise.all(places.map((place) => endOf(dialect, place)));
          ends.forEach(({ state }, index) => {
            expect(state, `killed at ${String(places[index])}`).toEqual(expected.state);
          });
          kills += ends.filter((end) => end.isKilled).length;
          isKilled = ends.every((end) => end.isKilled);
        }
        expect(kills * stride).toBeGreaterThan(25);
      },
    );
  });

/** @param place The number of the message. At odd numbers, the kill is after the message, otherwise before it. */
async function endOf(
  dialect: DialectTarget,
  place: number | undefined,
): Promise<{ readonly state: unknown; readonly isKilled: boolean }> {
  const fresh = await dialect.createDatabase();
  const kill = {
    NODE_OPTIONS: `--import ${killer}`,
    KILL_AT: String(place),
    ...((place ?? 0) % 2 === 1 && { KILL_AFTER: "1" }),
  };
  try {
    const config = { database: fresh.database, entities: {} };
    const project = new Project({ "data-api.config.json": JSON.stringify(config) }, kill);
    const folder = new MigrationFolder(`${project.folder}/migrations`);
    folder.addAll(interruptedScripts[dialect.name] ?? {});
    let isKilled = false;
    if (place !== undefined) {
      const { exitCode, stderr } = await project.runAsChild("migrate", "apply");
      isKilled = exitCode === null;
      if (!isKilled) expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    }
    const context = await openContext(fresh.database, folder);
    try {
      await applyMigrations(context);
    } finally {
      await context.close();
    }
    return { state: await endState(dialect.name, fresh), isKilled };
  } finally {
    await fresh.dispose();
  }
}
