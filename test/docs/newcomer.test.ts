import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { repository, run, withoutNpm } from "../package/installed-project.js";
import { freePort } from "../replicas/processes.js";
import { readPage, type Page } from "./markdown.js";
import { expectAsWritten, fileOf, patched, Served, type ServingCommand } from "./page-story.js";
import { startRegistry } from "./registry.js";
import { runSteps, stepsOf, type Outcome } from "./shell.js";

/** What README says from an empty folder on. */
function newcomersPart(): Page {
  const page = readPage("README.md");
  const lines = page.text.split("\n");
  const [begin, end] = ["## Your own project", "## Documentation"].map((heading) => lines.indexOf(heading));
  const fences = page.fences.filter(({ place }) => {
    const line = Number(place.split(":").at(-1));
    return line > Number(begin) && line < Number(end);
  });
  return { ...page, fences };
}

/** Lines of npm that warn of something other than the settings of this machine. */
function warningsOf(said: string): readonly string[] {
  return said
    .split("\n")
    .filter((line) => /^npm warn (?!Unknown (?:user|env|global|builtin) config)/i.test(line));
}

/** A folder with the `node`, `npm` and `npx` of a newcomer. `.ci/newcomer` makes it. */
const bin = process.env["NEWCOMER_BIN"];
if (bin === undefined)
  console.warn("SKIPPED: a newcomer's first project needs the registry of npm: .ci/newcomer tests it.");

test.skipIf(bin === undefined)(
  "the commands and files of README work for a newcomer to its last line",
  { timeout: 600_000 },
  async () => {
    const page = newcomersPart();
    const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "data-api-newcomer-")));
    const folder = path.join(home, "my-blog");
    for (const each of [folder, path.join(home, "cache")]) fs.mkdirSync(each);
    // npm keeps downloads for all projects. What npx has installed before would be found there too.
    const cache = (await run(repository, "npm", "config", "get", "cache")).stdout.trim();
    fs.mkdirSync(path.join(cache, "_cacache"), { recursive: true });
    fs.symlinkSync(path.join(cache, "_cacache"), path.join(home, "cache/_cacache"), "dir");
    const registry = await startRegistry(home);
    const others = (process.env["PATH"] ?? "")
      .split(":")
      .filter((each) => !each.endsWith("node_modules/.bin"));
    const env = {
      ...withoutNpm(process.env),
      PATH: [bin, ...others].join(":"),
      npm_config_cache: path.join(home, "cache"),
      npm_config_registry: registry.url,
      // The answer to npx, which asks before it installs something.
      npm_config_yes: "true",
      // The driver of SQLite, if it is compiled. Without optimization that takes a third of the time.
      CFLAGS: "-O0",
      CXXFLAGS: "-O0",
    };
    const port = await freePort();
    const write = (name: string, text: string) => {
      fs.writeFileSync(path.join(folder, name), text);
    };
    let serving: ServingCommand | undefined;
    const kill = () => process.kill(-Number(serving?.pid), "SIGINT");
    const serve = async (command: string) => {
      serving = spawn("npm", [...command.split(" ").slice(1), "--", "--port", String(port)], {
        cwd: folder,
        env,
        stdio: ["ignore", "pipe", "pipe"],
        // npm and what it starts are a group, which ends together, as in a terminal.
        detached: true,
      });
      served = new Served(serving);
      await served.next(/Serving http/);
    };
    const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8");
    let served: Served | undefined;
    const done: Outcome[] = [];
    try {
      for (const fence of page.fences) {
        const { language, info, text, place } = fence;
        if (language === "ts") {
          const file = fileOf(page, fence);
          expect(file, `${place} does not say its file`).toBeDefined();
          const name = file ?? "";
          if (info === "generated") expect(dense(read(name)), place).toContain(dense(text));
          // What `init` has written is on the page as it is, but for line breaks.
          else if (fs.existsSync(path.join(folder, name)) && dense(read(name)) === dense(text)) continue;
          else {
            const isServed = fs.existsSync(path.join(folder, name));
            write(name, text);
            // It says more if other addresses answer than before.
            if (isServed) await served?.next(/The new version serves|Serving http/);
          }
        } else if (language === "diff") {
          // Only tried: what follows is of another configuration, which the generated code does not fit.
          patched(read(fileOf(page, fence) ?? ""), text);
        } else if (language === "sh") {
          const steps = stepsOf(text);
          const serves = steps.findIndex(({ command }) => command.startsWith("npm run dev"));
          const outcomes = await runSteps(serves === -1 ? steps : steps.slice(0, serves), port, {
            cwd: folder,
            env,
          });
          for (const outcome of outcomes) {
            const { command, exitCode, errors, output } = outcome;
            expect(exitCode, `${place} ${command}\n${output}\n${errors}`).toBe(0);
            expect(warningsOf(errors), `${place} ${command}`).toEqual([]);
            expectAsWritten(outcome, place);
          }
          done.push(...outcomes);
          if (serves !== -1) await serve("npm run dev");
        }
      }
      await served?.end(kill);
      await serve("npm start");
    } finally {
      await served?.end(kill);
      registry.stop();
      fs.rmSync(home, { recursive: true });
    }
    expect(done.filter(({ status }) => status !== undefined).length).toBeGreaterThan(4);
  },
);

function dense(text: string): string {
  return text.replace(/\s|,(?=\s*[}\])])/g, "");
}
