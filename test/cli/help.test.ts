import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectRefusal, Project } from "./project.js";

const manifest = new URL("../../package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };

test.concurrent("help lists the commands, and a call without a command prints it", async () => {
  const project = new Project();
  const { stdout, stderr, exitCode } = await project.runAsChild("--help");
  expect(exitCode).toBe(0);
  expect(stderr).toBe("");
  for (const command of [
    "init",
    "validate",
    "generate",
    "diff",
    "openapi",
    "start",
    "db diff",
    "db push",
    "db pull",
    "user create-admin",
  ])
    expect(stdout).toContain(`\n  ${command} `);
  expect((await project.run()).stdout).toBe(stdout);
  expect((await project.run("-h")).stdout).toBe(stdout);
  expect(project.files()).toEqual([]);
});

test.concurrent("every listed command has its own help and prints the version", async () => {
  const project = new Project();
  const { stdout: help } = await project.run("--help");
  const [, list = ""] = /Commands:\n((?: {2}\w.*\n)+)/.exec(help) ?? [];
  const commands = Array.from(list.matchAll(/^ {2}(\w+(?: [\w-]+)?)/gm), ([, command = ""]) => command);
  expect(commands).toEqual(expect.arrayContaining(["generate", "db push"]));
  for (const command of commands) {
    const { stdout, exitCode } = await project.run(...command.split(" "), "--help");
    expect(stdout).toMatch(new RegExp(`^Usage: data-api ${command}`));
    expect(exitCode).toBe(0);
    expect(await project.run(...command.split(" "), "--version")).toEqual({
      exitCode: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
  }
  expect(project.files()).toEqual([]);
});

test.concurrent.for(["--version", "-v"])("the option %s prints the version", async (option) => {
  expect(await new Project().run(option)).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
});

test.concurrent.for([
  { args: ["genrate"], says: ['"genrate"', 'Did you mean "generate"?'] },
  { args: ["deploy"], says: ['"deploy"', "init, validate, generate"] },
  { args: ["--port"], says: ['"--port"'] },
  { args: ["generate", "--chekc"], says: ["--chekc", 'Did you mean "--check"?', "data-api generate --help"] },
  { args: ["start", "--confg", "x.ts"], says: ["--confg", 'Did you mean "--config"?'] },
  { args: ["start", "--wait"], says: ["--wait", "data-api start --help"] },
  { args: ["init", "-x"], says: ["-x"] },
  { args: ["validate", "data-api.config.ts"], says: ["data-api.config.ts"] },
  { args: ["validate", "--config"], says: ["--config", "missing"] },
  { args: ["generate", "--check=yes"], says: ["--check"] },
])("the command line $args is rejected with a suggestion", async ({ args, says }) => {
  const project = new Project();
  expectRefusal(await project.run(...args), ...says);
  expect(project.files()).toEqual([]);
});
