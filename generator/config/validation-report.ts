import { ConfigError, type ConfigProblem } from "../../runtime/errors/config-error.js";
import { CommandError } from "../command-error.js";
import { ConfigLoadError } from "./config-load-error.js";
import { withoutCredentials } from "./explain-error.js";
import { JsonError } from "./json-error.js";
import { findConfig } from "./load-config.js";
import { loadModel } from "./load-model.js";
import { locateProblems, unlessMissing, withVariable } from "./locate-problems.js";
import type { SourcePlace } from "../locate/source-place.js";

/** The output of `validate --json`. New members may be added; anything else is a new version. */
export interface ValidationReport {
  readonly version: 1;
  readonly valid: boolean;
  /** The absolute path of the configuration file. `null` if there is none. */
  readonly file: string | null;
  readonly problems: readonly ReportedProblem[];
  readonly warnings: readonly ReportedProblem[];
}

/** A problem or warning, with its place if it is known. */
export interface ReportedProblem extends ConfigProblem, Partial<SourcePlace> {}

/** Checks a configuration file. Only an error of data-api itself is thrown. */
export async function reportValidation(given: string | undefined): Promise<ValidationReport> {
  let file: string | undefined;
  try {
    file = findConfig(given);
    const { warnings } = await loadModel(file);
    return { version: 1, valid: true, file, problems: [], warnings: await located(warnings, file) };
  } catch (error) {
    const problems = await problemsOf(error, file);
    return { version: 1, valid: false, file: file ?? null, problems, warnings: [] };
  }
}

async function problemsOf(error: unknown, file: string | undefined): Promise<readonly ReportedProblem[]> {
  if (error instanceof ConfigError && file !== undefined) return located(error.problems, file);
  if (error instanceof ConfigLoadError) {
    const module = await unlessMissing(import("../locate/place-of-failure.js"));
    const place = module?.placeOfFailure(error.cause, error.file) ?? { file: error.file };
    return [{ path: "", message: `cannot be loaded: ${reasonOf(error.cause)}`, ...place }];
  }
  if (error instanceof CommandError) return [{ path: "", message: error.message }];
  throw error;
}

async function located(
  problems: readonly ConfigProblem[],
  file: string,
): Promise<readonly ReportedProblem[]> {
  const places = await locateProblems(problems, file);
  return problems.map((problem, index) => ({
    ...withVariable(problem, places[index]),
    ...(places[index] ?? { file }),
  }));
}

/** Only the first line: the place has its own members. */
function reasonOf(error: unknown): string {
  const reason =
    error instanceof JsonError ? error.mistake : error instanceof Error ? error.message : String(error);
  return withoutCredentials(reason.split("\n")[0] ?? "").trim();
}
