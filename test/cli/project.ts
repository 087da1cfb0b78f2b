import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { afterEachFile } from "../after-file.js";
import { runInProcess } from "./run-in-process.js";

const packageFolder = path.resolve(import.meta.dirname, "../..");
const cli = path.join(packageFolder, "dist/generator/cli.js");

/** The result of a command. */
export interface Result {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const leftovers: (() => void)[] = [];
afterEachFile(() => {
  for (const clear of leftovers.splice(0)) clear();
});

/** A project folder with data-api installed. It is removed after the tests of the file. */
export class Project {
  readonly folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "data-api-cli-")));
  readonly #env: NodeJS.ProcessEnv;

  /** @param env Additional environment variables for its commands. */
  constructor(files: Readonly<Record<string, string>> = {}, env: NodeJS.ProcessEnv = {}) {
    this.#env = env;
    leftovers.push(() => {
      // A command that was killed just now may still write.
      fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
    });
    fs.mkdirSync(this.resolve("node_modules"));
    fs.symlinkSync(packageFolder, this.resolve("node_modules/data-api"), "dir");
    for (const [file, content] of Object.entries(files)) this.write(file, content);
  }

  resolve(file: string): string {
    return path.join(this.folder, file);
  }

  write(file: string, content: string): void {
    fs.mkdirSync(path.dirname(this.resolve(file)), { recursive: true });
    fs.writeFileSync(this.resolve(file), content);
  }

  read(file: string): string {
    return fs.readFileSync(this.resolve(file), "utf8");
  }

  /** The text and the modification time of every file, so that a rewritten file differs. */
  snapshot(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.files().map((file) => {
        const { mtimeNs } = fs.lstatSync(this.resolve(file), { bigint: true });
        return [file, `${String(mtimeNs)} ${this.read(file)}`];
      }),
    );
  }

  files(): readonly string[] {
    // Node.js 22 follows links to folders. Here only packages are linked.
    return fs
      .readdirSync(this.folder)
      .filter((name) => name !== "node_modules")
      .flatMap((name) => filesBelow(this.resolve(name)))
      .map((file) => path.relative(this.folder, file))
      .sort();
  }

  /** Runs a command, in this process unless it is `start` or `dev`. */
  run(...args: readonly string[]): Promise<Result> {
    if (args[0] === "start" || args[0] === "dev") return this.runAsChild(...args);
    return runInProcess(args, { folder: this.folder, env: this.#env });
  }

  /** Runs a command in this process with this input. Its standard input stays open. */
  runWith(input: string, ...args: readonly string[]): Promise<Result> {
    return runInProcess(args, { folder: this.folder, env: this.#env, input });
  }

  /** Runs a command in a process of its own, and waits for its end, so it may leave nothing open. */
  runAsChild(...args: readonly string[]): Promise<Result> {
    return resultOf(this.spawn(...args));
  }

  /** Runs a command in a process of its own with this input. Its standard input stays open. */
  runAsChildWith(input: string, ...args: readonly string[]): Promise<Result> {
    const child = this.#spawn("pipe", [cli, ...args]);
    child.stdin?.write(input);
    return resultOf(child);
  }

  /**
   * Starts a command with an IPC channel to the test. It is stopped after the tests if it is still running.
   */
  spawn(...args: readonly string[]): RunningCommand {
    return this.#spawn("ignore", [cli, ...args]);
  }

  /** Runs a module of the project in a process of its own, which is stopped like those of commands. */
  spawnModule(file: string): RunningCommand {
    return this.#spawn("ignore", [this.resolve(file)]);
  }

  #spawn(stdin: "ignore" | "pipe", args: readonly string[]): RunningCommand {
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: { ...process.env, NODE_OPTIONS: process.env["TEST_NODE_OPTIONS"] ?? "", ...this.#env },
      stdio: [stdin, "pipe", "pipe", "ipc"],
    });
    leftovers.unshift(() => {
      child.kill("SIGKILL");
    });
    return child as RunningCommand;
  }
}

function filesBelow(place: string): readonly string[] {
  if (!fs.statSync(place).isDirectory()) return [place];
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

async function resultOf(child: RunningCommand): Promise<Result> {
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { exitCode: child.exitCode, stdout, stderr };
}

export type RunningCommand = ChildProcess &
  Required<{ [S in "stdout" | "stderr"]: NonNullable<ChildProcess[S]> }>;

/** Expects exit code 1 and only a short message on stderr, which has all parts and no stack. */
export function expectRefusal({ exitCode, stdout, stderr }: Result, ...parts: readonly string[]): void {
  for (const part of parts) expect(stderr).toContain(part);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain("report it");
  expect(stderr.split("\n").length).toBeLessThan(25);
  expect(stdout).toBe("");
  expect(exitCode).toBe(1);
}

/**
 * A small configuration as the source of an object. It listens on this machine only, logs only errors, stops without a
 * delay, and refuses no request because the machine is busy.
 */
export function blogConfig({ fields = "", roles = '["guest"]', rest = "", server = "" } = {}): string {
  return `{
    database: { dialect: "sqlite", name: ":memory:" },
    server: { host: "127.0.0.1", shutdownDelay: 0, maxEventLoopDelay: 0, log: { level: "error" }, ${server} },
    entities: {
      blogpost: {
        fields: {
          title: { type: "string", isEditable: true, isRequired: true },
          ${fields}
        },
        permissions: { read: ${roles}, create: ["guest"], update: ["guest"], delete: ["guest"] },
        ${rest}
      },
    },
  }`;
}

export function configModule(config = blogConfig()): string {
  return `import { defineConfig } from "data-api";\n\nexport default defineConfig(${config});\n`;
}
