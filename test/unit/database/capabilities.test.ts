import { describe, expect, it } from "vitest";
import { DatabaseError } from "data-api";
import { mysqlCapabilities } from "../../../runtime/database/dialects/mysql/connection/mysql-capabilities.js";
import { toDatabaseError as mysqlError } from "../../../runtime/database/dialects/mysql/connection/mysql-errors.js";
import { postgresCapabilities } from "../../../runtime/database/dialects/postgres/connection/postgres-capabilities.js";
import { toDatabaseError as postgresError } from "../../../runtime/database/dialects/postgres/connection/postgres-errors.js";
import { lookAtCapabilities } from "../../../runtime/database/wire/capabilities.js";
import { cannotConnect } from "../../../runtime/database/wire/connect-error.js";
import type { DatabaseSettings } from "../../../runtime/model/model.js";
import { ofMysql, ofPostgres, type Recorded } from "./recorded/capabilities.js";

/** A server that gives the recorded answers, and the statements that it received. */
function serverOf(answers: Recorded, toDatabaseError: (error: unknown) => DatabaseError) {
  const statements: string[] = [];
  return {
    statements,
    query: (sql: string): Promise<readonly unknown[]> => {
      statements.push(sql);
      const found = Object.entries(answers).filter(([word]) => sql.includes(word));
      for (const [, answer] of found) {
        if ("error" in answer)
          return Promise.reject(
            toDatabaseError(
              Object.assign(new Error(answer.error.message), {
                ...answer.error,
                severity: "ERROR",
                sqlMessage: answer.error.message,
              }),
            ),
          );
      }
      const [, text = ""] = /^select (.*)$/s.exec(sql) ?? [];
      const all = [...postgresCapabilities({ schema: "create" }), ...mysqlCapabilities({ schema: "create" })];
      const asked = all.filter(({ probe }) => text.includes(probe));
      return Promise.resolve(
        asked.map(({ probe }) => {
          const [, answer] = found.find(([word]) => probe.includes(word)) ?? [];
          return answer !== undefined && "value" in answer ? answer.value : 1;
        }),
      );
    },
  };
}

describe.each([
  ["postgres", ofPostgres, postgresCapabilities, postgresError],
  ["mysql", ofMysql, mysqlCapabilities, mysqlError],
] as const)("a missing capability, with dialect %s", (dialect, cases, capabilitiesOf, toDatabaseError) => {
  it.each(cases)(
    "a server that lacks capabilities gives the error or the warnings of its engine: %s",
    async (_engine, answers, lacks, warns) => {
      const { query, statements } = serverOf(answers, toDatabaseError);
      const looked = lookAtCapabilities(capabilitiesOf({ schema: "create" }), query);
      if (lacks !== undefined) {
        const error: unknown = await looked.catch((error: unknown) => error);
        expect(error).toBeInstanceOf(DatabaseError);
        expect((error as DatabaseError).message).toMatch(lacks);
        expect(error).toMatchObject({ kind: "connection", isTransient: false });
        return;
      }
      const warnings = await looked;
      expect(warnings.map(({ members }) => members?.["feature"])).toEqual(warns);
      for (const { code, message } of warnings) {
        expect(code).toBe("engine-lacks");
        expect(message).toMatch(/^The database server lacks .+: .+ fail\.( It says: .+\.)?$/);
      }
      // A server that has all capabilities receives one statement only.
      if (warns.length === 0) expect(statements).toHaveLength(1);
    },
  );

  it("a missing capability for locks is ignored if the configuration needs no locks", async () => {
    const answers: Recorded = {
      advisory: { error: { code: "0A000", message: "not yet implemented" } },
      is_free_lock: { error: { errno: 1305, message: "does not exist" } },
    };
    for (const schema of ["verify", "migrations", "off"] as const) {
      const { query } = serverOf(answers, toDatabaseError);
      expect(await lookAtCapabilities(capabilitiesOf({ schema }), query)).toEqual([]);
    }
  });

  it("a missing capability is reported with the server's message, because there may be another reason", async () => {
    const denied = { code: "42501", errno: 1370, message: "permission denied for function lock" };
    const { query } = serverOf(
      { advisory: { error: denied }, is_free_lock: { error: denied } },
      toDatabaseError,
    );
    const looked = lookAtCapabilities(capabilitiesOf({ schema: "create" }), query);
    const error: unknown = await looked.catch((error: unknown) => error);
    const words = /lacks .*locks.*, which .*\): permission denied for function lock \(42501\)/;
    expect((error as DatabaseError).message).toMatch(words);
    // The error of the failed start contains the server's message too.
    const settings = { dialect, name: "shop" } as DatabaseSettings;
    const refused = cannotConnect(error, settings, error as DatabaseError);
    expect(refused.message).toMatch(words);
    for (const each of [error, refused]) expect(each).toMatchObject({ cause: { code: "42501" } });
  });

  it("a connection that is lost while capabilities are asked for is not a missing capability", async () => {
    const away = new DatabaseError("connection", "The connection was lost.", { isTransient: true });
    const asked = lookAtCapabilities(capabilitiesOf({ schema: "create" }), () => Promise.reject(away));
    await expect(asked).rejects.toBe(away);
  });
});
