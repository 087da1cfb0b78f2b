import fs from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import type { z } from "zod";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { inputParser } from "../../../runtime/write/input/parse-input.js";
import { changesSchema, newRecordSchema } from "../../../runtime/model/schemas/entity-schema.js";
import type { Entity } from "../../../runtime/model/model.js";
import { plainMembers } from "../../../runtime/model/values/plain-parser.js";
import { goldenFolders, loadGoldenConfig } from "../../golden/folders.js";

/** For many records, zod is several times slower than our parser: these tests fail if zod is used again. */

type GoldenFolder = (typeof goldenFolders)[number];

async function entitiesOf(folder: GoldenFolder): Promise<readonly Entity[]> {
  return resolveModel(await loadGoldenConfig(folder)).entities;
}

/** The schemas of creates and updates in the generated code of an entity. */
async function generatedInputs({ expected }: GoldenFolder, { name }: Entity): Promise<readonly z.ZodType[]> {
  const file = path.join(expected, name, `${name}.schema.ts`);
  if (!fs.existsSync(file)) return [];
  const module = (await import(file)) as Record<string, z.ZodType>;
  return Object.entries(module).flatMap(([key, schema]) =>
    /^new[A-Z].*Schema$|ChangesSchema$/.test(key) ? [schema] : [],
  );
}

test.each(goldenFolders.map((folder) => [folder.name, folder] as const))(
  "inputs of the golden configuration %s are parsed without zod, in both modes, except lists",
  async (_, folder) => {
    const slow: string[] = [];
    let compared = 0;
    for (const entity of await entitiesOf(folder)) {
      if (entity.links.length > 0 || entity.fields.some(({ type }) => type === "list")) continue;
      const generated = await generatedInputs(folder, entity);
      compared += generated.length;
      const inputs = [newRecordSchema(entity), changesSchema(entity), ...generated];
      if (inputs.some((schema) => plainMembers(schema) === undefined)) slow.push(entity.name);
    }
    expect(slow).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  },
);

test("zod does not run for valid records, and reports the mistakes of invalid ones", async () => {
  const folder = goldenFolders.find(({ name }) => name === "blog") as GoldenFolder;
  const [entity] = (await entitiesOf(folder)).filter(({ name }) => name === "blogpost") as [Entity];
  const generated = await generatedInputs(folder, entity);
  expect(generated).toHaveLength(2);
  for (const schema of [newRecordSchema(entity), changesSchema(entity), ...generated]) {
    const run = vi.spyOn(schema._zod, "run");
    const parse = inputParser(schema, entity, { isNew: true, isStrict: false });
    for (const title of ["a", "b", "c"])
      expect(parse({ TITLE: title, content: "<p>", other: 1 })).toEqual({ title, content: "<p>" });
    expect(run).not.toHaveBeenCalled();
    expect(() => parse({ title: 5, content: "<p>" })).toThrow('"title"');
    expect(run).toHaveBeenCalledOnce();
    run.mockRestore();
  }
});
