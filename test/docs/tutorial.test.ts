import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Project } from "../cli/project.js";
import { freePort } from "../replicas/processes.js";
import { readPage, root } from "./markdown.js";
import { expectAsWritten, fileOf, patched, Served } from "./page-story.js";
import { runSteps, stepsOf } from "./shell.js";

const page = readPage("docs/tutorial.md");

/** Whether the server starts again after a change of the file. */
const isCode = (file: string | undefined): boolean => file?.endsWith(".ts") === true;

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
      const file = fileOf(page, fence);
      if (fence.language !== "sh") {
        expect(file, fence.place).toBeDefined();
        const name = file ?? "";
        const text = fence.language === "diff" ? patched(project.read(name), fence.text) : here(fence.text);
        project.write(name, text);
        if (served === undefined || !isCode(name)) continue;
        const later = page.fences.slice(page.fences.indexOf(fence) + 1);
        const next = later.find((each) => each.language === "sh" || isCode(fileOf(page, each)));
        // Before the code is generated again, the configuration differs from it, and the former version serves.
        if (next?.language === "sh" && !next.text.startsWith("npx data-api generate"))
          await served.next(/The new version serves/);
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
        const lines = script.map((line) => ({ command: line, expected }));
        const outcomes = await runSteps(lines, port, { cwd: project.folder });
        const outcome = outcomes.at(-1);
        if (outcome !== undefined) expectAsWritten({ ...outcome, command }, fence.place);
        if (isGenerated && project.read("server.ts").includes("./src/api/"))
          // "Waiting for a change" may come from before the code was there, and does not end the wait.
          await served?.next(/The new version serves/, true);
      }
    }
    const tsc = { command: "node node_modules/typescript/bin/tsc && echo compiled", expected: [] };
    const check = await runSteps([tsc], port, { cwd: project.folder });
    expect(check[0]?.output).toBe("compiled\n");
  } finally {
    await served?.end();
  }
});
