import type { QueryCompiler } from "kysely";
import type { MigrationSql } from "../../schema/migration-syntax.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import type { Sql } from "../../sql/sql.js";
import type { SchemaStep } from "./schema-step.js";

/** The parts of a dialect that write migrations. No database is opened. */
export interface PlanningDialect extends TableDialect {
  readonly createQueryCompiler: () => QueryCompiler;
}

/** The text of a statement without parameters. */
export function statementText(statement: Sql, { createQueryCompiler }: PlanningDialect): string {
  return createQueryCompiler().compileQuery(statement.toOperationNode(), { queryId: "migration" }).sql;
}

export function makeStep(
  kind: SchemaStep["kind"],
  message: string,
  statements: readonly (Sql | MigrationSql)[],
  dialect: PlanningDialect,
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
