import type { Model } from "../runtime/model/model.js";
import { openapiText } from "../runtime/surfaces/openapi/openapi-document.js";
import { OPENAPI_PATH } from "./artifacts.js";
import { formatJson } from "./format.js";
import type { OutputFolder } from "./output-folder.js";
import { untouched } from "./plan-outcome.js";
import type { FilePlan, PlanOptions } from "./plan.js";

/**
 * Plans the OpenAPI document beside the code, if the configuration asks for it. It is generated alone: edits by
 * hand are not kept.
 */
export async function planOpenapi(
  model: Model,
  folder: OutputFolder,
  { format }: Pick<PlanOptions, "format">,
): Promise<readonly FilePlan[]> {
  if (model.openapi === false || !model.openapi.file) return [];
  const id = { entity: undefined, artifact: "openapi", path: OPENAPI_PATH } as const;
  const before = folder.read(OPENAPI_PATH);
  const text = openapiText(model);
  const file = untouched(id, before);
  // Formatting takes longer than the rest. A file with the same content keeps its format.
  if (before !== undefined && compact(before) === text) return [file];
  const action = before === undefined ? "create" : "update";
  return [{ ...file, action, after: await formatJson(text, format) }];
}

/** `undefined` if it is no JSON, as after a merge with conflicts. */
function compact(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
