import path from "node:path";
import type { Model } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";
import { formatCode } from "../files/format.js";
import { OutputFolder } from "../files/output-folder.js";
import { untouched } from "./plan-outcome.js";
import type { Plan } from "./plan.js";
import { loadProjectFormat } from "../files/project-format.js";
import { renderOutput } from "../render.js";
import { clientView } from "../views/client-view.js";

const MARK = "// @data-api client";

/**
 * Plans the file with the types of all entities for a client. It takes no edits by hand: it is written whole.
 * @throws {CommandError} if there is a file that was not generated.
 */
export async function planClient(
  model: Model,
  file: string,
): Promise<{ readonly plan: Plan; readonly folder: OutputFolder }> {
  if (!/\.[cm]?ts$/.test(file))
    throw new CommandError(
      `--client takes the path of a TypeScript file, such as src/api-client.ts, not "${file}".`,
    );
  const folder = new OutputFolder(path.dirname(file));
  const name = path.basename(file);
  const before = folder.readRecord(name);
  if (before !== undefined && !before.startsWith(MARK))
    throw new CommandError(
      `"${file}" was not generated: its first line is not "${MARK}". Name another file.`,
    );
  const code = await renderOutput({ template: "client.ts.hbs", view: clientView(model) });
  const after = await formatCode(code, await loadProjectFormat(path.resolve(file)));
  const action = before === undefined ? "create" : before === after ? "none" : "update";
  const planned = untouched({ entity: undefined, artifact: "index", path: name }, before);
  return {
    folder,
    plan: { files: [{ ...planned, action, after }], roleChanges: [], hints: [], records: [] },
  };
}
