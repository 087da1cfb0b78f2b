import { exitCodes, type ExitCode } from "../exit-codes.js";
import { styled } from "../colours.js";
import { loadModel } from "../config/load-model.js";
import { printWarnings } from "../print-warnings.js";
import { reportValidation } from "../config/validation-report.js";
import { command, configHelp, configOption, print } from "./command.js";

export const validate = command({
  help: `Usage: data-api validate [--config FILE] [--json]

Checks the configuration and lists all mistakes. The exit code is 0 if there are none, else 1.

${configHelp}
  --json            print the result as JSON, for editors`,
  options: { ...configOption, json: { type: "boolean" } },
  run: async (options) => {
    const file = options.config;
    if (options.json === true) return printReport(file);
    const model = await loadModel(file);
    const { entities } = model;
    printWarnings(model);
    const count = `${entities.length} ${entities.length === 1 ? "entity" : "entities"}`;
    print(`${styled("green", "The configuration is valid:")} ${count}.`);
    return exitCodes.done;
  },
});

async function printReport(file: string | undefined): Promise<ExitCode> {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // Output of the configuration itself must not be mixed with the JSON.
  stdout.write = stderr.write.bind(stderr);
  const report = await reportValidation(file);
  write(`${JSON.stringify(report, null, 2)}\n`);
  return report.valid ? exitCodes.done : exitCodes.failed;
}
