import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CommandError } from "../command-error.js";
import { loadModel } from "../config/load-model.js";
import { httpFile, jetBrains, restClient } from "../requests/http-file.js";
import { isUnedited, markedText } from "../requests/marked-file.js";
import { planRequests } from "../requests/plan-requests.js";
import { command, configHelp, configOption, print } from "./command.js";

export const requests = command({
  help: `Usage: data-api requests [--config FILE] [--out DIR] [--url URL] [--force]

Writes one request for each operation, with valid examples: vscode.http for the extension REST Client of Visual Studio
Code, and jetbrains.http for the HTTP Client of JetBrains. Postman, Bruno and others import the OpenAPI document.

${configHelp}
  --out DIR         the folder of the files (default: requests)
  --url URL         the server (default: "openapi.url", else http://localhost:1337)
  --force           also write files that were edited by hand

Exit codes: 0 done, 1 a mistake, or a file was edited by hand: nothing was written`,
  options: { ...configOption, out: { type: "string" }, url: { type: "string" }, force: { type: "boolean" } },
  run: async (options) => {
    const url = options.url;
    if (url !== undefined && !/^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(url))
      throw new CommandError(`"${url}" is not a URL of a server: write one such as https://api.example.com.`);
    const plan = planRequests(await loadModel(options.config), url);
    const folder = options.out ?? "requests";
    const files = [
      ["vscode.http", markedText((mark) => httpFile(plan, restClient, mark))],
      ["jetbrains.http", markedText((mark) => httpFile(plan, jetBrains, mark))],
    ] as const;
    const edited = files.map(([name]) => path.join(folder, name)).filter(isEdited);
    if (edited.length > 0 && options.force !== true)
      throw new CommandError(
        `Nothing was written, because of edits by hand in: ${edited.join(", ")}. Write them again with --force, or choose another folder with --out.`,
      );
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) writeFileSync(path.join(folder, name), text);
    const names = files.map(([name]) => path.join(folder, name)).join(", ");
    print(`Wrote ${plan.requests.length} requests to ${names}.`);
  },
});

function isEdited(file: string): boolean {
  return existsSync(file) && !isUnedited(readFileSync(file, "utf8"));
}
