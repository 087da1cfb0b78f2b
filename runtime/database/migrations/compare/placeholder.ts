/**
 * Marks a place in a script that a person must fill in: the value of a new required column in existing rows, or the
 * statements for a new primary key. It is not valid SQL in any database, so no tool can apply it by oversight.
 */
export const PLACEHOLDER = "<fill in>";

/** Whether the placeholder is still there. Text literals do not count. */
export function hasPlaceholder(statement: string): boolean {
  return statement.replace(/'(?:[^']|'')*'/g, "''").includes(PLACEHOLDER);
}
