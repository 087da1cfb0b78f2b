import type { MigrationSql } from "../../schema/migration-syntax.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import type { Sql } from "../../sql/sql.js";

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

/** The text of a statement without parameters. */
export function statementText(statement: Sql, { createQueryCompiler }: TableDialect): string {
  return createQueryCompiler().compileQuery(statement.toOperationNode(), { queryId: "migration" }).sql;
}

export function makeStep(
  kind: SchemaStep["kind"],
  message: string,
  statements: readonly (Sql | MigrationSql)[],
  dialect: TableDialect,
  loss?: string,
): SchemaStep {
  const written = statements.map((statement) =>
    "isRawBuilder" in statement ? { sql: statement } : statement,
  );
  const notes = new Set(written.flatMap(({ note }) => note ?? []));
  return {
    kind,
    message: [message, ...notes].join(" "),
    loss,
    statements: written.map((statement) => ({
      text: statementText(statement.sql, dialect),
      ending: statement.ending ?? ";",
      isOutsideTransaction: statement.isOutsideTransaction === true,
    })),
  };
}

/**
 * Marks a place in a script that a person must fill in: the value of a new required column in existing rows, or the
 * statements for a new primary key. It is not valid SQL in any database, so no tool can apply it by oversight.
 */
export const PLACEHOLDER = "<fill in>";

/** Whether the placeholder is still there. Text literals do not count. */
export function hasPlaceholder(statement: string): boolean {
  return statement.replace(/'(?:[^']|'')*'/g, "''").includes(PLACEHOLDER);
}
