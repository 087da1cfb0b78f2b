import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
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

for (const [path, render] of Object.entries(outputs)) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const text = await format(render(optionSchema()), { ...(await resolveConfig(file)), filepath: file });
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (text !== readFileSync(file, "utf8")) {
    console.error(`${path} is stale: run "npm run options".`);
    process.exitCode = 1;
  }
}
