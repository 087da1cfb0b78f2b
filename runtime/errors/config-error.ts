/** One mistake in the configuration. */
export interface ConfigProblem {
  /** The path of the option: `entities.blogpost.fields.title.type`. */
  readonly path: string;
  /** What was found and what is allowed, in one sentence. */
  readonly message: string;
  /** A likely correction, if there is one. */
  readonly hint?: string;
}

/** An option that has no effect, or that protects nothing. */
export interface ConfigWarning {
  /** The path of the option: `entities.blogpost.permissions.read`. */
  readonly path: string;
  readonly message: string;
}

/** @param guess The likely intended value. */
export function problem(path: string, message: string, guess?: string): ConfigProblem {
  return { path, message, ...(guess !== undefined && { hint: `Did you mean "${guess}"?` }) };
}

/** Lists every mistake in a configuration. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(listProblems(problems));
    this.problems = problems;
  }
}

/** @param placeOf Where a problem is in the file, such as `data-api.config.ts:12:7`, if that is known. */
export function listProblems(
  problems: readonly ConfigProblem[],
  placeOf: (problem: ConfigProblem) => string | undefined = () => undefined,
): string {
  const count = problems.length === 1 ? "1 mistake" : `${problems.length} mistakes`;
  const lines = problems.map((each) => {
    const { path, message, hint } = each;
    const option = path === "" ? [] : [path];
    return `  - ${[placeOf(each), ...option, message].filter((part) => part !== undefined).join(": ")}${hint === undefined ? "" : ` ${hint}`}`;
  });
  return [`The configuration has ${count}:`, ...lines].join("\n");
}
