import { conflictFields, type StatementValues } from "./conflict-fields.js";
import { DatabaseError } from "./wire/database-error.js";
import { refusedFields } from "./refused-fields.js";
import type { DatabaseSession } from "./database-session.js";
import { ApiError, singleMistake, type InputIssue } from "../errors/api-error.js";
import { fieldTypes } from "../model/field-type.js";
import type { Entity, Field, Link } from "../model/model.js";

/** Does the work, whose statements are of one entity. @throws {ApiError} for a fault of the database. */
export async function withApiErrors<T>(
  entity: Entity,
  database: DatabaseSession,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await faultToError(error, entity, database);
  }
}

/**
 * Converts a database error to the error that the caller gets. Its message says what the caller can do, and never
 * contains the message of the database.
 * @param entity The entity of the statement. `undefined` for a commit.
 * @param written The values of the statement. `undefined` for a delete.
 */
export async function faultToError(
  error: unknown,
  entity: Entity | undefined,
  database: DatabaseSession,
  written?: StatementValues,
): Promise<unknown> {
  if (!(error instanceof DatabaseError)) return error;
  const cause = { cause: error };
  // If the connection is lost inside a transaction, nothing was committed.
  if (error.outcome === "unknown" && !("onCommit" in database))
    return new ApiError(
      "outcome-unknown",
      "The connection to the database was lost: it is not known whether the write was done. Read the record before you send the write again.",
      cause,
    );
  // Another table rejected a statement of a trigger. Its columns may have the same names.
  const isElsewhere = error.table !== undefined && error.table.toLowerCase() !== entity?.table.toLowerCase();
  const lookUp = async <T>(
    find: (
      fault: DatabaseError,
      entity: Entity,
      database: DatabaseSession,
      known: StatementValues,
    ) => Promise<readonly T[]>,
  ): Promise<readonly T[]> => {
    if (written === undefined || entity === undefined || isElsewhere) return [];
    try {
      return await find(await faultOfWhole(error, entity, database), entity, database, written);
    } catch {
      return [];
    }
  };
  const named = entity === undefined ? error : error.with({ entity: entity.name });
  const isKnown = written?.isKnown ?? (() => true);
  switch (error.kind) {
    case "unique":
    case "foreignKey": {
      const found = await lookUp(conflictFields);
      // If hidden fields of a constraint were left out, the message would mean something else.
      const keys = found.map(asGiven(entity)).filter((fields) => fields.every(isKnown));
      return error.kind === "unique"
        ? uniqueConflict(keys.flat(), entity, error)
        : foreignKeyConflict(keys, entity !== undefined && written === undefined, error);
    }
    case "check":
    case "notNull":
    case "tooLong":
    case "outOfRange": {
      const fields = await lookUp(refusedFields);
      const known = asGiven(entity)(fields).filter(isKnown);
      return refusal(error.kind, known, named);
    }
    case "tooLarge":
      return new ApiError(
        "write-too-large",
        "The database cannot write this much in one transaction. Nothing was written: send it in several requests.",
        cause,
      );
    case "refused":
      return new ApiError(
        "refused-by-database",
        "A rule or trigger of the database rejected the write.",
        cause,
      );
    case "unsupported":
      return new ApiError(
        "invalid-condition",
        "The database cannot search within the texts of one of the fields, because of its collation.",
        cause,
      );
    case "tooWide":
      return new ApiError(
        "invalid-select",
        'The database cannot give this many members and related records at once. A read with fewer in its "select" works.',
        cause,
      );
    case "missing":
      return new ApiError(
        "database-incomplete",
        "The database lacks something that the server needs. The server's log names it.",
        { headers: { "Retry-After": String(error.retryAfter) }, cause: named },
      );
    case "deadlock":
    case "timeout":
    case "connection":
      return new ApiError("database-unavailable", "The database cannot answer now. Try again in a moment.", {
        headers: { "Retry-After": String(error.retryAfter) },
        ...cause,
      });
    case "unknown":
      return named;
  }
}

/** Uses the name that the constraint has in the table, if the database names a part of the table, such as a shard. */
async function faultOfWhole(
  fault: DatabaseError,
  entity: Entity,
  { dialect, kysely }: DatabaseSession,
): Promise<DatabaseError> {
  const { constraint } = fault;
  if (constraint === undefined) return fault;
  const name = await dialect.schema.readNameOfWhole?.(kysely, entity, constraint);
  return name === undefined ? fault : fault.with({ constraint: name });
}

/** Replaces the internal field for comparing user names by `username`, the field that callers know. */
function asGiven(entity: Entity | undefined): (fields: readonly Field[]) => readonly Field[] {
  return (fields) =>
    fields.map((field) =>
      field.system === "usernamekey" ? (entity?.fieldsByName.get("username") ?? field) : field,
    );
}

function uniqueConflict(
  fields: readonly Field[],
  entity: Entity | undefined,
  cause: DatabaseError,
): ApiError {
  const names = fields.map((field) => `"${field.name}"`).join(", ");
  const detail =
    fields.length === 0
      ? `Another ${entity === undefined ? "record" : `"${entity.name}"`} has the same value in a field that must be unique.`
      : `${names} ${fields.length === 1 ? "is" : "together are"} taken by another record.`;
  const issues = fields.map(({ name }): InputIssue => ({ path: name, code: "not-unique", message: detail }));
  return new ApiError("unique-conflict", detail, { issues, cause });
}

const refusals = {
  check: ["check", "violates a check constraint of the database"],
  notNull: ["required", "must not be null"],
  tooLong: ["too-long", "is longer than the database can hold"],
  outOfRange: ["out-of-range", "is a value that its column cannot hold"],
} as const;

/** Leaves out the name of the constraint, because callers do not know the tables. Only the log has it. */
function refusal(kind: keyof typeof refusals, fields: readonly Field[], cause: DatabaseError): ApiError {
  const [code, words] = refusals[kind];
  const issues = fields.map(({ name, type }): InputIssue => {
    return fieldTypes[type].isCheckedByDatabase === true
      ? { path: name, code: "wrong-type", message: `"${name}" is not a value of its column's type.` }
      : { path: name, code, message: `"${name}" ${words}.` };
  });
  const messages = issues.map(({ message }) => message).join(" ");
  const detail = messages === "" ? "The database cannot hold one of the values." : messages;
  return new ApiError("invalid-value", detail, { issues, cause });
}

export function noSuchTarget({ name }: Link, cause: DatabaseError): ApiError {
  const message = `"${name}" refers to a record that does not exist.`;
  return singleMistake("foreign-key-conflict", "no-such-record", message, { path: name }, cause);
}

/** @param keys The fields of each broken foreign key. */
function foreignKeyConflict(
  keys: readonly (readonly Field[])[],
  isDelete: boolean,
  cause: DatabaseError,
): ApiError {
  const told = keys.map((fields) => {
    const names = fields.map(({ name }) => `"${name}"`).join(", ");
    const message = `${names} ${fields.length === 1 ? "refers" : "together refer"} to a record that does not exist.`;
    return { fields, message };
  });
  const issues = told.flatMap(({ fields, message }) =>
    fields.map(({ name }): InputIssue => ({ path: name, code: "no-such-record", message })),
  );
  const detail = isDelete
    ? "Another record refers to this one."
    : "A foreign key refers to a record that does not exist.";
  const messages = told.map(({ message }) => message).join(" ");
  return new ApiError("foreign-key-conflict", messages === "" ? detail : messages, { issues, cause });
}
