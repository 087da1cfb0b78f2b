import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Project, type RunningCommand } from "../cli/project.js";
import { readPage, root, type Fence } from "./markdown.js";
import { isLike, runSteps, stepsOf } from "./shell.js";

const page = readPage("docs/tutorial.md");

/** The file that a block is about: the line before it names it, or the block before it. */
function fileOf(fence: Fence): string | undefined {
  const index = page.fences.indexOf(fence);
  const before = page.text.slice(0, positionOf(fence)).trimEnd();
  const [, named] = /(?:^|\n)`([\w./-]+)`:$/.exec(before) ?? [];
  const previous = page.fences[index - 1];
  return named ?? (before.endsWith("```") && previous !== undefined ? fileOf(previous) : undefined);
}

function positionOf({ place }: Fence): number {
  const line = Number(place.split(":").at(-1));
  return page.text
    .split("\n")
    .slice(0, line - 1)
    .join("\n").length;
}

/** Applies a diff: its lines with " " and "-" must stand together in the text exactly once. */
function patched(text: string, diff: string): string {
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

/** Starts the commands of a page that serve until they are ended, and knows what they print. */
class Served {
  #said = "";
  readonly #child: RunningCommand;

  constructor(child: RunningCommand) {
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

  async end(): Promise<void> {
    this.#child.kill("SIGINT");
    await once(this.#child, "close");
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("the tutorial works to its last line", { timeout: 900_000 }, async () => {
  const port = await freePort();
  const here = (text: string) => text.replaceAll("localhost:1337", `127.0.0.1:${port}`);
  const project = new Project({ "package.json": '{ "name": "shop", "private": true }\n' });
  for (const name of ["express", "kysely", "typescript", "better-sqlite3", "@types"])
    fs.symlinkSync(path.join(root, "node_modules", name), project.resolve(`node_modules/${name}`), "dir");
  const cli = `node ${path.join(root, "dist/generator/cli.js")}`;
  let served: Served | undefined;
  const shell: string[] = [];
  try {
    for (const fence of page.fences) {
      const file = fileOf(fence);
      if (fence.language !== "sh") {
        expect(file, fence.place).toBeDefined();
        const name = file ?? "";
        const text = fence.language === "diff" ? patched(project.read(name), fence.text) : here(fence.text);
        project.write(name, text);
        const next = page.fences[page.fences.indexOf(fence) + 1];
        // Before the code is generated again, the configuration differs from it, and the former version serves.
        const isLast = next?.language === "sh" && !next.text.startsWith("npx data-api generate");
        if (served !== undefined && isLast && /\.ts$/.test(name)) await served.next(/The new version serves/);
        continue;
      }
      for (const step of stepsOf(fence.text)) {
        const { command, expected } = step;
        if (command === "npm run dev") {
          served = new Served(project.spawn("dev", "server.ts", "--port", String(port)));
          await served.next(/Serving http/);
          continue;
        }
        if (/^(?:mkdir|npm install)/.test(command)) continue;
        const isGenerated = command === "npx data-api generate";
        if (isGenerated) served?.forget();
        // Variables of the shell stay for the commands after them.
        if (/^[A-Z]+=/.test(command)) {
          shell.push(here(command));
          continue;
        }
        const script = [...shell, here(command).replace("npx data-api", cli)];
        const outcomes = await runSteps(
          [
            { command: `cd ${project.folder}`, expected: [] },
            ...script.map((line) => ({ command: line, expected })),
          ],
          port,
        );
        const { output, status } = outcomes.at(-1) ?? {};
        const said = `${fence.place} ${command}\n${String(status)} ${output}`;
        for (const line of expected) {
          const { code, answer } = /^(?<code>\d{3})\b(?<answer>.*)$/.exec(line)?.groups ?? {};
          if (code !== undefined) expect(String(status), said).toBe(code);
          expect(isLike(output ?? "", answer ?? line), `${said}\n${line}`).toBe(true);
        }
        if (isGenerated && project.read("server.ts").includes("./src/api/"))
          // "Waiting for a change" may come from before the code was there, and does not end the wait.
          await served?.next(/The new version serves/, true);
      }
    }
    const check = await runSteps(
      [
        {
          command: `cd ${project.folder} && node node_modules/typescript/bin/tsc && echo compiled`,
          expected: [],
        },
      ],
      port,
    );
    expect(check[0]?.output).toBe("compiled\n");
  } finally {
    await served?.end();
  }
});
