import { isStale } from "./is-stale.js";
import { oneLine } from "./one-line.js";
import type { FilePlan, Plan } from "./plan/plan.js";
import type { Permission } from "../runtime/model/model.js";

/** Whether a plan was written, only shown, or refused because of its conflicts. */
export type PlanOutcome = "written" | "planned" | "refused";

const HOW_TO_RESOLVE =
  "hint    Resolve a conflict in the file, or keep one side with --yours PATH or --generated PATH.";

/** Reports a run: a line for each changed file, then warnings, conflicts and hints. */
export function reportPlan(plan: Plan, outcome: PlanOutcome = "written"): string {
  const { files, roleChanges, hints } = plan;
  const changed = files.filter(
    ({ action }) => action === "create" || action === "update" || action === "delete",
  );
  const conflicts = files.filter(({ action }) => action === "conflict");
  const verb = outcome === "written" ? "changed" : "would change";
  const counts = [
    ...(changed.length > 0 ? [`${changed.length} of ${files.length} files ${verb}.`] : []),
    ...(changed.length + conflicts.length === 0 ? [idle(isStale(plan), outcome)] : []),
    ...(conflicts.length === 0
      ? []
      : [`${conflicts.length} ${conflicts.length === 1 ? "file has" : "files have"} conflicts.`]),
    ...(outcome === "refused" ? ["Nothing was written."] : []),
  ];
  return [
    ...changed.map(({ action, path }) => `${action}  ${path}`),
    ...roleChanges.map(
      ({ entity, operation, before, after }) =>
        `roles   ${entity}.${operation}: ${before === undefined ? "not known" : list(before)} → ${list(after)}`,
    ),
    ...files.flatMap(formatRenamed),
    ...files.flatMap(({ path, warnings }) => warnings.map((warning) => `warning  ${path}: ${warning}`)),
    ...conflicts.flatMap(formatConflicts),
    ...(conflicts.length > 0 ? [HOW_TO_RESOLVE] : []),
    ...hints.map((hint) => `hint    ${hint}`),
    counts.join(" "),
  ].join("\n");
}

/** The summary if no file changes. Records may still change. */
function idle(hasRecords: boolean, outcome: PlanOutcome): string {
  if (!hasRecords) return "Nothing to change.";
  return outcome === "written"
    ? "No file to change; .data-api was brought up to date."
    : "No file would change, but .data-api is not up to date.";
}

function list(permissions: readonly Permission[]): string {
  if (permissions.length === 0) return "nobody";
  return permissions.map(describe).join(", ");
}

/** `member (only title, content; where state="public")` */
function describe(permission: Permission): string {
  if (typeof permission === "string") return permission;
  const { role, fields, where } = permission;
  const limits = [
    ...(fields?.include === undefined ? [] : [`only ${fields.include.join(", ")}`]),
    ...(fields?.exclude === undefined ? [] : [`without ${fields.exclude.join(", ")}`]),
    ...(where === undefined ? [] : [`where ${oneLine(where)}`]),
  ];
  return limits.length === 0 ? role : `${role} (${limits.join("; ")})`;
}

/**
 * Reports the lines of edits by hand that were renamed, and those that may use the former name. The place
 * stands on its own line, because lines of code may be long.
 */
function formatRenamed({ path, renamed = [] }: FilePlan): readonly string[] {
  return renamed.flatMap(({ line, before, after }) =>
    after === undefined
      ? [`left    ${path}:${line} (may use the former name: check it)`, `  ${before}`]
      : [`renamed ${path}:${line}`, `- ${before}`, `+ ${after}`],
  );
}

/** `file:line unit (reason)`, a form that editors and terminals turn into links. */
function formatConflicts({ path, conflicts }: FilePlan): readonly string[] {
  return conflicts.map(({ line, unit, reason }) => {
    const place = line === undefined ? path : `${path}:${line}`;
    return unit === undefined ? `conflict  ${place} (${reason})` : `conflict  ${place} ${unit} (${reason})`;
  });
}

export function jsonPlan({ files, roleChanges, hints }: Plan, exitCode: number): string {
  const changed = files.filter(({ action, warnings }) => action !== "none" || warnings.length > 0);
  const summary = changed.map(({ path, action, conflicts, warnings, renamed = [] }) => ({
    path,
    action,
    conflicts,
    warnings,
    ...(renamed.length > 0 && { renamed }),
  }));
  return JSON.stringify({ exitCode, files: summary, roleChanges, hints }, null, 2);
}
