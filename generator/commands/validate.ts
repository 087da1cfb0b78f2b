import { resolveModel } from "../../runtime/config/resolve-model.js";
import { exitCodes } from "../exit-codes.js";
import { loadConfig } from "../load-config.js";
import { printWarnings } from "../print-warnings.js";
import { configHelp, configOption, print, textOption, type Command } from "./command.js";

export const validate: Command = {
  name: "validate",
  help: `Usage: data-api validate [--config FILE]

Checks the configuration and lists all mistakes. The exit code is 0 if there are none, else 1.

${configHelp}`,
  options: configOption,
  run: async (options) => {
    const model = resolveModel(await loadConfig(textOption(options, "config")));
    const { entities } = model;
    printWarnings(model);
    print(`The configuration is valid: ${entities.length} ${entities.length === 1 ? "entity" : "entities"}.`);
    return exitCodes.done;
  },
};
