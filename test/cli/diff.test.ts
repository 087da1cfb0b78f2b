import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { expectRefusal, Project } from "./project.js";

const text = { type: "string", isEditable: true, isRequired: true };
const permissions = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
const config = {
  database: { dialect: "sqlite", name: ":memory:" },
  entities: { post: { fields: { title: text }, permissions }, tag: { fields: { label: text }, permissions } },
};

async function generated(): Promise<Project> {
  const project = new Project();
  project.write("data-api.config.json", JSON.stringify(config));
  expect((await project.run("generate")).exitCode).toBe(0);
  return project;
}

function edit(project: Project, file: string, find: string | RegExp, put: string): void {
  const place = path.join(project.folder, "src/api", file);
  fs.writeFileSync(place, fs.readFileSync(place, "utf8").replace(find, put));
}

const schema = "post/post.schema.ts";
const policy = "tag/tag.policy.ts";

test.concurrent("diff prints the users' edits, and nothing else", async () => {
  const project = await generated();
  expect(await project.run("diff")).toEqual({ exitCode: 0, stdout: "", stderr: "" });

  edit(project, schema, "title: field.string(),", "title: field.string(),\n  mine: field.int(),");
  fs.rmSync(path.join(project.folder, "src/api", policy));
  // Simulates another formatter and other line ends.
  edit(project, "post/post.repository.ts", /\n/g, "\r\n");
  edit(project, "tag/tag.routes.ts", / {2}/g, "\t");
  const before = project.files();
  const all = await project.run("diff");
  expect(all).toMatchObject({ exitCode: 0, stderr: "" });
  expect(all.stdout).toContain(`--- a/${schema}\n+++ b/${schema}\n@@ -6,6 +6,7 @@\n`);
  expect(all.stdout).toContain("\n   title: field.string(),\n+  mine: field.int(),\n");
  expect(all.stdout).toContain(`--- a/${policy}\n+++ /dev/null\n`);
  expect(all.stdout.match(/^---/gm)).toHaveLength(2);
  expect(project.files()).toEqual(before);

  for (const one of [schema, "post", `src/api/${schema}`, "src/api/post"]) {
    const { stdout } = await project.run("diff", one);
    expect(stdout, one).toContain("+  mine");
    expect(stdout, one).not.toContain(policy);
  }
  expect((await project.run("diff", "post", "tag", "--out", "src/api")).stdout).toBe(all.stdout);
  expect((await project.run("diff", "post/post.routes.ts")).stdout).toBe("");
});

test.concurrent("after a change of the configuration, diff prints only the users' edits", async () => {
  const project = await generated();
  edit(project, schema, "title: field.string(),", "title: field.string(),\n  mine: field.int(),");
  const { entities } = config;
  const post = { ...entities.post, fields: { title: text, views: { ...text, type: "int" } } };
  project.write("data-api.config.json", JSON.stringify({ ...config, entities: { ...entities, post } }));
  expect((await project.run("generate")).exitCode).toBe(0);
  const { stdout } = await project.run("diff");
  expect(stdout.match(/^[+-] .*$/gm)).toEqual(["+  mine: field.int(),"]);
});

test.concurrent("diff rejects a path without a file and a folder without generated code", async () => {
  const project = await generated();
  expectRefusal(await project.run("diff", "post/post.shema.ts"), `Did you mean "${schema}"?`);
  expectRefusal(await project.run("diff", "--out", "elsewhere"), 'Nothing was generated in "elsewhere".');
  expectRefusal(await project.run("status", "post"), "Unexpected argument");
});
