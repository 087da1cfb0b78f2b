import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Config } from "data-api";
import { vi } from "vitest";
import { CommandError } from "../../generator/command-error.js";
import type { Command } from "../../generator/commands/command.js";
import { generate } from "../../generator/commands/generate.js";
import { status } from "../../generator/commands/status.js";
import { ConfigError } from "../../runtime/errors/config-error.js";
import { afterEachFile } from "../after-file.js";

/** The result of a command. */
export interface Result {
  readonly exitCode: number;
  /** The output. For exit code 1, the error message. */
  readonly output: string;
}

const commands: Readonly<Record<string, Command>> = { generate, status };

const leftovers: string[] = [];
afterEachFile(() => {
  for (const folder of leftovers.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

export function createFolder(parent = os.tmpdir()): string {
  fs.mkdirSync(parent, { recursive: true });
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(parent, "data-api-")));
  leftovers.push(folder);
  return folder;
}

/** A folder with a configuration and generated code, in which commands can be run. */
export class Workspace {
  readonly folder: string;
  readonly out: string;

  constructor(folder = createFolder()) {
    this.folder = folder;
    // Long lines, so that an edit can find a whole line.
    fs.writeFileSync(path.join(folder, ".prettierrc.json"), '{ "printWidth": 110 }');
    this.out = path.join(this.folder, "api");
  }

  /** Runs `generate` in this process, as the CLI does. */
  generate(config: Config, ...args: readonly string[]): Promise<Result> {
    const file = path.join(this.folder, "data-api.config.mjs");
    fs.writeFileSync(file, `export default ${toCode(config)};`);
    return run("generate", ["--config", file, "--out", this.out, ...args]);
  }

  status(): Promise<Result> {
    return run("status", ["--out", this.out]);
  }

  read(file: string): string {
    if (fs.lstatSync(path.join(this.out, file)).isSymbolicLink()) return "a link";
    return fs.readFileSync(path.join(this.out, file), "utf8");
  }

  write(file: string, text: string): void {
    const place = path.join(this.out, file);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, text);
  }

  exists(file: string): boolean {
    return fs.existsSync(path.join(this.out, file));
  }

  remove(file: string): void {
    fs.rmSync(path.join(this.out, file), { recursive: true });
  }

  /** All files in the output folder, sorted, including links. */
  files(): readonly string[] {
    if (!fs.existsSync(this.out)) return [];
    return fs
      .readdirSync(this.out, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(this.out, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
      .sort();
  }

  tree(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.files().map((file) => [file, this.read(file)]));
  }

  /** The files with their modification times, so that a rewritten file differs. */
  snapshot(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.files().map((file) => {
        const { mtimeNs, ino } = fs.lstatSync(path.join(this.out, file), { bigint: true });
        return [file, `${mtimeNs.toString()} ${ino.toString()} ${this.read(file)}`];
      }),
    );
  }
}

async function run(name: string, args: readonly string[]): Promise<Result> {
  const command = commands[name];
  if (command === undefined) throw new Error(`There is no command "${name}".`);
  const { values } = parseArgs({ args: [...args], options: command.options });
  const printed: string[] = [];
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    printed.push(chunk.toString());
    return true;
  });
  try {
    const exitCode = (await command.run(values, [])) ?? 0;
    return { exitCode, output: printed.join("") };
  } catch (error) {
    if (error instanceof CommandError || error instanceof ConfigError)
      return { exitCode: 1, output: `${error.message}\n` };
    throw error;
  } finally {
    spy.mockRestore();
  }
}

/** JSON, except for functions. */
function toCode(config: Config): string {
  const MARK = "a function";
  const json = JSON.stringify(config, (_key, value: unknown) => (typeof value === "function" ? MARK : value));
  return json.replaceAll(JSON.stringify(MARK), "() => undefined");
}

/** The tree that a configuration generates in an empty folder. */
export async function freshTree(config: Config): Promise<Readonly<Record<string, string>>> {
  const workspace = new Workspace();
  const { exitCode, output } = await workspace.generate(config);
  if (exitCode !== 0) throw new Error(output);
  const tree = workspace.tree();
  fs.rmSync(workspace.folder, { recursive: true });
  return tree;
}
