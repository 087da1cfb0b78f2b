import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageWith } from "./package-json.js";

/** The variable with the key of tokens. */
const KEY_VARIABLE = "SECRET_KEY";

/** What a project needs to know of its configuration. */
export interface NewProject {
  /** The file name of the configuration, which is not there yet. */
  readonly config: string;
  readonly code: string;
  /** The driver and its version, as npm installs them: `better-sqlite3@12`. */
  readonly packages: string;
  /** Values of environment variables that the configuration reads. `undefined`: the user knows it. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

interface WrittenProject {
  readonly written: readonly string[];
  /** Those that lack nothing, and stay as they are. */
  readonly kept: readonly string[];
}

/** Whether its sources are CommonJS, unless their names say otherwise. */
export function isCommonJs(folder: string): boolean {
  const file = path.join(folder, "package.json");
  return existsSync(file) && packageType(readFileSync(file, "utf8")) === "commonjs" && hasSources(folder);
}

/**
 * Writes a new configuration and the files around it, so that `npm install` and `npm run dev` serve it. Adds to `package.json`,
 * `.env` and `.gitignore` what they lack, and leaves all other files as they are.
 * @throws {CommandError} for a `package.json` that is not JSON, before anything is written.
 */
export function writeProject(folder: string, project: NewProject): WrittenProject {
  const { config, code, packages, variables } = project;
  const found = (file: string) => {
    const place = path.join(folder, file);
    return existsSync(place) ? readFileSync(place, "utf8") : undefined;
  };
  const server = config.endsWith(".mts") ? "server.mts" : "server.ts";
  const isModule = packageType(found("package.json")) !== "commonjs" || !hasSources(folder);
  const own = { folder: path.basename(folder), packages, isModule };
  // All texts first: if one cannot be made, nothing is written.
  const files = [
    { file: config, text: code },
    {
      file: "package.json",
      text: packageWith(found("package.json"), {
        ...own,
        server: found(server) === undefined ? server : undefined,
      }),
    },
    { file: "tsconfig.json", text: found("tsconfig.json") ?? tsconfig },
    { file: server, text: found(server) ?? serverCode(config) },
    // Only this user may read the key.
    { file: ".env", text: envWith(found(".env"), variables), mode: 0o600 },
    { file: ".gitignore", text: gitignoreWith(found(".gitignore")) },
  ];
  const written = files.filter(({ file, text }) => text !== found(file));
  const kept = files.filter(({ file, text }) => text === found(file));
  for (const { file, text, mode } of written) writeFileSync(path.join(folder, file), text, { mode });
  return { written: written.map(({ file }) => file), kept: kept.map(({ file }) => file) };
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
  return lines.length === 0 ? (found ?? "") : `${withLastLine(found)}${lines.join("")}`;
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

function packageType(text: string | undefined): unknown {
  try {
    return (JSON.parse(text ?? "{}") as { type?: unknown }).type;
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
