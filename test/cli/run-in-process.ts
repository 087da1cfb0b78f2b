import path from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { vi } from "vitest";
import type * as Main from "../../generator/main.js";
import type { Result } from "./project.js";

/** The surroundings of a command. */
export interface Place {
  readonly folder: string;
  /** Additional environment variables. */
  readonly env: NodeJS.ProcessEnv;
  /** The standard input, which then stays open. Without it, the input is empty. */
  readonly input?: string;
}

const built = pathToFileURL(path.resolve(import.meta.dirname, "../../dist/generator/main.js")).href;

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the built command in this process: a child would spend most of its time loading modules. Commands run one by
 * one, because folder, environment and output belong to the whole process.
 */
export function runInProcess(args: readonly string[], place: Place): Promise<Result> {
  const result = last.then(() => run(args, place));
  last = result.catch(() => undefined);
  return result;
}

async function run(args: readonly string[], { folder, env, input }: Place): Promise<Result> {
  const { main } = (await import(built)) as typeof Main;
  const stdin = new PassThrough();
  if (input === undefined) stdin.end();
  else stdin.write(input);
  const stdinSpy = vi
    .spyOn(process, "stdin", "get")
    .mockReturnValue(stdin as unknown as typeof process.stdin);
  const stdout = collect(process.stdout);
  const stderr = collect(process.stderr);
  const formerFolder = process.cwd();
  const formerEnv = process.env;
  process.chdir(folder);
  process.env = { ...formerEnv, ...env };
  try {
    return { exitCode: await main(args), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.env = formerEnv;
    process.chdir(formerFolder);
    for (const replaced of [stdinSpy, stdout.spy, stderr.spy]) replaced.mockRestore();
  }
}

function collect(stream: NodeJS.WriteStream) {
  const parts: string[] = [];
  const spy = vi.spyOn(stream, "write").mockImplementation((part) => {
    parts.push(part.toString());
    return true;
  });
  return { spy, text: () => parts.join("") };
}
