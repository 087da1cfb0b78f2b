import { ConfigError, listProblems, type ConfigProblem } from "../../runtime/errors/config-error.js";
import { CommandError } from "../command-error.js";
import { findConfig } from "./load-config.js";
import { shorten } from "./shorten.js";
import type { SourcePlace } from "../locate/source-place.js";

/** The place of each problem in a configuration file, as far as it is found without running the file. */
export async function locateProblems(
  problems: readonly Pick<ConfigProblem, "path">[],
  file: string,
): Promise<readonly (SourcePlace | undefined)[]> {
  if (problems.length === 0) return [];
  // Loaded late, because the parser takes longer to load than a configuration takes to check.
  const module = await unlessMissing(import("../locate/config-locator.js"));
  const locator = module && new module.ConfigLocator(file);
  return problems.map(({ path }) => locator?.locate(path));
}

/**
 * A module that needs the parser. `undefined` without the parser, which an installation that only serves leaves out: then
 * mistakes have no places.
 */
export async function unlessMissing<Module>(loading: Promise<Module>): Promise<Module | undefined> {
  try {
    return await loading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/**
 * The error of a command with the place of each mistake in the configuration file. Other errors stay as they are.
 * @param given The file that the command line names, if it names one.
 */
export async function withPlaces(error: unknown, given: string | undefined): Promise<unknown> {
  if (!(error instanceof ConfigError)) return error;
  const { problems } = error;
  const places = await locateProblems(problems, findConfig(given));
  const told = problems.map((problem, index) => withVariable(problem, places[index]));
  const shown = new Map(told.map((problem, index) => [problem, format(places[index])]));
  return new CommandError(listProblems(told, (problem) => shown.get(problem)));
}

/** A problem with the environment variable that its value comes from. */
export function withVariable(problem: ConfigProblem, { variable }: Partial<SourcePlace> = {}): ConfigProblem {
  if (variable === undefined) return problem;
  const { hint = [] } = problem;
  return { ...problem, hint: [`The variable is ${variable}.`].concat(hint).join(" ") };
}

function format(place: SourcePlace | undefined): string | undefined {
  return place && `${shorten(place.file)}:${place.line}:${place.column}`;
}
