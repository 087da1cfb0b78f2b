/** The exit codes of all commands. */
export const exitCodes = {
  /** Done, or nothing to do. */
  done: 0,
  /** A mistake in the arguments or the configuration. Nothing was written. */
  failed: 1,
  /** `--check` found a difference, `db pull` shows one, or `db push` left one. */
  different: 2,
  /** Some files have conflicts with edits by hand. */
  conflicts: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
