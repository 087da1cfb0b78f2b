import { basename } from "node:path";
import { isBlocked, type LintedMigration, type LintedRisk, type LintedStep } from "./lint-migrations.js";
import { oneLine } from "../one-line.js";

/** The statements with findings, and how many of them are left to accept. */
export function printLint(migrations: readonly LintedMigration[]): string {
  const steps = migrations.flatMap(({ path, steps: all }) => all.map((step) => ({ path, step })));
  const shown = steps
    .filter(({ step }) => hasSomethingToSay(step))
    .map(({ path, step }) => printStep(path, step));
  return [...shown, summary(migrations)].join("\n\n");
}

function hasSomethingToSay({ step, risks, unusedAccepts, notes }: LintedStep): boolean {
  return step.kind === "file" || risks.length + unusedAccepts.length + notes.length > 0;
}

function printStep(path: string, linted: LintedStep): string {
  const { step, risks, notes, unusedAccepts } = linted;
  return [
    `${path}:${step.line}: ${titleOf(linted)}`,
    ...(step.kind === "file" ? ["  not judged: what a step in TypeScript does is not known."] : []),
    ...risks.flatMap(printRisk),
    ...unusedAccepts.map((risk) => `  warning: "-- accept: ${risk}" accepts nothing: remove it.`),
    ...notes.map((note) => `  ${oneLine(note)}`),
  ].join("\n");
}

function titleOf({ step }: LintedStep): string {
  if (step.kind === "file") return `data step ./${basename(step.path)}`;
  const [first = ""] = step.text.split("\n");
  return first.length > 100 ? `${first.slice(0, 99)}…` : first;
}

const remarks: Readonly<Record<LintedRisk["state"], string>> = {
  open: "",
  accepted: " (accepted)",
  settled: " (not with the rows of this database)",
};

function printRisk({ risk, why, safer, state }: LintedRisk): readonly string[] {
  const line = `  ${risk}${remarks[state]}: ${why}`;
  return state === "open" && safer !== undefined ? [line, `    safer: ${safer}`] : [line];
}

function summary(migrations: readonly LintedMigration[]): string {
  const steps = migrations.flatMap((migration) => migration.steps);
  const blocked = steps.filter(isBlocked).length;
  const names =
    migrations.length === 1 ? `"${migrations[0]?.name ?? ""}"` : `${migrations.length} migrations`;
  if (migrations.length === 0) return "There is no migration.";
  if (blocked === 0) return `${names}: nothing is left to accept.`;
  const what = blocked === 1 ? "1 statement needs" : `${blocked} statements need`;
  return `${names}: ${what} a safer way, or "-- accept: …" on the line before.`;
}

export function lintToJson(migrations: readonly LintedMigration[]): string {
  const rows = migrations.map(({ name, path, steps }) => ({
    name,
    path,
    steps: steps.map(({ step, ...said }) => ({
      line: step.line,
      ...(step.kind === "sql" ? { statement: step.text } : { file: step.path }),
      ...said,
    })),
  }));
  return JSON.stringify(rows, null, 2);
}
