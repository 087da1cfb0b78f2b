import { FIELDS_FOLDER, PARAMETERS_FOLDER } from "../artifacts.js";
import { formatCode } from "../files/format.js";
import type { OutputFolder } from "../files/output-folder.js";
import type { RecordedOutput } from "../outputs.js";
import { hashOfRendered, renderOutput } from "../render.js";
import { unknownFieldsView } from "../views/recorded-views.js";
import type { PlannedFile } from "./plan-outcome.js";
import type { Change, Run } from "./plan.js";

/**
 * Plans code that no one edits. Its first line has a hash of what the code depends on and of the code, so that a run
 * without changes need not render it, and a file into which git has merged two branches is written again.
 */
export async function planRecorded(
  output: RecordedOutput,
  { folder, options: { format } }: Pick<Run, "folder" | "options">,
): Promise<readonly Change[]> {
  const firstLine = (code: string) =>
    `// Generated from the configuration: do not edit. ${hashOfRendered(output, format, `\n${code}`)}\n`;
  const before = folder.readRecord(output.path);
  const [, hash, known = ""] = /^(.*\n)([^]*)$/.exec(before ?? "") ?? [];
  if (hash === firstLine(known)) return [];
  const code = await formatCode(await renderOutput(output), format);
  return [{ path: output.path, text: `${firstLine(code)}${code}` }];
}

/**
 * Plans the file with the fields for which another file was generated. It follows that file: while the file waits for
 * a correction, the server must not take it for current.
 */
export async function planFields(
  output: RecordedOutput,
  { isLeftAlone }: Pick<PlannedFile, "isLeftAlone">,
  run: Pick<Run, "folder" | "options">,
): Promise<readonly Change[]> {
  if (!isLeftAlone) return planRecorded(output, run);
  if (run.folder.exists(output.path)) return [];
  return planRecorded({ ...output, view: unknownFieldsView(output.view as { readonly of: string }) }, run);
}

/** The removal of the files of entities and operations that are not generated any more. */
export function planLeftovers(current: ReadonlySet<string>, folder: OutputFolder): readonly Change[] {
  return [FIELDS_FOLDER, PARAMETERS_FOLDER]
    .flatMap((within) => folder.list(within).map((name) => `${within}/${name}`))
    .filter((path) => !current.has(path))
    .map((path) => {
      const successor = [...current].find((each) => each.toLowerCase() === path.toLowerCase());
      return { path, text: undefined, ...(successor !== undefined && { successor }) };
    });
}
