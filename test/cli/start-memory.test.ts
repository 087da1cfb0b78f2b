import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { blogConfig, configModule, Project } from "./project.js";
import { readyToServe } from "./server.js";

const cli = path.resolve(import.meta.dirname, "../../dist/generator/cli.js");
const isLarge = Number.parseInt(process.versions.node) >= 24;

test.runIf(process.platform === "linux").for([
  ["at most 16 MB, which is the default before Node.js 24", "", isLarge ? "--max-semi-space-size=16" : ""],
  ["what NODE_OPTIONS says", "--max-semi-space-size=8", ""],
] as const)("new objects of a server take %s", async ([, NODE_OPTIONS, flag]) => {
  const project = new Project({ "data-api.config.mjs": configModule(blogConfig()) });
  // Without a channel, as from a shell.
  const child = spawn(process.execPath, ["--no-warnings", cli, "start", "--port=0"], {
    cwd: project.folder,
    env: { ...process.env, NODE_OPTIONS },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    const url = await readyToServe(child);
    expect((await fetch(`${url}/blogpost`, { headers: { Connection: "close" } })).status).toBe(200);
    const [, ...args] = fs.readFileSync(`/proc/${child.pid}/cmdline`, "utf8").split("\0").filter(Boolean);
    expect(args).toEqual(["--no-warnings", ...(flag === "" ? [] : [flag]), cli, "start", "--port=0"]);
  } finally {
    child.kill("SIGTERM");
  }
  await once(child, "close");
  expect(child.exitCode).toBe(0);
});
