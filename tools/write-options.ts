import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { optionSchema } from "../generator/config/config-json-schema.js";
import { configTypes } from "./config-types.js";
import { configurationPage } from "./configuration-page.js";

/**
 * Writes the files that are generated from the shape of the configuration. With `--check` it only lists stale ones.
 */
const outputs = {
  "runtime/config/config.ts": configTypes,
  "docs/configuration.md": configurationPage,
};

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

for (const [path, render] of Object.entries(outputs)) {
  const formatter = [inProject("node_modules/oxfmt/bin/oxfmt"), `--stdin-filepath=${path}`];
  const text = execFileSync(process.execPath, formatter, {
    cwd: inProject("."),
    input: render(optionSchema()),
    encoding: "utf8",
  });
  if (!process.argv.includes("--check")) writeFileSync(inProject(path), text);
  else if (text !== readFileSync(inProject(path), "utf8")) {
    console.error(`${path} is stale: run "npm run options".`);
    process.exitCode = 1;
  }
}
