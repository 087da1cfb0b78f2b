import type { Model } from "../../runtime/model/model.js";
import { OPENAPI_PATH } from "../artifacts.js";
import { formatJson } from "../files/format.js";
import type { OutputFolder } from "../files/output-folder.js";
import { untouched } from "./plan-outcome.js";
import type { FilePlan, PlanOptions } from "./plan.js";

/** Marks a document that `generate` may replace. */
const MARK = { "x-generated-by": "data-api generate" } as const;
const marked = /"x-generated-by":\s*"data-api generate"/;

/**
 * Plans the OpenAPI document beside the code, if the configuration asks for it. Edits by hand are not kept. Another
 * file at its path is a conflict.
 */
export async function planOpenapi(
  model: Model,
  folder: OutputFolder,
  { format, force }: Pick<PlanOptions, "format" | "force">,
): Promise<readonly FilePlan[]> {
  if (model.openapi === false || !model.openapi.file) return [];
  const id = { entity: undefined, artifact: "openapi", path: OPENAPI_PATH } as const;
  const before = folder.read(OPENAPI_PATH);
  // Imported late: it loads the server's surfaces, which a run without a document does not need.
  const { openapiDocument } = await import("../../runtime/surfaces/openapi/openapi-document.js");
  const text = JSON.stringify({ ...MARK, ...openapiDocument(model) });
  const file = untouched(id, before);
  // Formatting takes longer than the rest. A file with the same content keeps its format.
  if (before !== undefined && compact(before) === text) return [file];
  if (before !== undefined && !marked.test(before) && !force.has(OPENAPI_PATH)) {
    const reason = `data-api generate did not write it; move it, or --force ${OPENAPI_PATH} replaces it`;
    return [{ ...file, action: "conflict", conflicts: [{ line: undefined, unit: undefined, reason }] }];
  }
  const action = before === undefined ? "create" : "update";
  return [{ ...file, action, after: await formatJson(text, format) }];
}

/** `undefined` if it is not JSON, for example after a merge with conflicts. */
function compact(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
