import type { OutputFolder } from "../files/output-folder.js";
import type { Change, Plan } from "./plan.js";

/**
 * Writes a plan: files first, then deletions, then baselines, then the other records. Each file is written
 * atomically. A run that is interrupted and repeated gives the same result.
 */
export function writePlan({ files, records }: Plan, folder: OutputFolder): void {
  for (const file of files) {
    for (const change of file.first) apply(change, folder);
    const isWritten = file.after !== file.before || file.action === "update";
    if (file.after !== undefined && isWritten) folder.write(file.path, file.after);
  }
  for (const { action, path } of files) {
    if (action === "delete") folder.remove(path);
  }
  for (const { last } of files) {
    for (const change of last) apply(change, folder);
  }
  for (const record of records) apply(record, folder);
}

function apply({ path, text, successor }: Change, folder: OutputFolder): void {
  if (text === undefined) folder.remove(path, successor);
  else folder.write(path, text);
}
