/** One step from a snapshot to the next, for one dialect. */
export interface SchemaStep {
  readonly kind:
    | "rename"
    | "add"
    | "change"
    | "remove"
    /** Gives existing rows a value. */
    | "fill"
    /** Only a person knows the statements: they contain a placeholder, so they cannot be applied yet. */
    | "decide";
  /** Its effect, as a sentence. */
  readonly message: string;
  /** The loss, as a sentence. `undefined` if nothing is lost. */
  readonly loss: string | undefined;
  readonly statements: readonly StepStatement[];
}

export interface StepStatement {
  /** Without its terminator. */
  readonly text: string;
  /** A semicolon, or another terminator. */
  readonly ending: string;
  readonly isOutsideTransaction: boolean;
}
