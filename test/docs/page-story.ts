import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { RunningCommand } from "../cli/project.js";
import type { Fence, Page } from "./markdown.js";
import { isLike, type Outcome } from "./shell.js";

/** The file that a block is about: the sentence before it names it last, or the block before it does. */
export function fileOf(page: Page, fence: Fence): string | undefined {
  const before = page.text.slice(0, positionOf(page, fence)).trimEnd();
  const previous = page.fences[page.fences.indexOf(fence) - 1];
  if (before.endsWith("```")) return previous && fileOf(page, previous);
  const [, sentence = ""] = /(?:^|\n\n|[.:] )((?:(?!\n\n|[.:] )[^])*):$/.exec(before) ?? [];
  return Array.from(sentence.matchAll(/`([\w./-]+\.\w+)`/g), ([, name]) => name).at(-1);
}

function positionOf({ text }: Page, { place }: Fence): number {
  const line = Number(place.split(":").at(-1));
  return text
    .split("\n")
    .slice(0, line - 1)
    .join("\n").length;
}

/** Applies a diff: its lines with " " and "-" must stand together in the text exactly once. */
export function patched(text: string, diff: string): string {
  const lines = diff.replace(/\n$/, "").split("\n");
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1))
      .join("\n");
  const parts = text.split(without("+"));
  expect(parts, diff).toHaveLength(2);
  return parts.join(without("-"));
}

/** Expects the answer of a command as the page has it below the command. */
export function expectAsWritten({ command, expected, output, status }: Outcome, place: string): void {
  const said = `${place} ${command}\n${String(status)} ${output}`;
  for (const line of expected) {
    const { code, answer } = /^(?<code>\d{3})\b(?<answer>.*)$/.exec(line)?.groups ?? {};
    if (code !== undefined) expect(String(status), said).toBe(code);
    expect(isLike(output, answer ?? line), `${said}\n${line}`).toBe(true);
  }
}

/** A command that serves until it is ended. */
export type ServingCommand = RunningCommand | ChildProcessByStdio<null, Readable, Readable>;

/** Knows what the commands of a page print that serve until they are ended. */
export class Served {
  #said = "";
  readonly #child: ServingCommand;

  constructor(child: ServingCommand) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part: string) => (this.#said += part));
  }

  /** Waits until a change is served, or the first state. */
  async next(pattern: RegExp, mayWait = false): Promise<void> {
    const patience = 180_000;
    const begun = Date.now();
    while (!pattern.test(this.#said)) {
      if (Date.now() - begun > patience) throw new Error(`"${String(pattern)}" did not come: ${this.#said}`);
      if (this.#child.exitCode !== null || (!mayWait && /Waiting for a change/.test(this.#said)))
        throw new Error(this.#said);
      await sleep(20);
    }
    this.#said = "";
  }

  forget(): void {
    this.#said = "";
  }

  /** Ends it as Ctrl+C does. @param kill Sends the signal, by default to the process alone. */
  async end(kill = () => this.#child.kill("SIGINT")): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, "close");
    kill();
    await closed;
  }
}
