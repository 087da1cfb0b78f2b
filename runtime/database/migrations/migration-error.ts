/** All mistakes in migrations, each a sentence that begins with its place. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(
      problems.length === 1 ? problems[0] : problems.map((problem) => `  - ${problem}`).join("\n"),
      options,
    );
    this.problems = problems;
  }
}
