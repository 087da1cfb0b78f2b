import { describe, expect, test, vi } from "vitest";
import { blogConfig, configModule, expectRefusal, Project } from "./project.js";

vi.setConfig({ testTimeout: 120_000 });

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
}

describe("data-api openapi", () => {
  test("openapi prints the document, or writes the same to a file", async () => {
    // No server serves the document, and the database cannot be reached.
    const database = `database: { dialect: "postgres", host: "127.0.0.1", port: 9, name: "x", userName: "x", password: "x" }`;
    const config = blogConfig().replace(/database: \{.*\}/, database);
    const project = new Project({ "data-api.config.mjs": configModule(config) });
    const printed = await project.run("openapi");
    expect([printed.exitCode, printed.stderr]).toEqual([0, ""]);
    const document = JSON.parse(printed.stdout) as Document;
    expect(document.openapi).toBe("3.1.0");
    expect(document.paths).toHaveProperty(["/api/data/blogpost/{id}", "patch"]);
    expect(Object.keys(document)).not.toContain("x-generated-by");

    const written = await project.run("openapi", "--out", "api.json");
    expect(written).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(project.read("api.json")).toBe(printed.stdout);
    // The command may replace its own file.
    project.write("api.json", "old");
    await project.run("openapi", "--out", "api.json", "--config", "data-api.config.mjs");
    expect(project.read("api.json")).toBe(printed.stdout);
  });

  test("openapi lists the mistakes of a configuration and writes nothing", async () => {
    const config = blogConfig().replace('"string"', '"strng"').replace("isRequired: true", "isRequird: true");
    const project = new Project({ "data-api.config.mjs": configModule(config) });
    expectRefusal(await project.run("openapi", "--out", "api.json"), "fields.title.type", "isRequired");
    expect(project.files()).toEqual(["data-api.config.mjs"]);
  });

  test("openapi rejects a file that cannot be written, a missing configuration and an unknown option", async () => {
    const project = new Project({ "data-api.config.mjs": configModule() });
    expectRefusal(
      await project.run("openapi", "--out", "none/api.json"),
      "none/api.json",
      "cannot be written",
    );
    expectRefusal(await project.run("openapi", "--config", "other.mjs"), "other.mjs");
    expectRefusal(await project.run("openapi", "--output", "api.json"), "--output", "--out");
  });
});

describe("generate with openapi.file", () => {
  const withFile = (fields = "") =>
    configModule(blogConfig({ fields }).replace("database:", "openapi: { file: true },\n    database:"));
  const views = `views: { type: "int", isEditable: true, isRequired: false },`;
  const file = "src/api/openapi.json";
  const schemaOf = (project: Project) =>
    (JSON.parse(project.read(file)) as Document).components.schemas["NewBlogpost"]?.properties;

  test("with openapi.file, generate writes the document and updates it, and --check reports a stale one", async () => {
    const project = new Project({ "data-api.config.mjs": withFile() });
    const first = await project.run("generate");
    expect([first.exitCode, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toMatch(/^create\s+openapi\.json$/m);
    expect(schemaOf(project)).not.toHaveProperty("views");
    expect((await project.run("generate", "--check")).exitCode).toBe(0);

    project.write("data-api.config.mjs", withFile(views));
    const before = project.snapshot();
    const stale = await project.run("generate", "--check");
    expect(stale.exitCode).toBe(2);
    expect(stale.stdout).toContain("openapi.json");
    expect(project.snapshot()).toEqual(before);

    const next = await project.run("generate");
    expect(next.exitCode).toBe(0);
    expect(next.stdout).toMatch(/^update\s+openapi\.json$/m);
    expect(schemaOf(project)).toHaveProperty("views");
  });

  test("generate overwrites an openapi.json that it did not write only with --force", async () => {
    const foreign = '{ "openapi": "3.0.0", "info": { "title": "By hand", "version": "1" }, "paths": {} }\n';
    const project = new Project({ "data-api.config.mjs": withFile(), [file]: foreign });
    const refused = await project.run("generate");
    expect(refused.exitCode).toBe(3);
    expect(refused.stdout + refused.stderr).toContain(
      "data-api generate did not write it; move it, or --force openapi.json replaces it",
    );
    expect(project.read(file)).toBe(foreign);
    expect((await project.run("generate", "--force", "openapi.json")).exitCode).toBe(0);
    expect(schemaOf(project)).toHaveProperty("title");
  });
});
