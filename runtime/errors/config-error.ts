/** One mistake in the configuration. */
export interface ConfigProblem {
  /** The path of the option: `entities.blogpost.fields.title.type`. */
  readonly path: string;
  /** What was found and what is allowed, in one sentence. */
  readonly message: string;
  /** A likely correction, if there is one. */
  readonly hint?: string;
}

/** @param guess What was probably meant. */
export function problem(path: string, message: string, guess?: string): ConfigProblem {
  return { path, message, ...(guess !== undefined && { hint: `Did you mean "${guess}"?` }) };
}

/** Lists every mistake in a configuration. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const count = problems.length === 1 ? "1 mistake" : `${problems.length} mistakes`;
    super([`The configuration has ${count}:`, ...problems.map(formatProblem)].join("\n"));
    this.problems = problems;
  }
}

function formatProblem({ path, message, hint }: ConfigProblem): string {
  const place = path === "" ? "" : `${path}: `;
  return `  - ${place}${message}${hint === undefined ? "" : ` ${hint}`}`;
}
