import { writeFile } from "node:fs/promises";
import { openapiDocument } from "../../runtime/surfaces/openapi/openapi-document.js";
import { CommandError } from "../command-error.js";
import { loadModel } from "../config/load-model.js";
import { printWarnings } from "../print-warnings.js";
import { command, configHelp, configOption, print } from "./command.js";

export const openapi = command({
  help: `Usage: data-api openapi [--out FILE] [--config FILE]

Prints the OpenAPI 3.1 document of the configuration: all operations that at least one role may do. It needs no database,
and the configuration need not serve the document.

${configHelp}
  --out FILE        write the document to this file instead`,
  options: { ...configOption, out: { type: "string" } },
  run: async (options) => {
    const model = await loadModel(options.config);
    printWarnings(model);
    const text = JSON.stringify(openapiDocument(model), null, 2);
    const file = options.out;
    if (file === undefined) print(text);
    else await write(file, `${text}\n`);
  },
});

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new CommandError(`The file ${file} cannot be written: ${(error as Error).message}`);
  }
}
