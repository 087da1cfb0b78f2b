import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { repository, type InstalledProject } from "./installed-project.js";

const example = path.join(repository, "examples/deploy");
const dockerfile = fs.readFileSync(path.join(example, "Dockerfile"), "utf8").replaceAll("\\\n", "");

/** The exec form of an instruction in the Dockerfile. */
function execForm(instruction: string): readonly string[] {
  const [, words = ""] = new RegExp(`^${instruction}.*?(\\[".*\\])$`, "m").exec(dockerfile) ?? [];
  return JSON.parse(words) as readonly string[];
}

/** The folders of these packages in the repository, with all their dependencies. */
function withDependencies(names: readonly string[]): ReadonlySet<string> {
  const found = new Set(names.map((name) => path.join(repository, "node_modules", name)));
  for (const folder of found) {
    const manifest = path.join(folder, "package.json");
    const { dependencies } = JSON.parse(fs.readFileSync(manifest, "utf8")) as { dependencies?: object };
    for (const needed of Object.keys(dependencies ?? {})) {
      const places = createRequire(manifest).resolve.paths(`${needed}/package.json`) ?? [];
      const place = places.map((each) => path.join(each, needed)).find((each) => fs.existsSync(each));
      if (place !== undefined) found.add(place);
    }
  }
  return found;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * The content of the image of `examples/deploy/Dockerfile`, in a folder. The instructions are read from the file, and
 * commands run as its user, who may write only to `data`.
 */
export class ImageFolder {
  readonly #parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "data-api-image-")));
  readonly #app = path.join(this.#parent, "app");
  readonly #children: Child[] = [];

  /**
   * Runs the Dockerfile's instructions. Instead of installing, it hard-links the project's packages, which are large,
   * and copies the drivers. npm removes the packages that the Dockerfile omits.
   */
  async build(project: InstalledProject): Promise<void> {
    fs.mkdirSync(this.#app);
    for (const folder of [this.#parent, this.#app]) fs.chmodSync(folder, 0o755);
    await this.#shell(`cp -al ${project.resolve("package.json")} ${project.resolve("node_modules")} .`);
    await this.#shell("rm node_modules/better-sqlite3 node_modules/typescript");
    const [, omitted = ""] = /^RUN npm ci((?: --omit=\w+)*)/m.exec(dockerfile) ?? [];
    await this.#shell(`cp ${project.resolve("package-lock.json")} . && cp ${project.resolve("*.tgz")} .`);
    await this.#shell(`npm prune${omitted} --ignore-scripts --offline --no-audit --no-fund --silent`);
    for (const folder of withDependencies(["better-sqlite3", "pg", "mysql2", "mssql"])) {
      const copy = path.join(this.#app, path.relative(repository, folder));
      // The project has it, or it was copied with another package.
      if (fs.existsSync(copy)) continue;
      fs.cpSync(folder, copy, {
        recursive: true,
        filter: (file) => !/better-sqlite3\/(?:deps|src|build\/Release\/obj\S*)$/.test(file),
      });
    }
    const build = dockerfile.slice(0, dockerfile.lastIndexOf("\nFROM"));
    for (const [, instruction, rest = ""] of build.matchAll(/^(RUN|COPY) (.*)$/gm))
      if (instruction === "RUN" && !/^(?:npm ci|mkdir \/data)/.test(rest)) await this.#shell(rest);
      else if (instruction === "COPY" && !rest.startsWith("package.json"))
        await this.#shell(`cp -r ${example}/${rest}`);
    const config = path.join(this.#app, "data-api.config.ts");
    const local =
      'server: { host: "127.0.0.1", shutdownDelay: 0, maxEventLoopDelay: 0, log: { level: "error" },';
    fs.writeFileSync(config, fs.readFileSync(config, "utf8").replace("server: {", local));
    for (const name of ["data", "secrets"]) fs.mkdirSync(path.join(this.#parent, name));
    if (this.#user !== undefined)
      fs.chownSync(path.join(this.#parent, "data"), this.#user.uid, this.#user.gid);
    await this.#shell("find . -type d -exec chmod a-w {} +");
  }

  /** The user of the image, if this process may switch users. */
  get #user() {
    const [, uid, gid] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? [];
    return process.getuid?.() === 0 ? { uid: Number(uid), gid: Number(gid) } : undefined;
  }

  async #shell(command: string): Promise<void> {
    const child = spawn("sh", ["-c", command], { cwd: this.#app, stdio: "inherit" });
    await once(child, "close");
    if (child.exitCode !== 0) throw new Error(`It failed: ${command}`);
  }

  /** Starts the image with these arguments, and a secret key if one is given. */
  run(secretKey: string | undefined, ...args: readonly string[]): Child {
    const key = path.join(this.#parent, "secrets", "secret_key");
    if (secretKey === undefined) fs.rmSync(key, { force: true });
    else fs.writeFileSync(key, secretKey);
    const [, ...entry] = execForm("ENTRYPOINT");
    return this.#spawn([...entry, ...args], {
      DB_DIALECT: "sqlite",
      DB_NAME: path.join(this.#parent, "data/blog.db"),
      SECRET_KEY_FILE: key,
    });
  }

  /** Runs the health check against a port. Resolves to its exit code. */
  async checkHealth(port: string): Promise<number | null> {
    const [, ...check] = execForm("HEALTHCHECK");
    const child = this.#spawn(check.map((word) => word.replace(":1337/", `:${port}/`)));
    await once(child, "close");
    return child.exitCode;
  }

  #spawn(args: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
    const child = spawn(process.execPath, args, {
      cwd: this.#app,
      env: { NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      ...this.#user,
    });
    this.#children.push(child);
    return child;
  }

  /** Runs code in the image. Resolves to its output. */
  async evaluate(code: string): Promise<string> {
    const child = this.#spawn(["--input-type=module", "-e", code]);
    const [printed, failed] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return printed + failed;
  }

  /** Whether the image's user can write to the code's folder. */
  async canWrite(): Promise<boolean> {
    const child = this.#spawn(["-e", 'require("node:fs").writeFileSync("node_modules/x", "")']);
    await once(child, "close");
    return child.exitCode === 0;
  }

  async remove(): Promise<void> {
    for (const child of this.#children) child.kill("SIGKILL");
    await this.#shell("find . -type d -exec chmod u+w {} +");
    fs.rmSync(this.#parent, { recursive: true });
  }
}
