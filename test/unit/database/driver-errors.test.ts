import mssql from "mssql";
import { describe, expect, it } from "vitest";
import { DatabaseError, type ApiError, type Config } from "data-api";
import { cannotConnect } from "../../../runtime/database/wire/connect-error.js";
import type { DatabaseSession } from "../../../runtime/database/database-session.js";
import { toDatabaseError as mssqlError } from "../../../runtime/database/dialects/mssql/connection/mssql-errors.js";
import { toDatabaseError as mysqlError } from "../../../runtime/database/dialects/mysql/connection/mysql-errors.js";
import { toDatabaseError as postgresError } from "../../../runtime/database/dialects/postgres/connection/postgres-errors.js";
import { toDatabaseError as sqliteError } from "../../../runtime/database/dialects/sqlite/connection/sqlite-errors.js";
import type { DatabaseSettings, Entity } from "../../../runtime/model/model.js";
import { faultToError } from "../../../runtime/database/fault-to-error.js";
import { mssqlErrors } from "./recorded/mssql-errors.js";
import { mysqlErrors } from "./recorded/mysql-errors.js";
import { postgresErrors } from "./recorded/postgres-errors.js";
import type { RecordedError } from "./recorded/recorded-error.js";
import { sqliteErrors } from "./recorded/sqlite-errors.js";

type Name = Config["database"]["dialect"];

/** Each dialect with how it reads errors, and what was recorded of it. */
const recorded: Readonly<
  Record<Name, readonly [(error: unknown) => DatabaseError, readonly RecordedError[]]>
> = {
  sqlite: [sqliteError, sqliteErrors],
  postgres: [postgresError, postgresErrors],
  mysql: [mysqlError, mysqlErrors],
  mssql: [mssqlError, mssqlErrors],
};

describe.each(Object.entries(recorded))("what the driver of %s throws", (name, [toDatabaseError, errors]) => {
  it.each(errors)("%s", (_title, { message, ...fields }, expected) => {
    const cause = Object.assign(new Error(message), fields);
    const error = toDatabaseError(cause);
    expect(error).toBeInstanceOf(DatabaseError);
    const { kind, outcome, isTransient, columns, constraint, table, reason, retryAfter } = error;
    expect({ kind, outcome, isTransient, columns, constraint, table, reason, retryAfter }).toEqual({
      outcome: "undone",
      isTransient: false,
      columns: [],
      constraint: undefined,
      table: undefined,
      reason: undefined,
      retryAfter: 1,
      ...expected,
    });
    // The driver's words, which may hold values, stay with the cause.
    expect(error.cause).toBe(cause);
    expect(error.message).not.toContain(message);
  });

  it.each(errors)(
    "where a connection is made, is a 503 that may be tried again: %s",
    async (_title, { message, ...fields }) => {
      const thrown = Object.assign(new Error(message), fields);
      const settings = { dialect: name, name: "shop", pool: {} } as unknown as DatabaseSettings;
      const refused = cannotConnect(thrown, settings, toDatabaseError(thrown));
      expect(refused).toMatchObject({ kind: "connection", outcome: "notSent" });
      expect(refused.message).toMatch(/^Cannot open the /);
      // Said once, whoever says it again.
      expect(cannotConnect(refused, settings, refused)).toBe(refused);
      const answer = (await faultToError(refused, {} as Entity, {} as DatabaseSession)) as ApiError;
      expect(answer).toMatchObject({ code: "database-unavailable", status: 503 });
      expect(Number(answer.headers["Retry-After"])).toBeGreaterThan(0);
    },
  );

  it("is not read twice", () => {
    const error = new DatabaseError("timeout", "It took too long.");
    expect(toDatabaseError(error)).toBe(error);
  });
});

it("the driver of SQL Server wraps the error with which a connection is closed", () => {
  const error = new DatabaseError("connection", "It hangs.", { outcome: "unknown" });
  const { RequestError } = mssql as unknown as { RequestError: new (error: Error, code: string) => Error };
  expect(mssqlError(new RequestError(error, "EREQUEST"))).toBe(error);
});
