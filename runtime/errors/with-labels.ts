import { ApiError } from "./api-error.js";
import type { InputIssue } from "./input-issue.js";

/** Finds what people call the field that the path of a mistake names. `undefined` if it has no label. */
export type LabelOf = (path: string) => string | undefined;

/** The same error with the labels of the fields that its mistakes are about. Other errors as they are. */
export function withLabels(error: unknown, labelOf: LabelOf): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, headers, cause } = error;
  const issues = labelled(error.issues, labelOf);
  return issues === error.issues ? error : new ApiError(code, message, { issues, headers, cause });
}

/** @returns `issues` itself if none is about a field with a label. */
export function labelled(issues: readonly InputIssue[], labelOf: LabelOf): readonly InputIssue[] {
  const found = issues.map((issue) => {
    // To a caller who may not know a field, it is unknown, and so is its label.
    const label = issue.code === "unknown-field" ? undefined : labelOf(issue.path);
    return label === undefined ? issue : { ...issue, label };
  });
  return found.every((issue, index) => issue === issues[index]) ? issues : found;
}
