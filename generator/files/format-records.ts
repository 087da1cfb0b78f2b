import { formatJson, type FormatOptions } from "./format.js";
import type { OutputFolder } from "./output-folder.js";
import type { Change } from "../plan/plan.js";

/**
 * The records that change, and their JSON formatted with the project's settings. A file whose content does not change
 * keeps its format.
 */
export async function formatRecords(
  records: readonly Change[],
  folder: OutputFolder,
  options: FormatOptions,
): Promise<readonly Change[]> {
  const formatted: Change[] = [];
  for (const record of records) {
    const { path, text } = record;
    const before = folder.readRecord(path);
    if (before === text) continue;
    if (text === undefined || !path.endsWith(".json")) formatted.push(record);
    else if (withoutSpace(before) !== withoutSpace(text))
      formatted.push({ ...record, text: await formatJson(text, options) });
  }
  return formatted;
}

function withoutSpace(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, "");
}
