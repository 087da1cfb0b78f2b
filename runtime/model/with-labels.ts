import { ApiError } from "../errors/api-error.js";
import type { ProblemCode } from "../errors/codes.js";
import { withLabel, type LabelAt } from "./with-label.js";

/** The paths of these are parts of a read, such as `orderBy`, which may also be the name of a field. */
const ofReads: ReadonlySet<ProblemCode> = new Set([
  "invalid-condition",
  "invalid-query",
  "invalid-select",
  "invalid-order",
  "invalid-page",
  "invalid-header",
]);

/** The error with the labels of the fields that its issues are about. Other errors stay as they are. */
export function withLabels(error: unknown, labelAt: LabelAt): unknown {
  if (!(error instanceof ApiError) || ofReads.has(error.code)) return error;
  const { code, message, issues, headers, cause } = error;
  const labelled = issues.map((issue) => withLabel(issue, labelAt));
  if (labelled.every((issue, index) => issue === issues[index])) return error;
  return new ApiError(code, message, { issues: labelled, headers, cause });
}
