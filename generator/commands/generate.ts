import { resolveModel } from "../../runtime/config/resolve-model.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import { renderModel } from "../generate.js";
import { loadConfig } from "../load-config.js";
import { OutputFolder } from "../output-folder.js";
import { planRun, type Plan } from "../plan.js";
import { diffPlan, reportPlan } from "../report.js";
import { writePlan } from "../write-plan.js";
import { configHelp, configOption, print, textOption, type Command } from "./command.js";

export const generate: Command = {
  name: "generate",
  summary: "write the typed TypeScript of the configuration",
  help: `Usage: data-api generate [--config FILE] [--out DIR] [--check | --dry-run]

Writes typed schemas, repositories and Express routes for every entity. Files that people have edited are never
overwritten: those that the configuration changes too are reported, with exit code 3.

${configHelp}
  --out DIR      the output folder (default: src/api)
  --check        write nothing, print what differs, and exit with 2 if anything does
  --dry-run      write nothing, print what would be done

Exit codes: 0 done or nothing to do, 1 a mistake (nothing was written), 2 --check found a difference, 3 conflicts`,
  options: {
    ...configOption,
    out: { type: "string" },
    check: { type: "boolean" },
    "dry-run": { type: "boolean" },
  },
  run: async (options) => {
    const model = resolveModel(await loadConfig(textOption(options, "config")));
    const folder = new OutputFolder(textOption(options, "out") ?? "src/api");
    const plan = planRun(await renderModel(model), folder);
    const isCheck = options["check"] === true;
    if (!isCheck && options["dry-run"] !== true) writePlan(plan, folder);
    if (isCheck) process.stdout.write(diffPlan(plan));
    print(reportPlan(plan));
    return exitCodeOf(plan, isCheck);
  },
};

function exitCodeOf({ files, baselines }: Plan, isCheck: boolean): ExitCode {
  if (files.some(({ kind }) => kind === "conflict")) return exitCodes.conflicts;
  const isStale = files.some(({ kind }) => kind === "write") || baselines.length > 0;
  return isCheck && isStale ? exitCodes.stale : exitCodes.done;
}
