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

/** Each dialect with its function that reads errors, and its recorded errors. */
const recorded: Readonly<
  Record<Name, readonly [(error: unknown) => DatabaseError, readonly RecordedError[]]>
> = {
  sqlite: [sqliteError, sqliteErrors],
  postgres: [postgresError, postgresErrors],
  mysql: [mysqlError, mysqlErrors],
  mssql: [mssqlError, mssqlErrors],
};

describe.each(Object.entries(recorded))("an error of the driver of %s", (name, [toDatabaseError, errors]) => {
  it.each(errors)(
    "a driver's error becomes a DatabaseError of the right kind, without the driver's message: %s",
    (_title, { message, ...fields }, expected) => {
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
      // The driver's message may contain values: it is in the cause only.
      expect(error.cause).toBe(cause);
      expect(error.message).not.toContain(message);
    },
  );

  it.each(errors)(
    "a driver's error is a 503 with Retry-After if it occurs while connecting: %s",
    async (_title, { message, ...fields }) => {
      const thrown = Object.assign(new Error(message), fields);
      const settings = { dialect: name, name: "shop", pool: {} } as unknown as DatabaseSettings;
      const refused = cannotConnect(thrown, settings, toDatabaseError(thrown));
      expect(refused).toMatchObject({ kind: "connection", outcome: "notSent" });
      expect(refused.message).toMatch(/^Cannot open the /);
      // An error that has been explained is not explained again.
      expect(cannotConnect(refused, settings, refused)).toBe(refused);
      const answer = (await faultToError(refused, {} as Entity, {} as DatabaseSession)) as ApiError;
      expect(answer).toMatchObject({ code: "database-unavailable", status: 503 });
      expect(Number(answer.headers["Retry-After"])).toBeGreaterThan(0);
    },
  );

  it("a driver's error is kept if it is a DatabaseError already", () => {
    const error = new DatabaseError("timeout", "It took too long.");
    expect(toDatabaseError(error)).toBe(error);
  });
});

it("a DatabaseError of the server is unwrapped after SQL Server's driver wrapped it, because it closed the connection", () => {
  const error = new DatabaseError("connection", "It hangs.", { outcome: "unknown" });
  const { RequestError } = mssql as unknown as { RequestError: new (error: Error, code: string) => Error };
  expect(mssqlError(new RequestError(error, "EREQUEST"))).toBe(error);
});
