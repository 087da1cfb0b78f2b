import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const dist = path.resolve(import.meta.dirname, "../../dist");

/** Runs a module of the package as Node.js of this version would. */
function runOn(version: string, file: string, ...args: readonly string[]) {
  const script = `
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });
    process.argv.splice(1, 0, "data-api");
    await import(${JSON.stringify(path.join(dist, file))});`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", script, "--", ...args],
    { encoding: "utf8" },
  );
  return { stdout, stderr, status };
}

const needed = (version: string) => `data-api needs Node.js 20.19 or newer, and this is ${version}.`;

test.each(["18.20.8", "20.18.3"])("on Node.js %s, a command says which version it needs", (version) => {
  const { stderr, status } = runOn(version, "generator/cli.js", "--version");
  expect(stderr).toBe(`${needed(version)}\n`);
  expect(status).toBe(1);
});

test("on an old Node.js, a server says which version it needs", () => {
  const { stderr, status } = runOn("18.20.8", "runtime/index.js");
  expect(stderr).toContain(needed("18.20.8"));
  expect(status).toBe(1);
});

test.each(["20.19.0", "22.0.0"])("on Node.js %s, a command runs", (version) => {
  expect(runOn(version, "generator/cli.js", "--version")).toMatchObject({
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    stderr: "",
    status: 0,
  });
});
