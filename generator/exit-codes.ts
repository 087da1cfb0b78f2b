/** What a command says to the build step that ran it. */
export const exitCodes = {
  /** Done, or nothing to do. */
  done: 0,
  /** A mistake in the call or the configuration; nothing was written. */
  failed: 1,
  /** There is a difference: `--check` found one, `db pull` shows one, or `db push` has left one. */
  different: 2,
  /** Some files could not be written without losing what people wrote. */
  conflicts: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
