import { statSync } from "node:fs";
import * as prettier from "prettier";
import { expect, test } from "vitest";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { compileTrees } from "../regeneration/compile.js";
import { readyToServe } from "./server.js";
import { expectRefusal, Project } from "./project.js";

const FILE = "data-api.config.ts";

const PROJECT = [".env", ".gitignore", FILE, "package.json", "server.ts", "tsconfig.json"];

test.concurrent("init writes a project that validates, compiles, generates and serves", async () => {
  const project = new Project();
  const { exitCode, stdout } = await project.run("init");
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`Wrote ${FILE}, package.json, tsconfig.json, server.ts, .env, .gitignore.`);
  expect(stdout).toContain("npm install ");
  expect(stdout).toContain("npm run dev ");
  expect([...project.files()].sort()).toEqual(PROJECT);
  expect(statSync(project.resolve(".env")).mode & 0o077).toBe(0);
  const [, key = ""] = /^SECRET_KEY=(.+)$/m.exec(project.read(".env")) ?? [];
  expect(Buffer.from(key, "base64url")).toHaveLength(32);
  const { dependencies, scripts, type } = JSON.parse(project.read("package.json")) as Record<string, object>;
  const [driver = ""] = dialects.sqlite.packages.split("@");
  expect(Object.keys(dependencies ?? {})).toEqual([driver, "data-api"]);
  expect(scripts).toMatchObject({ dev: "data-api dev server.ts", start: "data-api start server.ts" });
  expect(type).toBe("module");
  expect(
    compileTrees(new Map([["", { "server.ts": project.read("server.ts"), [FILE]: project.read(FILE) }]])),
  ).toEqual([]);

  expect((await project.run("validate")).stdout).toContain("1 entity");

  expect((await project.run("generate")).exitCode).toBe(0);
  expect(project.files()).toContain("src/api/blogpost/blogpost.routes.ts");

  const url = await readyToServe(project.spawn("start", "server.ts", "--port", "0"));
  const created = await fetch(`${url}/blogpost`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"title":"Hello","content":"<p>World</p>"}',
  });
  expect(created.status).toBe(201);
  const found = await fetch(`${url}/blogpost/public/findall/id/0/10`);
  expect(await found.json()).toMatchObject({ count: 1, items: [{ id: 1, title: "Hello" }] });
});

test.concurrent("init changes no existing files, and adds to package.json and .gitignore what they lack", async () => {
  const found = {
    name: "mine",
    scripts: { dev: "vite", test: "vitest" },
    dependencies: { "data-api": "file:../x" },
  };
  const files = {
    "package.json": `${JSON.stringify(found, null, 4)}\n`,
    "tsconfig.json": "{}\n",
    "server.ts": "// mine\n",
    ".env": "SECRET_KEY=mine",
    ".gitignore": "/node_modules/\ncoverage",
  };
  const project = new Project(files);
  const { stdout } = await project.run("init");
  expect(stdout).toContain("Left as they were: tsconfig.json, server.ts, .env.");
  for (const file of ["tsconfig.json", "server.ts", ".env"] as const)
    expect(project.read(file)).toBe(files[file]);
  expect(project.read(".gitignore")).toBe("/node_modules/\ncoverage\n.env\n*.db\n*.db-*\n");
  expect(project.read("package.json")).toContain('\n    "name": "mine"');
  expect(JSON.parse(project.read("package.json"))).toMatchObject({
    name: "mine",
    type: "module",
    scripts: { dev: "vite", test: "vitest", start: "data-api start" },
    dependencies: { "data-api": "file:../x" },
  });
});

test.concurrent.for([
  ["what npm init writes", {}, "data-api.config.ts", "module"],
  ["a project of CommonJS", { "index.js": "module.exports = 1;\n" }, "data-api.config.mts", "commonjs"],
] as const)("in %s, the server that init writes runs", async ([, files, config, type]) => {
  const project = new Project({ "package.json": '{ "name": "x", "type": "commonjs" }\n', ...files });
  expect((await project.run("init")).stdout).toContain(`Wrote ${config}, package.json`);
  expect(JSON.parse(project.read("package.json"))).toMatchObject({ type });
  const server = config.endsWith(".mts") ? "server.mts" : "server.ts";
  const url = await readyToServe(project.spawn("start", server, "--port", "0"));
  expect((await fetch(url.replace("/api/data", "/hello"))).status).toBe(200);
});

test.concurrent("init reports a package.json that is not JSON, and writes nothing", async () => {
  const project = new Project({ "package.json": "{" });
  expectRefusal(await project.run("init"), '"package.json" is not JSON');
  expect(project.files()).toEqual(["package.json"]);
});

test.concurrent("init --config writes only the configuration", async () => {
  const project = new Project();
  const { stdout } = await project.run("init", "--config", "my.config.ts");
  expect(stdout).toContain("npx data-api start --config my.config.ts");
  expect(project.files()).toEqual(["my.config.ts"]);
});

test.concurrent.for([
  ["nothing", {}],
  ["a .prettierrc", { ".prettierrc": '{ "semi": false, "singleQuote": true, "tabWidth": 3 }' }],
  ["an .editorconfig", { ".editorconfig": "root = true\n[*]\nindent_style = tab\nmax_line_length = 60\n" }],
] as const)("with %s, Prettier has nothing to change in what init writes", async ([, files]) => {
  const project = new Project(files);
  expect((await project.run("init")).exitCode).toBe(0);
  const filepath = project.resolve(FILE);
  const options = await prettier.resolveConfig(filepath, { editorconfig: true, useCache: false });
  expect(await prettier.check(project.read(FILE), { ...options, filepath })).toBe(true);
});

test.concurrent.for(["ts", "mts", "js", "mjs", "cjs", "json"])(
  "init leaves a data-api.config.%s alone",
  async (extension) => {
    const file = `data-api.config.${extension}`;
    const project = new Project({ [file]: "mine" });
    expectRefusal(await project.run("init"), file);
    expect(project.files()).toEqual([file]);
    expect(project.read(file)).toBe("mine");
  },
);
