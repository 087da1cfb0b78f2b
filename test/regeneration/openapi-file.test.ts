import fs from "node:fs";
import path from "node:path";
import { defineConfig, type Config } from "data-api";
import { expect, test } from "vitest";
import { OutputFolder } from "../../generator/files/output-folder.js";
import { planOpenapi } from "../../generator/plan/plan-openapi.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { createFolder } from "./workspace.js";

const title = { type: "string", isEditable: true, isRequired: true } as const;
const config: Config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  openapi: { file: true },
  entities: { note: { fields: { title }, permissions: { read: ["guest"] } } },
});

/** The action of a run with this file, and the file after it. */
async function run(before: string | undefined, { force = false, of = config } = {}) {
  const folder = createFolder();
  if (before !== undefined) fs.writeFileSync(path.join(folder, "openapi.json"), before);
  const options = { format: {}, force: new Set(force ? ["openapi.json"] : []) };
  const [file] = await planOpenapi(resolveModel(of), new OutputFolder(folder), options);
  return { action: file?.action, after: file?.after ?? "", conflicts: file?.conflicts ?? [] };
}

test("openapi.json is written once, and again after a change, an edit or a git conflict", async () => {
  const { action, after: text } = await run(undefined);
  expect(action).toBe("create");
  expect(await run(text)).toMatchObject({ action: "none", after: text });
  const changed: Config = { ...config, openapi: { file: true, title: "Notes" } };
  expect(await run(text, { of: changed })).toMatchObject({ action: "update" });
  for (const edited of [
    text.replace('"3.1.0"', '"3.0.0"'),
    text.replace('  "openapi"', '<<<<<<< ours\n  "openapi"'),
  ]) {
    expect(edited).not.toBe(text);
    expect(await run(edited)).toMatchObject({ action: "update", after: text });
  }
});

test("an openapi.json with the same content keeps its format", async () => {
  const { after: text } = await run(undefined);
  const tabs = JSON.stringify(JSON.parse(text), null, "\t");
  expect(await run(tabs)).toMatchObject({ action: "none", after: tabs });
});

test("an openapi.json that was not generated is a conflict, unless --force replaces it", async () => {
  const { after: text } = await run(undefined);
  for (const foreign of [
    '{ "openapi": "3.1.0", "paths": {} }',
    "",
    "not JSON",
    '{ "x-generated-by": "other" }',
  ]) {
    const refused = await run(foreign);
    expect(refused).toMatchObject({ action: "conflict", after: foreign });
    expect(refused.conflicts[0]?.reason).toBe(
      "data-api generate did not write it; move it, or --force openapi.json replaces it",
    );
    expect(await run(foreign, { force: true })).toMatchObject({ action: "update", after: text });
  }
});

test("without openapi.file, no openapi.json is read or written", async () => {
  const without: Config = { ...config, openapi: true };
  expect(await run("foreign", { of: without })).toEqual({ action: undefined, after: "", conflicts: [] });
});
