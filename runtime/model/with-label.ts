import type { InputIssue } from "../errors/input-issue.js";

/** The label of the field at a path. `undefined` if there is no such field, or if it has none. */
export type LabelAt = (path: string) => string | undefined;

/** The issue with its label. Without it where callers guess names: the label would say that there is such a field. */
export function withLabel(issue: InputIssue, labelAt: LabelAt): InputIssue {
  if (issue.label !== undefined || issue.code.startsWith("unknown-")) return issue;
  const label = labelAt(issue.path);
  return label === undefined ? issue : { ...issue, label };
}
