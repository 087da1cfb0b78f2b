import { findConfig, loadConfig } from "../config/load-config.js";
import { findSeed, missingSeed } from "../seed/find-seed.js";
import { printSeedReport } from "../seed/print-seed-report.js";
import { hasGeneratedCode } from "../seed/project-api.js";
import { runProjectSeed } from "../seed/run-project-seed.js";
import { command, configHelp, configOption, print } from "./command.js";

export const dbSeed = command({
  help: `Usage: data-api db seed [--config FILE] [--file FILE] [--out DIR]

Runs the seed of the project, seed.ts beside the configuration: its default export writes the records that a database
begins with. They are written through the repositories, with all rights, in one transaction: all of them or none. Creates
missing tables first, as a server does when it starts. If there is generated code, its repositories are used.

${configHelp}
  --file FILE       the seed (default: seed.{ts,mts,js,mjs,cjs} beside the configuration)
  --out DIR         the folder of the generated code, if there is some (default: src/api)

Exit codes: 0 done, 1 a mistake (nothing was written)`,
  options: { ...configOption, file: { type: "string" }, out: { type: "string" } },
  run: async (options) => {
    const configFile = findConfig(options.config);
    const file = findSeed(options.file, configFile);
    if (file === undefined) throw missingSeed(configFile);
    const out = options.out ?? "src/api";
    const report = await runProjectSeed(await loadConfig(configFile), file, out);
    if (hasGeneratedCode(out)) print(`Written through the repositories in ${out}.`);
    print(printSeedReport(report));
  },
});
