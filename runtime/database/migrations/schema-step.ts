/** One step from a snapshot to the next, for one dialect. */
export interface SchemaStep {
  readonly kind:
    | "rename"
    | "add"
    | "change"
    | "remove"
    /** Gives existing rows a value. */
    | "fill"
    /** Only a person knows the statements: they are a placeholder, which cannot be applied. */
    | "decide";
  /** What it does, as a sentence. */
  readonly message: string;
  /** What is lost, as a sentence. `undefined` if nothing is. */
  readonly loss: string | undefined;
  readonly statements: readonly StepStatement[];
}

export interface StepStatement {
  /** Without what ends it. */
  readonly text: string;
  /** A semicolon, or what the database needs. */
  readonly ending: string;
  readonly isOutsideTransaction: boolean;
}
