import { applyToStructure } from "./scripts/apply-to-structure.js";
import type { TableDialect } from "../schema/schema-dialect.js";
import type { MigrationScript } from "./migration.js";
import { actionsOf, type RatingDialect } from "./rating/rate-statement.js";
import type { SchemaSnapshot } from "./snapshots/schema-snapshot.js";
import { compareStructures, structureOf } from "./scripts/table-structure.js";

/**
 * Whether a script turns one snapshot into the other, comparing the names of tables, columns, indexes and foreign
 * keys. Types and values are not compared, because people edit them.
 * @returns The changes that it lacks, as sentences that begin with its path.
 */
export function checkAgreement(
  { path, up }: Pick<MigrationScript, "path" | "up">,
  before: Pick<SchemaSnapshot, "tables">,
  after: Pick<SchemaSnapshot, "tables">,
  dialect: TableDialect & RatingDialect,
): readonly string[] {
  const made = structureOf(before, dialect);
  for (const step of up)
    if (step.kind === "sql")
      for (const action of actionsOf(step.text, dialect)) applyToStructure(made, action);
  return compareStructures(structureOf(before, dialect), made, structureOf(after, dialect)).map(
    (difference) => `${path}: ${difference}, but "snapshot.json" beside it does.`,
  );
}
