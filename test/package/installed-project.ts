import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";

export const repository = path.resolve(import.meta.dirname, "../..");

export interface Result {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An empty project with the packed tarball installed, like from the registry. */
export class InstalledProject {
  readonly folder: string;
  /** The paths of the files in the tarball. */
  readonly packed: readonly string[];
  /** The messages of npm during the installation. */
  said = "";

  private constructor(folder: string, packed: readonly string[]) {
    this.folder = folder;
    this.packed = packed;
  }

  static async create(): Promise<InstalledProject> {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "data-api-package-")));
    try {
      return await InstalledProject.#install(folder);
    } catch (error) {
      fs.rmSync(folder, { recursive: true });
      throw error;
    }
  }

  static async #install(folder: string): Promise<InstalledProject> {
    const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
    const [tarball] = JSON.parse(expectDone(await run(repository, "npm", ...pack)).stdout) as [
      { filename: string; files: { path: string }[] },
    ];
    const project = new InstalledProject(
      folder,
      tarball.files.map((file) => file.path),
    );
    project.write("package.json", '{ "name": "someone", "private": true, "type": "module" }\n');
    const install = ["install", `./${tarball.filename}`, "--ignore-scripts", "--prefer-offline"];
    project.said = expectDone(await project.run("npm", ...install, "--no-audit", "--no-fund")).stderr;
    // The project's own packages. Links avoid another build of the driver. The types of Node.js are there already.
    for (const name of ["better-sqlite3", "typescript"]) {
      fs.symlinkSync(
        path.join(repository, "node_modules", name),
        project.resolve(`node_modules/${name}`),
        "dir",
      );
    }
    return project;
  }

  resolve(file: string): string {
    return path.join(this.folder, file);
  }

  write(file: string, content: string): void {
    fs.mkdirSync(path.dirname(this.resolve(file)), { recursive: true });
    fs.writeFileSync(this.resolve(file), content);
  }

  run(command: string, ...args: readonly string[]): Promise<Result> {
    return run(this.folder, command, ...args);
  }

  /** Runs a file that starts a server and prints its URL. */
  async serve(file: string): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
    const child = spawn(process.execPath, [file], {
      cwd: this.folder,
      env: withoutNpm(process.env),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "close");
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once("data", (said: Buffer) => {
        resolve(said.toString().trim());
      });
      child.once("close", () => {
        reject(new Error(`${file} ended before it printed a URL.`));
      });
    });
    const stop = async () => {
      child.kill("SIGKILL");
      await ended;
    };
    return { url, stop };
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true });
  }
}

export async function run(cwd: string, command: string, ...args: readonly string[]): Promise<Result> {
  const child = spawn(command, args, {
    cwd,
    env: withoutNpm(process.env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { exitCode: child.exitCode, stdout, stderr };
}

/** Removes the variables that `npm test` sets: they describe this repository, not the project. */
export function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^(?:npm_(?:package|lifecycle|command)|INIT_CWD|NODE_OPTIONS)/.test(name),
    ),
  );
}

function expectDone(result: Result): Result {
  if (result.exitCode !== 0) throw new Error(`It failed:\n${result.stdout}\n${result.stderr}`);
  return result;
}
