import { isPlainObject } from "../../runtime/model/values/plain-object.js";
import { CommandError } from "../command-error.js";
import { rangeOf, version } from "../version.js";

interface WantedPackage {
  /** The name of the folder, from which the name of the package follows. */
  readonly folder: string;
  readonly packages: string;
  /** The file that starts a server. `undefined`: the configuration is served. */
  readonly server: string | undefined;
  readonly isModule: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * A `package.json` with the scripts and packages of a project. What is there stays, but for `"type": "commonjs"` where
 * modules are wanted: npm writes it for every new project.
 * @throws {CommandError} if it is not JSON.
 */
export function packageWith(found: string | undefined, wanted: WantedPackage): string {
  const old = parse(found ?? "{}");
  const { server } = wanted;
  const run = server === undefined ? "" : ` ${server}`;
  const scripts = {
    dev: `data-api dev${run}`,
    start: `data-api start${run}`,
    generate: "data-api generate",
    check: "tsc",
  };
  const [oldScripts, dependencies, devDependencies] = ["scripts", "dependencies", "devDependencies"].map(
    (name) => membersOf(old[name]),
  ) as [Members, Members, Members];
  const isThere = (name: string) => name in dependencies || name in devDependencies;
  const missing = (all: Members) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !isThere(name)));
  const drivers = Object.fromEntries(wanted.packages.split(" ").map(splitVersion));
  const text = JSON.stringify(
    {
      ...(found === undefined && { name: nameFrom(wanted.folder), version: "0.0.0", private: true }),
      ...old,
      ...(wanted.isModule && { type: "module" }),
      // npm writes a test that always fails for every new project.
      scripts: { ...scripts, ...oldScripts },
      dependencies: sorted({ ...dependencies, ...missing({ "data-api": `^${version()}`, ...drivers }) }),
      // Version 12 has an install script, for which npm 11 asks.
      ...(drivers["better-sqlite3"] === "^12.0.0" && {
        allowScripts: { "better-sqlite3": true, ...membersOf(old["allowScripts"]) },
      }),
      devDependencies: sorted({
        ...devDependencies,
        ...missing({ "@types/node": "^20.19.0", typescript: "^6.0.0" }),
      }),
    },
    null,
    /^[ \t]+/m.exec(found ?? "")?.[0] ?? "  ",
  );
  return found !== undefined && JSON.stringify(parse(text)) === JSON.stringify(old) ? found : `${text}\n`;
}

function parse(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    if (isPlainObject(value)) return value;
  } catch (error) {
    throw new CommandError(`"package.json" is not JSON: ${(error as Error).message}`);
  }
  throw new CommandError('"package.json" is no object.');
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

/** `better-sqlite3@12` → `["better-sqlite3", "^12.0.0"]`. Without a version, all that data-api works with. */
function splitVersion(name: string): [string, string] {
  const [, base = name, major] = /^(.+?)(?:@(\d+))?$/.exec(name) ?? [];
  return [base, major === undefined ? rangeOf(base) : `^${major}.0.0`];
}

function sorted(members: Members): Members {
  return Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A name that npm accepts. */
function nameFrom(folder: string): string {
  return (
    folder
      .toLowerCase()
      .replace(/[^a-z0-9~-]+/g, "-")
      .replace(/^[-~]+|[-~]+$/g, "") || "my-api"
  );
}
