import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageWith } from "./package-json.js";

/** The variable with the key of tokens. */
const KEY_VARIABLE = "SECRET_KEY";

/** What a project needs to know of its configuration. */
export interface NewProject {
  /** The file name of the configuration. */
  readonly config: string;
  /** The driver and its version, as npm installs them: `better-sqlite3@12`. */
  readonly packages: string;
  /** Values of environment variables that the configuration reads. `undefined`: the user knows it. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

interface WrittenProject {
  readonly written: readonly string[];
  /** The files that were there, and stay as they are. */
  readonly kept: readonly string[];
}

/** Whether its sources are CommonJS, unless their names say otherwise. */
export function isCommonJs(folder: string): boolean {
  return packageType(folder) === "commonjs" && hasSources(folder);
}

/**
 * Writes the files around a new configuration, so that `npm install` and `npm run dev` serve it. Adds to `package.json`,
 * `.env` and `.gitignore` what they lack, and leaves all other files as they are.
 * @throws {Error} if a file cannot be written.
 */
export function writeProject(folder: string, project: NewProject): WrittenProject {
  const written: string[] = [];
  const kept: string[] = [];
  const place = (file: string) => path.join(folder, file);
  const add = (file: string, text: string) => {
    if (existsSync(place(file))) {
      kept.push(file);
      return;
    }
    writeFileSync(place(file), text, { flag: "wx" });
    written.push(file);
  };
  const complete = (file: string, completed: (found: string | undefined) => string, mode = 0o666) => {
    const found = existsSync(place(file)) ? readFileSync(place(file), "utf8") : undefined;
    const text = completed(found);
    if (text === found) return;
    writeFileSync(place(file), text, { mode });
    written.push(file);
  };
  const server = project.config.endsWith(".mts") ? "server.mts" : "server.ts";
  const isOwnServer = !existsSync(place(server));
  complete("package.json", (found) =>
    packageWith(found, {
      folder: path.basename(folder),
      packages: project.packages,
      server: isOwnServer ? server : undefined,
      isModule: packageType(folder) !== "commonjs" || !hasSources(folder),
    }),
  );
  add("tsconfig.json", tsconfig);
  add(server, serverCode(project.config));
  complete(".env", (found) => envWith(found, project.variables), 0o600);
  complete(".gitignore", gitignoreWith);
  return { written, kept };
}

const tsconfig = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true,
    "types": ["node"]
  },
  "include": ["*.ts", "*.mts", "src"]
}
`;

/** Also in README.md. */
const serverCode = (config: string) => `import { DataApi } from "data-api";
import config from "./${config.replace(/\.(m?)ts$/, ".$1js")}";

const api = new DataApi(config);
api.app.get("/hello", (req, res) => void res.send("Hello"));
api.setupApiEndpoints();
await api.startAsync(); // port 1337
`;

function envWith(found: string | undefined, variables: NewProject["variables"]): string {
  const all: NewProject["variables"] = {
    [KEY_VARIABLE]: randomBytes(32).toString("base64url"),
    ...variables,
  };
  const known = new Set(
    Array.from((found ?? "").matchAll(/^\s*(?:export\s+)?(\w+)\s*=/gm), ([, name]) => name),
  );
  const lines = Object.entries(all)
    .filter(([name]) => !known.has(name))
    .map(([name, value]) =>
      name === KEY_VARIABLE
        ? `# Signs tokens, with auth: { secretKey: process.env.${KEY_VARIABLE}! }. Nobody else may know it.\n${name}=${value ?? ""}\n`
        : `${name}=${quoted(value ?? "")}\n`,
    );
  return `${withLastLine(found)}${lines.join("")}`;
}

/** As Node.js reads it: a value in quotes that it does not contain is taken as it is. */
function quoted(value: string): string {
  const quote = ["'", '"', "`"].find((each) => !value.includes(each)) ?? "'";
  return value === "" ? "" : `${quote}${value}${quote}`;
}

function gitignoreWith(found: string | undefined): string {
  const lines = (found ?? "").split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, ""));
  const missing = ["node_modules", ".env", "*.db", "*.db-*"].filter((line) => !lines.includes(line));
  return missing.length === 0 ? (found ?? "") : `${withLastLine(found)}${missing.join("\n")}\n`;
}

function withLastLine(found: string | undefined): string {
  return found === undefined || found === "" || found.endsWith("\n") ? (found ?? "") : `${found}\n`;
}

function packageType(folder: string): unknown {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as { type?: unknown }).type;
  } catch {
    return undefined;
  }
}

/** Whether a project has code that runs as CommonJS, and would not as a module. */
function hasSources(folder: string): boolean {
  return ["", "src", "lib"].some((inner) => {
    const place = path.join(folder, inner);
    return (
      existsSync(place) &&
      readdirSync(place).some((file) => /\.[jt]sx?$/.test(file) && !/config\.[jt]s$/.test(file))
    );
  });
}
