import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Config } from "data-api";
import ts from "typescript";
import { generateFiles } from "../../generator/generate-files.js";
import { Project, type RunningCommand } from "../cli/project.js";
import { readyToServe } from "../cli/server.js";
import type { Mode } from "../conformance/targets.js";

/** A process that serves an API. */
export interface ServedProcess {
  readonly port: number;
  /** Sends a signal, and waits for nothing. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Sends a signal, and returns the exit code and the standard error output. */
  readonly end: (
    signal?: NodeJS.Signals,
  ) => Promise<{ readonly exitCode: number | null; readonly stderr: string }>;
}

/**
 * Starts a process that serves the configuration: `data-api start`, or the generated code. A process that still runs
 * after the tests of the file is killed.
 * @param env Additional environment variables.
 */
export async function startProcess(
  config: Config,
  mode: Mode = "dynamic",
  env: NodeJS.ProcessEnv = {},
): Promise<ServedProcess> {
  if (mode === "generated") return served(await startGenerated(config, env));
  return startProject({ "data-api.config.json": JSON.stringify(config) }, env);
}

/** The same for a project with its own files, such as a configuration with functions. */
export function startProject(
  files: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv,
): Promise<ServedProcess> {
  return served(new Project(files, env).spawn("start", "--port=0"));
}

async function served(child: RunningCommand): Promise<ServedProcess> {
  const closed = once(child, "close");
  const stderr = text(child.stderr);
  const url = await readyToServe(child);
  return {
    port: Number(new URL(url).port),
    signal: (signal) => void child.kill(signal),
    end: async (signal = "SIGTERM") => {
      child.kill(signal);
      await closed;
      return { exitCode: child.exitCode, stderr: await stderr };
    },
  };
}

/** The server of a generated project, which prints where it listens, as the command does. */
const MAIN = `import { createApi } from "./api/index.js";
import config from "./config.js";

const api = createApi(config);
api.setupApiEndpoints();
const { port } = (await api.startAsync(0)).address();
console.log(\`http://localhost:\${port}/api/data\`);
process.once("SIGTERM", () => void api.stopAsync());
`;

/** The generated code of configurations as JavaScript, by the text of the configuration. */
const generated = new Map<string, Readonly<Record<string, string>>>();

async function startGenerated(config: Config, env: NodeJS.ProcessEnv): Promise<RunningCommand> {
  const key = JSON.stringify({ ...config, database: config.database.dialect });
  let files = generated.get(key);
  if (files === undefined) generated.set(key, (files = await generate(config)));
  const project = new Project(
    {
      "package.json": '{ "type": "module" }',
      "config.js": `export default ${JSON.stringify(config)};`,
      "main.js": MAIN,
      ...files,
    },
    env,
  );
  return project.spawnModule("main.js");
}

async function generate(config: Config): Promise<Readonly<Record<string, string>>> {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  // Without formatting, which would take most of the time.
  const files = await generateFiles(config, (text) => Promise.resolve(text));
  return Object.fromEntries(
    [...files].map(([path, text]) => [
      `api/${path.replace(/\.ts$/, ".js")}`,
      ts.transpileModule(text, { compilerOptions }).outputText,
    ]),
  );
}
