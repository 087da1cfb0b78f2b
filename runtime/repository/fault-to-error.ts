import { conflictFields, type Written } from "../database/conflict-fields.js";
import type { Database } from "../database/database.js";
import { DatabaseError } from "../database/database-error.js";
import { ApiError, type InputIssue } from "../errors/api-error.js";
import type { Entity, Field } from "../model/model.js";

/** The answer to a fault of the database: what the caller can do about it, and nothing of what the database said. */
export async function faultToError(
  error: unknown,
  entity: Entity,
  database: Database,
  written?: Written,
): Promise<unknown> {
  if (!(error instanceof DatabaseError)) return error;
  const cause = { cause: error };
  switch (error.kind) {
    case "unique":
    case "foreignKey": {
      // Without values, a record was deleted that another one refers to.
      const fields =
        written === undefined ? [] : await conflictFields(error, entity, database, written).catch(() => []);
      return error.kind === "unique"
        ? uniqueConflict(fields, entity, error)
        : foreignKeyConflict(fields, written === undefined, error);
    }
    case "notNull":
    case "tooLong":
    case "outOfRange":
      return new ApiError("invalid-value", "The database cannot hold one of the values.", cause);
    case "deadlock":
    case "timeout":
    case "connection":
      return new ApiError(
        "database-unavailable",
        error.outcome === "unknown" && written !== undefined
          ? "The connection to the database was lost: whether the record was written is not known."
          : "The database cannot answer now. Try again in a moment.",
        { headers: { "Retry-After": "1" }, ...cause },
      );
    case "unknown":
      return error;
  }
}

function uniqueConflict(fields: readonly Field[], { name }: Entity, cause: DatabaseError): ApiError {
  const issues = issuesOf(fields, "not-unique", "is taken by another record");
  const detail = `Another "${name}" has the same value in a field that must be unique.`;
  return new ApiError("unique-conflict", detailOf(issues) ?? detail, { issues, cause });
}

function foreignKeyConflict(fields: readonly Field[], isDelete: boolean, cause: DatabaseError): ApiError {
  const issues = issuesOf(fields, "no-such-record", "refers to a record that is not there");
  const detail = isDelete
    ? "Another record refers to this one."
    : "A record that this one refers to is not there.";
  return new ApiError("foreign-key-conflict", detailOf(issues) ?? detail, { issues, cause });
}

function issuesOf(fields: readonly Field[], code: string, message: string): readonly InputIssue[] {
  return fields.map(({ name }) => ({ path: name, code, message: `"${name}" ${message}.` }));
}

function detailOf(issues: readonly InputIssue[]): string | undefined {
  return issues.length === 0 ? undefined : issues.map(({ message }) => message).join(" ");
}
