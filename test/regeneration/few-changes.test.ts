import fs from "node:fs";
import path from "node:path";
import type { Config, EntityConfig } from "data-api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { OutputFolder } from "../../generator/files/output-folder.js";
import { runs } from "../runs.js";
import { regenerate } from "./planned.js";
import { histories } from "./random-trees.js";
import { createFolder, Workspace } from "./workspace.js";

/** Lets each entity refer to the next one, so that a change of one concerns the files of others. */
function connected(config: Config, isResolved: boolean): Config {
  const all = Object.entries(config.entities);
  const entities = all.map(([name, entity], index): [string, EntityConfig] => {
    const [targetEntityName, target] = all[(index + 1) % all.length] ?? [name, entity];
    const type = target.systemFields?.id === "uuid" ? "uuid" : "int";
    const foreignKey = { targetEntityName, ...(isResolved && { resolvedEntityName: "next" }) };
    const nextid = { type, isEditable: true, isRequired: false, foreignKey } as const;
    return [name, { ...entity, fields: { ...entity.fields, nextid } }];
  });
  return { ...config, entities: Object.fromEntries(entities) };
}

async function run(config: Config, { out }: Workspace): Promise<number> {
  const { files } = await regenerate(config, new OutputFolder(out));
  return files.filter(({ action }) => action === "none").length;
}

test("a run of generate that knows the last one gives the same files and records as a whole one", async () => {
  let unchanged = 0;
  await fc.assert(
    fc.asyncProperty(histories, fc.boolean(), fc.boolean(), async (history, isBefore, isAfter) => {
      const [config, next] = [connected(history.config, isBefore), connected(history.next, isAfter)];
      const [quick, fresh] = [new Workspace(createFolder()), new Workspace(createFolder())];
      await run(config, quick);
      unchanged += await run(next, quick);
      await run(next, fresh);
      expect(quick.tree()).toEqual(fresh.tree());

      // Without records, every file is rendered and compared again.
      for (const records of ["state", "fields"])
        fs.rmSync(path.join(quick.out, ".data-api", records), { recursive: true });
      await run(next, quick);
      expect(quick.tree()).toEqual(fresh.tree());
      for (const { folder } of [quick, fresh]) fs.rmSync(folder, { recursive: true });
    }),
    { seed: 20_261_129, numRuns: runs(60) },
  );
  // The test is only meaningful if there are files that a run leaves as they are.
  expect(unchanged).toBeGreaterThan(100);
}, 120_000);
