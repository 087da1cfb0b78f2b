import { suggestion } from "../../runtime/errors/nearest.js";
import type { StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import { CommandError } from "../command-error.js";
import { oneLine } from "../one-line.js";

/** Which tables of a database to describe. An empty list is no limit. */
export interface TableChoice {
  readonly schemas: readonly string[];
  /** Patterns for `table` or `schema.table`, in which `*` stands for any text and `?` for a character. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * The chosen tables and views.
 * @throws {CommandError} for a schema or a pattern without tables, because a typo would publish or hide tables.
 */
export function chooseTables(tables: readonly StoredTable[], choice: TableChoice): readonly StoredTable[] {
  const { schemas, include, exclude } = choice;
  const known = [...new Set(tables.flatMap(({ schema }) => schema ?? []))];
  for (const schema of schemas) {
    if (known.includes(schema)) continue;
    const message = `--schema "${schema}" has no tables.${suggestion(schema, known)}`;
    throw new CommandError(
      oneLine(known.length === 0 ? message : `${message} Schemas: ${known.join(", ")}.`),
    );
  }
  const ofSchemas = tables.filter(
    ({ schema }) => schemas.length === 0 || (schema !== undefined && schemas.includes(schema)),
  );
  const included = findAll("include", include, ofSchemas);
  const excluded = findAll("exclude", exclude, ofSchemas);
  return ofSchemas.filter((table) => (include.length === 0 || included.has(table)) && !excluded.has(table));
}

function findAll(
  option: "include" | "exclude",
  patterns: readonly string[],
  tables: readonly StoredTable[],
): ReadonlySet<StoredTable> {
  const found = patterns.flatMap((pattern) => {
    const expression = toExpression(pattern);
    const matching = tables.filter(
      ({ schema, name }) => expression.test(name) || expression.test(`${schema ?? ""}.${name}`),
    );
    if (matching.length > 0) return matching;
    const guess = suggestion(
      pattern,
      tables.map(({ name }) => name),
    );
    throw new CommandError(oneLine(`--${option} "${pattern}" is the name of no table or view.${guess}`));
  });
  return new Set(found);
}

function toExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/[\\^$.+()[\]{}|]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "isu");
}
