import { formatJson, type FormatOptions } from "./format.js";
import { together } from "../together.js";
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
  const formatted = await together(records, async (record): Promise<readonly Change[]> => {
    const { path, text } = record;
    const before = folder.readRecord(path);
    if (before === text) return [];
    if (text === undefined || !path.endsWith(".json")) return [record];
    if (withoutSpace(before) === withoutSpace(text)) return [];
    return [{ ...record, text: await formatJson(text, options) }];
  });
  return formatted.flat();
}

function withoutSpace(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, "");
}
