import { DatabaseError } from "../database/database-error.js";
import { ApiError, type InputIssue } from "../errors/api-error.js";
import type { Entity } from "../model/model.js";

/** The answer to a fault of the database: what the caller can do about it, and nothing of what the database said. */
export function faultToError(error: unknown, entity: Entity): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const cause = { cause: error };
  switch (error.kind) {
    case "unique": {
      const issues = fieldIssues(error, entity, "not-unique", "is taken by another record");
      const detail =
        issues.length > 0
          ? ""
          : `Another "${entity.name}" has the same value in a field that must be unique.`;
      return new ApiError("unique-conflict", detail || issues.map(({ message }) => message).join(" "), {
        issues,
        ...cause,
      });
    }
    case "foreignKey":
      return new ApiError(
        "foreign-key-conflict",
        "A record that this one refers to is not there, or another record refers to this one.",
        cause,
      );
    case "notNull":
    case "tooLong":
    case "outOfRange":
      return new ApiError("invalid-value", "The database cannot hold one of the values.", cause);
    case "deadlock":
    case "timeout":
    case "connection":
      return new ApiError("database-unavailable", "The database cannot answer now. Try again in a moment.", {
        headers: { "Retry-After": "1" },
        ...cause,
      });
    case "unknown":
      return error;
  }
}

function fieldIssues(
  { columns }: DatabaseError,
  entity: Entity,
  code: string,
  message: string,
): readonly InputIssue[] {
  return entity.fields
    .filter((field) => columns.some((column) => column.toLowerCase() === field.column.toLowerCase()))
    .map(({ name }) => ({ path: name, code, message: `"${name}" ${message}.` }));
}
