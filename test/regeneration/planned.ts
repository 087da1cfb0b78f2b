import type { Config } from "data-api";
import { resolveGeneratedModel } from "../../generator/generate-files.js";
import { OutputFolder } from "../../generator/files/output-folder.js";
import { planRun } from "../../generator/plan/plan-run.js";
import type { Plan, PlanOptions } from "../../generator/plan/plan.js";
import { writePlan } from "../../generator/plan/write-plan.js";

export const defaultOptions: PlanOptions = {
  onConflict: "markers",
  settle: new Map(),
  only: undefined,
  adopt: false,
  force: new Set(),
  restore: new Map(),
  format: { printWidth: 110 },
};

/** Plans a run without writing. */
export function planOnly(
  config: Config,
  folder: OutputFolder,
  options: Partial<PlanOptions> = {},
): Promise<Plan> {
  return planRun(resolveGeneratedModel(config), folder, { ...defaultOptions, ...options });
}

/** Plans and writes a run, without the command line. */
export async function regenerate(
  config: Config,
  folder: OutputFolder,
  options: Partial<PlanOptions> = {},
): Promise<Plan> {
  const plan = await planOnly(config, folder, options);
  writePlan(plan, folder);
  return plan;
}

export class Killed extends Error {}

/** A folder that simulates a process that is killed after a number of changes. */
export class BrittleFolder extends OutputFolder {
  #changesLeft: number;

  constructor(root: string, changesLeft: number) {
    super(root);
    this.#changesLeft = changesLeft;
  }

  override write(file: string, text: string): void {
    this.#count();
    super.write(file, text);
  }

  override remove(file: string, successor?: string): void {
    this.#count();
    super.remove(file, successor);
  }

  #count(): void {
    if (this.#changesLeft-- === 0) throw new Killed();
  }
}
