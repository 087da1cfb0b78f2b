import { writeFile } from "node:fs/promises";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { openapiDocument } from "../../runtime/surfaces/openapi/openapi-document.js";
import { CommandError } from "../command-error.js";
import { exitCodes } from "../exit-codes.js";
import { loadConfig } from "../config/load-config.js";
import { printWarnings } from "../print-warnings.js";
import { configHelp, configOption, print, textOption, type Command } from "./command.js";

export const openapi: Command = {
  name: "openapi",
  help: `Usage: data-api openapi [--out FILE] [--config FILE]

Prints the OpenAPI 3.1 document of the configuration: all operations that at least one role may do. It needs no database,
and the configuration need not serve the document.

${configHelp}
  --out FILE        write the document to this file instead`,
  options: { ...configOption, out: { type: "string" } },
  run: async (options) => {
    const model = resolveModel(await loadConfig(textOption(options, "config")));
    printWarnings(model);
    const text = JSON.stringify(openapiDocument(model), null, 2);
    const file = textOption(options, "out");
    if (file === undefined) print(text);
    else await write(file, `${text}\n`);
    return exitCodes.done;
  },
};

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new CommandError(`The file ${file} cannot be written: ${(error as Error).message}`);
  }
}
