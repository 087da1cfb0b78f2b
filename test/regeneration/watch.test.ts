import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Config } from "data-api";
import { afterAll, expect, test } from "vitest";
import { blog, content, schema, title, views } from "./case.js";
import { Workspace } from "./workspace.js";

const cli = path.resolve(import.meta.dirname, "../../dist/generator/cli.js");

type Child = ChildProcessByStdio<null, Readable, Readable>;
const children: Child[] = [];
afterAll(() => {
  for (const child of children) if (child.exitCode === null) child.kill("SIGKILL");
});

/** A running command whose output can be awaited. */
class Watched {
  readonly child: Child;
  #output = "";

  constructor(...args: readonly string[]) {
    this.child = spawn(process.execPath, [cli, "generate", "--watch", ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    children.push(this.child);
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
        this.child.emit("output");
      });
    }
  }

  /** Waits until a text is printed after the last call, and returns the output up to its end. */
  async until(text: string): Promise<string> {
    for (;;) {
      const at = this.#output.indexOf(text);
      if (at !== -1) {
        const seen = this.#output.slice(0, at + text.length);
        this.#output = this.#output.slice(at + text.length);
        return seen;
      }
      if (this.child.exitCode !== null) throw new Error(`It has ended: ${this.#output}`);
      await Promise.race([once(this.child, "output"), once(this.child, "exit")]);
    }
  }
}

test("generate --watch runs at every configuration change, continues after mistakes, and exits with 0", async () => {
  const workspace = new Workspace();
  const file = path.join(workspace.folder, "data-api.config.json");
  const save = (config: Config): void => {
    fs.writeFileSync(`${file}.draft`, JSON.stringify(config));
    fs.renameSync(`${file}.draft`, file);
  };
  save(blog());
  const watched = new Watched("--config", file, "--out", workspace.out);
  await watched.until("5 of 5 files changed.");

  fs.writeFileSync(file, JSON.stringify(blog({ fields: { title, content, views } })));
  expect(await watched.until("1 of 5 files changed.")).toContain(`update  ${schema}`);
  expect(workspace.read(schema)).toContain("views");

  const before = workspace.snapshot();
  fs.writeFileSync(file, '{ "database": ');
  await watched.until("cannot be loaded");
  save(blog({ fields: { title: { ...title, maxLength: -1 } } }));
  await watched.until("must be at least 1");
  expect(workspace.snapshot()).toEqual(before);

  save(blog({ fields: { title } }));
  await watched.until("1 of 5 files changed.");
  expect(workspace.read(schema)).not.toContain("views");

  const ended = once(watched.child, "exit");
  watched.child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test.each([
  ["mjs", "export default "],
  ["cjs", "module.exports = "],
  ["ts", "export default "],
])("generate --watch notices changes of a .%s file", async (extension, prefix) => {
  const workspace = new Workspace();
  const file = path.join(workspace.folder, `data-api.config.${extension}`);
  const save = (config: Config): void => {
    fs.writeFileSync(`${file}.draft`, prefix + JSON.stringify(config));
    fs.renameSync(`${file}.draft`, file);
  };
  save(blog());
  const watched = new Watched("--config", file, "--out", workspace.out);
  await watched.until("5 of 5 files changed.");
  save(blog({ fields: { title, content, views } }));
  await watched.until("1 of 5 files changed.");
  save(blog());
  await watched.until("1 of 5 files changed.");
  watched.child.kill("SIGTERM");
});
