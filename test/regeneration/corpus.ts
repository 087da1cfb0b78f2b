import fs from "node:fs";
import path from "node:path";
import type { Config } from "data-api";
import type { Case, Step } from "./case.js";
import { compareTrees, shorten } from "./compare-trees.js";
import { applyEdit, isStyle, transforms } from "./edits.js";
import { freshTree, Workspace, type Result } from "./workspace.js";

const folder = path.join(import.meta.dirname, "cases");
const goldenNames = ["expected.txt", "expected.diff"];

/** The names of all cases, which are the names of their folders. */
export const caseNames = fs.readdirSync(folder).sort();

export async function loadCase(name: string): Promise<Case> {
  const module = (await import(/* @vite-ignore */ path.join(folder, name, "case.ts"))) as { default: Case };
  return module.default;
}

/** The result of a case. */
export interface Told {
  readonly workspace: Workspace;
  /** The commands, their output and exit codes, and the final tree. */
  readonly transcript: string;
  /** How the files differ from newly generated ones, or from those at the beginning, as a unified diff. */
  readonly difference: string;
  /** The configuration that the tree was last generated from. */
  readonly config: Config | undefined;
  /** Runs the last command again. */
  readonly again: (() => Promise<Result>) | undefined;
}

export async function tell(story: Case): Promise<Told> {
  const workspace = new Workspace();
  if (story.config !== undefined) {
    const { exitCode, output } = await workspace.generate(story.config);
    if (exitCode !== 0) throw new Error(output);
  }
  let config = story.config;
  /** The configuration of the current tree. A configuration with mistakes generates no tree. */
  let current = story.config;
  let again: Told["again"];
  const parts: string[] = [];
  const first = workspace.tree();
  let edited: typeof first | undefined;
  for (const step of story.steps) {
    config = step.config ?? config;
    for (const edit of step.edits ?? []) await applyEdit(workspace, edit);
    edited ??= workspace.tree();
    if (step.run === "nothing") continue;
    const run = commandOf(step, config, workspace);
    const { exitCode, output } = await run();
    parts.push(`$ ${nameOf(step)}\n${anonymous(output, workspace)}exit ${exitCode}\n`);
    if (exitCode !== 1) current = config;
    if (step.run !== "status") again = run;
  }
  const generated = current === undefined ? {} : await freshTree(current);
  const styled = await styledTree(generated, story);
  const bases = { generated, styled, first, edited: edited ?? first };
  const { lines, difference } = compareTrees(workspace.tree(), bases);
  return {
    workspace,
    transcript: shorten([...parts, ["Files:", ...lines, ""].join("\n")].join("\n"), bases),
    difference,
    config: current,
    again,
  };
}

/** A tree in the style that the first edits give to its files. */
async function styledTree(
  tree: Readonly<Record<string, string>>,
  story: Case,
): Promise<Readonly<Record<string, string>>> {
  const styled = { ...tree };
  for (const edit of story.steps[0]?.edits ?? []) {
    if (edit.kind !== "transform" || !isStyle(edit.how)) continue;
    const text = styled[edit.file];
    if (text !== undefined) styled[edit.file] = await transforms[edit.how](text);
  }
  return styled;
}

function commandOf(step: Step, config: Config | undefined, workspace: Workspace): () => Promise<Result> {
  if (step.run === "status") return () => workspace.status();
  if (config === undefined) throw new Error("A case must have a configuration when it runs something.");
  return () => workspace.generate(config, ...(typeof step.run === "object" ? step.run : []));
}

function nameOf({ run }: Step): string {
  if (run === "status") return "data-api status";
  return ["data-api generate", ...(typeof run === "object" ? run : [])].join(" ");
}

function anonymous(output: string, workspace: Workspace): string {
  return output.replaceAll(workspace.folder, "<folder>");
}

/** The golden files of a case, by their names. */
export function goldenOf(name: string): Readonly<Record<string, string>> {
  const files = goldenNames.map((file) => [file, path.join(folder, name, file)] as const);
  return Object.fromEntries(
    files
      .filter(([, place]) => fs.existsSync(place))
      .map(([file, place]) => [file, fs.readFileSync(place, "utf8")]),
  );
}

/** Only what differs from generated code is golden: `test/golden` has the rest. */
export function toGolden({ transcript, difference }: Told): Readonly<Record<string, string>> {
  return { "expected.txt": transcript, ...(difference !== "" && { "expected.diff": difference }) };
}

export function updateGolden(name: string, golden: Readonly<Record<string, string>>): void {
  for (const file of goldenNames) fs.rmSync(path.join(folder, name, file), { force: true });
  for (const [file, text] of Object.entries(golden)) fs.writeFileSync(path.join(folder, name, file), text);
}
