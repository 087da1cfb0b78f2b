import * as prettier from "prettier";
import { expect, test } from "vitest";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { readyToServe } from "./server.js";
import { expectRefusal, Project } from "./project.js";

const FILE = "data-api.config.ts";

test.concurrent("init writes a configuration that validates, generates and serves", async () => {
  const project = new Project();
  const { exitCode, stdout } = await project.run("init");
  expect(exitCode).toBe(0);
  expect(stdout).toContain(FILE);
  expect(stdout).toContain("npx data-api start");
  expect(stdout).toContain(`npm install data-api ${dialects.sqlite.packages} `);
  expect(project.files()).toEqual([FILE]);

  expect((await project.run("validate")).stdout).toContain("1 entity");

  expect((await project.run("generate")).exitCode).toBe(0);
  expect(project.files()).toContain("src/api/blogpost/blogpost.routes.ts");

  // The same configuration, but listening on this machine only.
  project.write(
    "local.config.ts",
    `import config from "./${FILE.replace(".ts", ".js")}";\nexport default { ...config, server: { host: "127.0.0.1" } };\n`,
  );
  const url = await readyToServe(project.spawn("start", "--config", "local.config.ts", "--port", "0"));
  const created = await fetch(`${url}/blogpost`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"title":"Hello","content":"<p>World</p>"}',
  });
  expect(created.status).toBe(201);
  const found = await fetch(`${url}/blogpost/public/findall/id/0/10`);
  expect(await found.json()).toMatchObject({ count: 1, items: [{ id: 1, title: "Hello" }] });
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
