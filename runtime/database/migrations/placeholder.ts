/**
 * Stands in a script where only a person knows what to write: the value of a new required column in existing
 * rows, or the statements for a new primary key. No database takes it for SQL, so it cannot be applied by
 * oversight, by other tools neither.
 */
export const PLACEHOLDER = "<fill in>";

/** Whether a person has not written yet what only they know. Texts of a statement may contain anything. */
export function hasPlaceholder(statement: string): boolean {
  return statement.replace(/'(?:[^']|'')*'/g, "''").includes(PLACEHOLDER);
}
