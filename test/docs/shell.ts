import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** A command with what the page says it answers. */
export interface Step {
  readonly command: string;
  /** The comments below it. */
  readonly expected: readonly string[];
}

export interface Outcome extends Step {
  readonly status: number | undefined;
  readonly output: string;
}

/** The commands of a block: a comment in a line of its own says what the command above it answers. */
export function stepsOf(block: string): readonly Step[] {
  const steps: { command: string; expected: string[] }[] = [];
  for (const line of block.replace(/\\\n\s*/g, "").split("\n"))
    if (line.startsWith("# ")) steps.at(-1)?.expected.push(line.slice(2));
    else if (line.trim() !== "") steps.push({ command: line, expected: [] });
  return steps;
}

const MARK = "\u001e";

/** Runs the commands in one POSIX shell, with `curl` telling the status of each answer. */
export async function runSteps(steps: readonly Step[], port: number): Promise<readonly Outcome[]> {
  const script = [
    `curl() { command curl -s -w '%{stderr}%{http_code}' "$@"; }`,
    ...steps.flatMap(({ command }) => [
      command.replaceAll("http://localhost:1337", `http://127.0.0.1:${port}`),
      `printf '${MARK}'; printf '${MARK}' >&2`,
    ]),
  ].join("\n");
  const shell = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "pipe"] });
  const [output, statuses] = (await Promise.all([text(shell.stdout), text(shell.stderr)])).map((said) =>
    said.split(MARK),
  );
  return steps.map((step, index) => {
    const status = /\d{3}$/.exec(statuses?.[index] ?? "")?.[0];
    return {
      ...step,
      status: status === undefined ? undefined : Number(status),
      output: output?.[index] ?? "",
    };
  });
}

/** Whether an answer is what was written down: `…` stands for anything, blanks and line ends do not count. */
export function isLike(answer: string, written: string): boolean {
  const pattern = dense(written)
    .split("…")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(pattern.join(".*"), "i").test(dense(answer));
}

function dense(text: string): string {
  return text.replace(/\s/g, "");
}
