import type { Sql } from "../dialect.js";

/** One way in which a database differs from the configuration, and what would end it. */
export interface SchemaChange {
  readonly kind:
    | /** Only adds; the server does it when it starts. */ "add"
    | /** Only adds, but has to look at every record: `db push` does it. */ "addConstraint"
    | /** Changes what is there, or may fail on it. */ "alter"
    | /** Nothing that can be done without deciding something. */ "decide";
  /** What differs, as a sentence. */
  readonly message: string;
  /** Whether the server can do its work without it. */
  readonly isOptional: boolean;
  readonly statements: readonly Sql[];
}
