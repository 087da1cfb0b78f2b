import { join } from "node:path";
import { isStale } from "../is-stale.js";
import { CommandError } from "../command-error.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import { resolveGeneratedModel } from "../generate-files.js";
import { findConfig, loadConfig } from "../config/load-config.js";
import { withPlaces } from "../config/locate-problems.js";
import { loadProjectFormat } from "../files/project-format.js";
import { OutputFolder } from "../files/output-folder.js";
import { INDEX_PATH } from "../artifacts.js";
import { planClient } from "../plan/plan-client.js";
import { planRun } from "../plan/plan-run.js";
import type { ConflictSide } from "../merge/index.js";
import type { Plan, PlanOptions } from "../plan/plan.js";
import { printWarnings } from "../print-warnings.js";
import { createProgress } from "../progress.js";
import { styled } from "../colours.js";
import { envFile } from "../config/load-env.js";
import { suggestion } from "../../runtime/errors/nearest.js";
import type { Model } from "../../runtime/model/model.js";
import { jsonPlan, reportPlan, type PlanOutcome } from "../report.js";
import { watchProject } from "../watch/watch-project.js";
import { writePlan } from "../plan/write-plan.js";
import {
  command,
  configHelp,
  configOption,
  outHelp,
  outOption,
  print,
  type OptionValues,
} from "./command.js";

const table = {
  ...configOption,
  ...outOption,
  client: { type: "string" },
  check: { type: "boolean" },
  "dry-run": { type: "boolean" },
  diff: { type: "boolean" },
  json: { type: "boolean" },
  only: { type: "string" },
  watch: { type: "boolean" },
  "on-conflict": { type: "string" },
  yours: { type: "string", multiple: true },
  generated: { type: "string", multiple: true },
  adopt: { type: "boolean" },
  force: { type: "string", multiple: true },
  restore: { type: "string", multiple: true },
} as const;

type Options = OptionValues<typeof table>;

export const generate = command({
  help: `Usage: data-api generate [options]

Writes typed schemas, repositories and Express routes for every entity. Edits by hand are kept: changes of the
configuration are merged in, declaration by declaration. If both changed the same lines, git's conflict markers are
written around them, and the exit code is 3.

${configHelp}
${outHelp}
  --client FILE     write the types of all entities for a client into FILE, and nothing else unless --out is given
  --check           write nothing, print the difference, and exit with 2 if there is one
  --dry-run         write nothing, print what would change
  --diff            print the changes as a unified diff
  --json            print the changes as JSON
  --only ENTITY     only the files of this entity, and index.ts
  --watch           run again whenever the configuration changes
  --on-conflict HOW resolve all conflicts by: markers (default), yours, generated, or fail: write nothing if there are any
  --yours PATH      keep your side of this file's conflicts, also of those marked in it already; can be repeated
  --generated PATH  take the generated side of this file's conflicts; can be repeated
  --adopt           accept files without a baseline as they are
  --force PATH      discard your edits of this file (below the output folder); can be repeated
  --restore PATH[#UNIT]  bring back a deleted file or declaration; can be repeated

Exit codes: 0 done or nothing to do, 1 a mistake (nothing was written), 2 --check found a difference, 3 conflicts`,
  options: table,
  run: async (options) => {
    if (options.watch !== true) return runOnce(options);
    if (options.check === true)
      throw new CommandError(
        "--check and --watch cannot be combined: --check ends with an exit code, --watch does not end.",
      );
    return watchConfig(options);
  },
});

async function runOnce(options: Options): Promise<ExitCode> {
  const model = resolveGeneratedModel(await loadConfig(options.config));
  printWarnings(model);
  const client = options.client;
  if (client === undefined) return generateServer(model, options);
  // Planned before anything is written: its mistakes leave everything as it was.
  const { plan, folder } = await planClient(model, client);
  const server = options.out === undefined ? exitCodes.done : await generateServer(model, options);
  const isPlanned = options.check === true || options["dry-run"] === true;
  if (!isPlanned) writePlan(plan, folder);
  const exitCode = options.check === true && isStale(plan) ? exitCodes.different : exitCodes.done;
  await report(plan, exitCode, isPlanned ? "planned" : "written", options);
  return server === exitCodes.done ? exitCode : server;
}

async function generateServer(model: Model, options: Options): Promise<ExitCode> {
  const folder = new OutputFolder(options.out ?? "src/api");
  const only = options.only;
  const names = model.entities.map(({ name }) => name);
  if (only !== undefined && !names.includes(only))
    throw new CommandError(`There is no entity "${only}"; there are: ${names.join(", ")}.`);
  const progress = createProgress();
  const planOptions = parsePlanOptions(options, folder);
  const plan = await planRun(model, folder, {
    ...planOptions,
    only,
    // One format for all files: that of `index.ts`.
    format: await loadProjectFormat(join(folder.root, INDEX_PATH)),
    onProgress: progress.show,
  });
  progress.clear();
  checkPaths(plan, planOptions);
  const isCheck = options.check === true;
  const hasConflicts = plan.files.some(({ action }) => action === "conflict");
  const isRefused = hasConflicts && planOptions.onConflict === "fail";
  if (!isCheck && options["dry-run"] !== true && !isRefused) writePlan(plan, folder);
  const exitCode = hasConflicts
    ? exitCodes.conflicts
    : isCheck && isStale(plan)
      ? exitCodes.different
      : exitCodes.done;
  const isPlanned = isCheck || options["dry-run"] === true;
  await report(plan, exitCode, isPlanned ? "planned" : isRefused ? "refused" : "written", options);
  return exitCode;
}

async function report(plan: Plan, exitCode: ExitCode, outcome: PlanOutcome, options: Options): Promise<void> {
  if (options.json === true) {
    print(jsonPlan(plan, exitCode));
    return;
  }
  if (options.check === true || options.diff === true) {
    const { diffPlan } = await import("../unified-diff.js");
    process.stdout.write(diffPlan(plan));
  }
  const actions = /^(?:create|update|delete|conflict|warning)\b/gm;
  print(
    reportPlan(plan, outcome).replaceAll(actions, (action) =>
      styled(actionStyles[action] ?? "reset", action),
    ),
  );
}

const actionStyles: Readonly<Record<string, Parameters<typeof styled>[0]>> = {
  create: "green",
  update: "yellow",
  delete: "red",
  conflict: "red",
  warning: "yellow",
};

/** The plan options that come from the command line. */
type AskedOptions = Omit<PlanOptions, "only" | "format" | "onProgress">;

/** Rejects a path that is not a generated file, because its option would have no effect. */
function checkPaths({ files }: Plan, { force, restore, settle }: AskedOptions): void {
  const paths = files.map((file) => file.path);
  for (const [option, given] of [
    ["--force", force] as const,
    ["--restore", new Set(restore.keys())] as const,
    ...Array.from(settle, ([path, side]) => [`--${side}`, new Set([path])] as const),
  ]) {
    for (const path of given) {
      if (!paths.includes(path))
        throw new CommandError(`${option}: "${path}" is not a generated file.${suggestion(path, paths)}`);
    }
  }
}

function parsePlanOptions(options: Options, folder: OutputFolder): AskedOptions {
  const given = options["on-conflict"] ?? "markers";
  const onConflict = (["markers", "yours", "generated", "fail"] as const).find((way) => way === given);
  if (onConflict === undefined)
    throw new CommandError(`--on-conflict takes markers, yours, generated or fail, not "${given}".`);
  const restore = new Map<string, ReadonlySet<string>>();
  for (const place of options.restore ?? []) {
    const [file = "", unit] = place.split(/#(.*)/s);
    const path = folder.relative(file);
    restore.set(path, new Set([...(restore.get(path) ?? []), ...(unit === undefined ? [] : [unit])]));
  }
  const settle = new Map<string, ConflictSide>();
  for (const side of ["yours", "generated"] as const) {
    for (const file of options[side] ?? []) {
      const path = folder.relative(file);
      if (settle.has(path) && settle.get(path) !== side)
        throw new CommandError(`"${path}" cannot be resolved by both --yours and --generated.`);
      settle.set(path, side);
    }
  }
  return {
    onConflict,
    settle,
    adopt: options.adopt === true,
    force: new Set(options.force?.map((path) => folder.relative(path))),
    restore,
  };
}

/** Runs a task. A call during a run causes one more run after it. */
function oneAtATime(task: () => Promise<void>): () => void {
  let isWanted = false;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await task();
    }
    running = undefined;
  };
  return () => {
    isWanted = true;
    running ??= run();
  };
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

/** Runs again after each change, one run at a time. A run that fails writes nothing. */
async function watchConfig(options: Options): Promise<undefined> {
  const file = findConfig(options.config);
  const run = oneAtATime(async () => {
    try {
      await runOnce(options);
    } catch (error) {
      const shown = (await withPlaces(error, file)) as Error;
      process.stderr.write(`${styled("red", shown.message, process.stderr)}\n`);
    }
  });
  const watcher = watchProject([file, envFile(file)], run);
  run();
  await untilInterrupted();
  watcher.close();
}
