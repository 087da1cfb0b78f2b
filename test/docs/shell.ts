import { spawn, type SpawnOptions } from "node:child_process";
import { text } from "node:stream/consumers";

/** A command with its documented answer. */
export interface Step {
  readonly command: string;
  /** The comments below the command. */
  readonly expected: readonly string[];
}

export interface Outcome extends Step {
  /** The status of its last answer, if it is `curl`. */
  readonly status: number | undefined;
  readonly output: string;
  /** What it said on standard error. */
  readonly errors: string;
  readonly exitCode: number;
}

/** The commands of a block. A comment line is the expected answer of the command above it. */
export function stepsOf(block: string): readonly Step[] {
  const steps: { command: string; expected: string[] }[] = [];
  for (const line of block.replace(/\\\n\s*/g, "").split("\n"))
    if (line.startsWith("# ")) steps.at(-1)?.expected.push(line.slice(2));
    else if (line.trim() !== "") steps.push({ command: line, expected: [] });
  return steps;
}

const MARK = "\u001e";

/** Runs the commands in one POSIX shell, where `curl` also prints the status of each answer. */
export async function runSteps(
  steps: readonly Step[],
  port: number,
  options: Pick<SpawnOptions, "cwd" | "env"> = {},
): Promise<readonly Outcome[]> {
  const script = [
    `curl() { command curl -s -w '%{stderr}%{http_code}' "$@"; }`,
    ...steps.flatMap(({ command }) => [
      command.replaceAll("http://localhost:1337", `http://127.0.0.1:${port}`),
      `printf '${MARK}%s${MARK}' $? >&2; printf '${MARK}'`,
    ]),
  ].join("\n");
  const shell = spawn("sh", ["-c", script], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const [outputs = [], errors = []] = (await Promise.all([text(shell.stdout), text(shell.stderr)])).map(
    (said) => said.split(MARK),
  );
  return steps.map((step, index) => {
    const said = errors[2 * index] ?? "";
    const status = /\d{3}$/.exec(said)?.[0];
    return {
      ...step,
      status: status === undefined ? undefined : Number(status),
      output: outputs[index] ?? "",
      errors: said,
      exitCode: Number(errors[2 * index + 1]),
    };
  });
}

/** Whether an answer matches the documented one. `…` matches anything, and whitespace is ignored. */
export function isLike(answer: string, written: string): boolean {
  const pattern = dense(written)
    .split("…")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(pattern.join(".*"), "i").test(dense(answer));
}

function dense(text: string): string {
  return text.replace(/\s/g, "");
}
