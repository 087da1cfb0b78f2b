import { formatJson, type FormatOptions } from "./format.js";
import type { OutputFolder } from "./output-folder.js";
import type { Change } from "../plan/plan.js";

/**
 * Formats the JSON files beside the code with the project's settings. A file whose content does not change
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
    if (text === undefined || !path.endsWith(".json")) formatted.push(record);
    else if (withoutSpace(folder.read(path)) !== withoutSpace(text))
      formatted.push({ ...record, text: await formatJson(text, options) });
  }
  return formatted;
}

function withoutSpace(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, "");
}
