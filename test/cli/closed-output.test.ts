import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { blogConfig, configModule, Project, type RunningCommand } from "./project.js";

const CONFIG = "data-api.config.mjs";
const config = configModule(blogConfig()).replace(":memory:", "blog.db");

/** Closes an output stream before the command writes to it. Returns the text of the other stream. */
async function withClosed(child: RunningCommand, closed: "stdout" | "stderr"): Promise<string> {
  child[closed].destroy();
  const rest = text(closed === "stdout" ? child.stderr : child.stdout);
  await once(child, "close");
  return rest;
}

const commands: readonly { readonly args: readonly string[]; readonly exitCode: number }[] = [
  { args: [], exitCode: 0 },
  { args: ["--version"], exitCode: 0 },
  { args: ["generate", "--help"], exitCode: 0 },
  { args: ["init", "--config", "new.config.mjs"], exitCode: 0 },
  { args: ["validate"], exitCode: 0 },
  { args: ["generate", "--json"], exitCode: 0 },
  { args: ["generate", "--diff"], exitCode: 0 },
  { args: ["generate", "--check"], exitCode: 2 },
  { args: ["status"], exitCode: 0 },
  { args: ["db", "push"], exitCode: 0 },
  { args: ["db", "pull"], exitCode: 2 },
];

test.concurrent.for(commands)(
  "the command $args ends quietly if its output is closed",
  async ({ args, exitCode }) => {
    const project = new Project({ [CONFIG]: config });
    const child = project.spawn(...args);
    expect(await withClosed(child, "stdout")).not.toMatch(/EPIPE|Unhandled|^\s+at /m);
    expect([child.exitCode, child.signalCode]).toEqual([exitCode, null]);
  },
);

test.concurrent("a mistyped command has exit code 1 if the error output is closed", async () => {
  const child = new Project().spawn("genrate");
  expect(await withClosed(child, "stderr")).toBe("");
  expect([child.exitCode, child.signalCode]).toEqual([1, null]);
});

test.concurrent("start keeps serving if its output is closed", async () => {
  const project = new Project({ [CONFIG]: config });
  const child = project.spawn("start", "--port", "0");
  const ended = withClosed(child, "stdout");
  await expect.poll(() => project.files()).toContain("blog.db");
  child.kill("SIGTERM");
  expect(await ended).not.toMatch(/EPIPE|Unhandled/);
  expect([child.exitCode, child.signalCode]).toEqual([0, null]);
});
