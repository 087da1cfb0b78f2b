import { createTwoFilesPatch } from "diff";
import { isStale } from "./check.js";
import { oneLine } from "./one-line.js";
import type { FilePlan, Plan } from "./plan.js";
import type { Permission } from "../runtime/model/model.js";

/** Whether a plan was carried out, was only to be looked at, or was not carried out because of its conflicts. */
export type Outcome = "written" | "planned" | "refused";

/** What a run did or would do: a line for every file that is not as it was, and what people must know. */
export function reportPlan(plan: Plan, outcome: Outcome = "written"): string {
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
      : [`${conflicts.length} ${conflicts.length === 1 ? "file needs" : "files need"} you.`]),
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
    ...hints.map((hint) => `hint    ${hint}`),
    counts.join(" "),
  ].join("\n");
}

/** No file changes, but what is kept of the files may. */
function idle(hasRecords: boolean, outcome: Outcome): string {
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

/** What a new name did to people's own lines, and where it may be meant as well. */
function formatRenamed({ path, renamed = [] }: FilePlan): readonly string[] {
  return renamed.map(({ line, before, after }) =>
    after === undefined
      ? `left    ${path}:${line}: ${before} (may mean the former name: look at it)`
      : `renamed ${path}:${line}: ${before} → ${after}`,
  );
}

/** `file:line unit (reason)`, as editors and terminals can follow it. */
function formatConflicts({ path, conflicts }: FilePlan): readonly string[] {
  return conflicts.map(({ line, unit, reason }) => {
    const place = line === undefined ? path : `${path}:${line}`;
    return unit === undefined ? `conflict  ${place} (${reason})` : `conflict  ${place} ${unit} (${reason})`;
  });
}

/** The changes as a unified diff. */
export function diffPlan({ files }: Plan): string {
  return files
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after }) => diffTexts(path, before, after))
    .join("");
}

/** What has become of one file as a unified diff; undefined for no file. */
export function diffTexts(path: string, before: string | undefined, after: string | undefined): string {
  const from = before === undefined ? "/dev/null" : `a/${path}`;
  const to = after === undefined ? "/dev/null" : `b/${path}`;
  return createTwoFilesPatch(from, to, before ?? "", after ?? "", undefined, undefined, {
    context: 3,
  }).replace(/^=+\n/, "");
}

/** The same for programs. */
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
