import { expect, test } from "vitest";
import { blogConfig, configModule, expectRefusal, Project } from "./project.js";

/** A configuration that prints the variables. */
const config = `${configModule(blogConfig())}\nconsole.log(process.env.GIVEN, process.env.KEY, process.env.MANY);\n`;

test("variables of .env beside the configuration are set, unless they have a value already", async () => {
  const project = new Project(
    { "data-api.config.mjs": config, ".env": '# a comment\n\nGIVEN=file\nexport KEY="a # b"\nMANY="1\n2"\n' },
    { GIVEN: "shell" },
  );
  expect((await project.runAsChild("validate")).stdout).toContain("shell a # b 1\n2");
});

test(".env is read beside the file that --config names, not in the current folder", async () => {
  const project = new Project({ "sub/c.mjs": config, "sub/.env": "KEY=inner", ".env": "KEY=outer" });
  expect((await project.runAsChild("validate", "--config", "sub/c.mjs")).stdout).toContain("inner");
});

test("a line of .env that is no variable is an error with its place", async () => {
  const project = new Project({ "data-api.config.mjs": config, ".env": 'A="1\n2"\n\nSECRET KEY\n' });
  expectRefusal(await project.run("validate"), '".env", line 4:', "NAME=value");
});

test("a .env that cannot be read is an error", async () => {
  const project = new Project({ "data-api.config.mjs": config, ".env/file": "" });
  expectRefusal(await project.run("validate"), '".env" cannot be read');
});
