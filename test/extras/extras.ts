import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

// Packages that few tests and checks need are too many for each installation of this repository. Each folder beside
// this file has the lock file of some. `npm run extras` installs them below `test/.tmp`, which nothing else reads.

const LOCK = "package-lock.json";
/** Written last, so that an installation that was interrupted is not taken for one. */
const DONE = "installed.json";

export const extraNames: readonly string[] = fs
  .readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The folder that has the `node_modules` of these packages. */
export function extraFolder(name: string): string {
  return path.resolve(import.meta.dirname, "../.tmp/extras", name);
}

export function hasExtra(name: string): boolean {
  const done = path.join(extraFolder(name), DONE);
  return fs.existsSync(done) && fs.readFileSync(done, "utf8") === contentOf(name);
}

function sourcesOf(name: string): readonly string[] {
  const source = path.join(import.meta.dirname, name);
  return fs.readdirSync(source).map((file) => path.join(source, file));
}

function contentOf(name: string): string {
  return JSON.stringify(sourcesOf(name).map((file) => fs.readFileSync(file, "utf8")));
}

/**
 * Installs the packages, unless they are there.
 * @throws if npm cannot.
 */
export function installExtra(name: string): void {
  if (hasExtra(name)) return;
  const folder = extraFolder(name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const file of sourcesOf(name)) fs.copyFileSync(file, path.join(folder, path.basename(file)));
  // TypeScript and Prettier are those of this repository.
  const options = ["--ignore-scripts", "--legacy-peer-deps", "--omit=optional", "--prefer-offline"];
  const { status, stderr } = spawnSync("npm", ["ci", ...options, "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0)
    throw new Error(`The packages of test/extras/${name}/${LOCK} cannot be installed: ${stderr}`);
  fs.writeFileSync(path.join(folder, DONE), contentOf(name));
}

const told = new Set<string>();

/**
 * Whether tests of these packages have to be skipped. A line says so.
 * @throws if they are not installed, where all tests must run.
 */
export function lacksExtra(name: string): boolean {
  if (hasExtra(name)) return false;
  const remedy = `Install it: npm run extras ${name}`;
  if (process.env["REQUIRE_EXTRAS"] === "1") throw new Error(`"${name}" is not installed. ${remedy}`);
  if (!told.has(name)) console.warn(`SKIPPED: what needs the packages of "${name}". ${remedy}`);
  told.add(name);
  return true;
}

/** What `index.mjs` of the packages exports. */
export async function loadExtra<T>(name: string): Promise<T> {
  return (await import(/* @vite-ignore */ path.join(extraFolder(name), "index.mjs"))) as T;
}
