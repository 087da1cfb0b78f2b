import { sql } from "kysely";
import { defineOperation } from "data-api";
import { problemOf } from "../../mcp/call-tool.js";
import { expectReports, lineLike, takeLines } from "../reports.js";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { addUser, ownUsers, PASSWORD, told, toldByHeader } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { everybody, field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import type { TestServer } from "../start-server.js";

interface Entry {
  readonly id: string;
  readonly requestid: string | null;
  readonly userid: string | null;
  readonly roles: string | null;
  readonly entity: string;
  readonly recordid: string | null;
  readonly operation: string;
  readonly outcome: string;
}

export function auditCases({ serve }: Harness): void {
  describe("of what the database rejects", () => {
    const server = serve({
      auth: toldByHeader,
      server: { audit: true },
      batch: true,
      mcp: { isReadOnly: false },
      operations: {
        addNote: defineOperation({
          permissions: ["member"],
          parameters: { title: { type: "string" } },
          handler: async ({ input, tx }) => {
            await tx.repository("note").create({ title: input.title });
          },
        }),
      },
      entities: {
        note: openEntity({ title: field("string") }),
        box: openEntity({ word: field("string") }),
      },
    });
    beforeAll(async () => {
      for (const text of refusing(server.config.database.dialect))
        await sql.raw(text).execute(server.api.repository("note").db);
    });

    it("a write that the database rejects is logged with the reason and audited, whichever endpoint or tool it came from", async () => {
      const headers = told({ userId: "ann", roles: [] });
      const input = { title: "bad" };
      const send = async (path: string, body: object) =>
        expectProblem(await server.post(path, body, headers), "refused-by-database");
      const tool = async (name: string, args: object) => {
        const { code } = await problemOf(server, name, args, headers);
        expect(code).toBe("refused-by-database");
      };
      for (const [work, entity, operation] of [
        [() => send("/api/data/note", input), "note", "create"],
        [() => send("/api/data/note", [{ title: "good" }, input]), "note", "create"],
        [() => send("/api/batch", { operations: [{ create: "note", input }] }), "note", "create"],
        [() => send("/api/operations/addNote", input), "addNote", "call"],
        [() => tool("create_record", { entity: "note", input }), "note", "create_record"],
        [() => tool("addNote", input), "addNote", "addNote"],
      ] as const) {
        const before = await entriesOf(server);
        takeLines();
        await work();
        const line = await lineLike({ level: "warn", msg: "refused by the database" });
        expect(line).toMatchObject({ error: { code: "refused-by-database" } });
        expect(JSON.stringify(line)).toContain("no bad ones");
        const entries = await newEntries(server, before);
        expect(entries.map((each) => [each.userid, each.entity, each.operation, each.outcome])).toEqual([
          ["ann", entity, operation, "refused-by-database"],
        ]);
      }
    });
  });

  describe("of writes", () => {
    const server = serve({
      auth: toldByHeader,
      server: { audit: true },
      entities: {
        note: {
          fields: { title: field("string", { isUnique: true }), amount: field("int") },
          permissions: { ...everybody, delete: ["clerk"], update: ["member"] },
        },
        line: openEntity(
          {
            order: field("string", { isRequired: true, isEditable: false }),
            nr: field("int", { isRequired: true, isEditable: false }),
            amount: field("int"),
          },
          { primaryKey: ["order", "nr"] },
        ),
        free: openEntity({ title: field("string") }, { systemFields: { ownerid: false } }),
        hooked: openEntity(
          { title: field("string") },
          {
            hooks: {
              afterCreate: async ({ repository, record }) => {
                await repository("note").create({ title: `of ${String(record["title"])}` });
                if (record["title"] === "refused") throw new Error("The hook says no.");
              },
            },
          },
        ),
      },
    });
    const ann = told({ userId: "ann", roles: ["clerk", "reader"] });
    const bob = told({ userId: 7, roles: [] });
    const as =
      (headers: Readonly<Record<string, string>>) => (method: string, path: string, body?: unknown) =>
        server.request(method, path, { headers, body });

    it("the audit records the caller, the operation, the record and the outcome of a write", async () => {
      const before = await entriesOf(server);
      const { json: id } = await as(ann)("POST", "/api/data/note", { title: "a" });
      await as(ann)("PATCH", paths.record("note", id as number), { title: "b" });
      await as(ann)("DELETE", paths.record("note", id as number));
      const entries = await newEntries(server, before);
      const who = { requestid: "test", userid: "ann", roles: "guest member clerk reader", entity: "note" };
      expect(entries).toMatchObject(
        ["create", "update", "delete"].map((operation) => ({
          ...who,
          recordid: String(id),
          operation,
          outcome: "done",
        })),
      );
      expect(Object.keys(entries[0] ?? {}).toSorted()).toEqual([
        "at",
        "entity",
        "id",
        "operation",
        "outcome",
        "recordid",
        "requestid",
        "roles",
        "userid",
      ]);
    });

    it("the audit records anonymous requests and server code without a user", async () => {
      const before = await entriesOf(server);
      await as({})("POST", "/api/data/note", { title: "of a guest" });
      await server.api.repository("note").create({ title: "of server code" });
      expect(await newEntries(server, before)).toMatchObject([
        { userid: null, roles: "guest", operation: "create", outcome: "done" },
        { userid: null, roles: null, operation: "create", outcome: "done" },
      ]);
    });

    it("the audit records composite keys", async () => {
      const before = await entriesOf(server);
      await as(bob)("POST", "/api/data/line", { order: "a/b", nr: 2 });
      await as(bob)("PATCH", "/api/data/line/a%2Fb/2", { amount: 3 });
      await as(bob)("PATCH", "/api/data/line/a%2Fb/9", { amount: 3 });
      const keys = [2, 2, 9].map((nr) => ({ userid: "7", recordid: JSON.stringify({ order: "a/b", nr }) }));
      expect(await newEntries(server, before)).toMatchObject(keys);
    });

    it("the audit records why a write of a known caller was rejected", async () => {
      const { id } = await server.api.repository("note").create({ title: "refused" });
      const before = await entriesOf(server);
      const path = paths.record("note", Number(id));
      expectProblem(await as(bob)("DELETE", path), "forbidden");
      expectProblem(await as(bob)("PATCH", path, {}), "nothing-to-update");
      expectProblem(await as(bob)("PATCH", paths.record("note", 999_999), { title: "x" }), "unknown-record");
      expectProblem(await as(bob)("POST", "/api/data/note", { title: "refused" }), "unique-conflict");
      expectProblem(await as({ ...ann, "If-Match": '"x"' })("DELETE", path), "precondition-failed");
      expectProblem(await as(bob)("PATCH", paths.record("note", "no id"), { title: "x" }), "invalid-id");
      const entries = await newEntries(server, before);
      expect(
        entries.map(({ userid, recordid, operation, outcome }) => [userid, recordid, operation, outcome]),
      ).toEqual([
        ["7", String(id), "delete", "forbidden"],
        ["7", String(id), "update", "nothing-to-update"],
        ["7", "999999", "update", "unknown-record"],
        ["7", null, "create", "unique-conflict"],
        ["ann", String(id), "delete", "precondition-failed"],
        ["7", null, "update", "invalid-id"],
      ]);
    });

    it("the audit ignores rejected anonymous requests, and reads", async () => {
      const before = await entriesOf(server);
      expectProblem(await as({})("DELETE", paths.record("note", 1)), "authentication-required");
      expectProblem(await as({})("POST", "/api/data/note", { title: 1 }), "invalid-fields");
      await as(ann)("GET", paths.findAll("note"));
      expectProblem(await as(ann)("GET", paths.findById("note", "x")), "invalid-id");
      expect(await newEntries(server, before)).toEqual([]);
    });

    it("the audit records the writes of hooks with the caller of the request", async () => {
      const before = await entriesOf(server);
      await as(ann)("POST", "/api/data/hooked", { title: "t" });
      const entries = await newEntries(server, before);
      expect(entries.map(({ userid, entity, outcome }) => [userid, entity, outcome]).toSorted()).toEqual([
        ["ann", "hooked", "done"],
        ["ann", "note", "done"],
      ]);
    });

    it("audit entries of a failed write are rolled back, and only the failure is recorded", async () => {
      const before = await entriesOf(server);
      const reply = await as(ann)("POST", "/api/data/hooked", { title: "refused" });
      expectProblem(reply, "internal-error");
      expectReports(1);
      await expect
        .poll(() => newEntries(server, before))
        .toMatchObject([
          { userid: "ann", entity: "hooked", recordid: null, operation: "create", outcome: "internal-error" },
        ]);
      expect(await server.api.repository("note").count('title="of refused"')).toBe(0);
    });

    it("the audit records one entry for a repeated create with an idempotency key", async () => {
      const before = await entriesOf(server);
      const headers = { ...ann, "Idempotency-Key": "once" };
      for (let time = 0; time < 3; time++) await as(headers)("POST", "/api/data/note", { title: "once" });
      expect(await newEntries(server, before)).toMatchObject([{ operation: "create", outcome: "done" }]);
    });

    it("audit entries contain no values of records", async () => {
      const before = await entriesOf(server);
      const { json: id } = await as(ann)("POST", "/api/data/note", { title: "confidential" });
      await as(ann)("PATCH", paths.record("note", id as number), { title: "confidential too" });
      await as(ann)("PATCH", paths.record("note", id as number), { amount: "confidential" });
      const entries = await newEntries(server, before);
      expect(entries).toHaveLength(3);
      expect(JSON.stringify(entries)).not.toContain("confidential");
    });

    it("the audit accepts any roles of a caller, and cuts them to 255 characters", async () => {
      const before = await entriesOf(server);
      const odd = told({ userId: "ann", roles: ["a\u0000b", "\ud800", "r".repeat(300)] });
      expect((await as(odd)("POST", "/api/data/free", { title: "odd" })).status).toBe(201);
      const [entry] = await newEntries(server, before);
      expect(entry?.userid).toBe("ann");
      expect(entry?.roles).toMatch(/^guest member a\?b . r+$/u);
      expect(entry?.roles).toHaveLength(255);
    });

    it("a write fails if the audit cannot record it", async () => {
      const { id } = await server.api.repository("note").create({ title: "kept" });
      const { db } = server.api.repository("note");
      const rename = (from: string, to: string) =>
        server.config.database.dialect === "mssql"
          ? sql`exec sp_rename ${from}, ${to}, N'OBJECT'`.execute(db)
          : db.schema.alterTable(from).renameTo(to).execute();
      await rename("data_api_audit", "elsewhere");
      try {
        expectProblem(await as(ann)("POST", "/api/data/note", { title: "unaudited" }), "internal-error");
        const path = paths.record("note", Number(id));
        expectProblem(await as(ann)("PATCH", path, { title: "unaudited" }), "internal-error");
        expectProblem(await as(ann)("DELETE", path), "internal-error");
        // For each write, the error is logged, and then the missing audit entry.
        const msg = "writing an audit entry failed";
        for (let write = 0; write < 3; write++) {
          await lineLike({ msg });
          await lineLike({ msg: "request failed" });
        }
        expectProblem(await as(bob)("DELETE", path), "forbidden");
        await lineLike({ msg });
        await lineLike({ msg: "The database lacks a table or column." });
      } finally {
        await rename("elsewhere", "data_api_audit");
      }
      expect(await server.api.repository("note").count('title="unaudited"')).toBe(0);
      expect(await server.api.repository("note").findById(id)).toMatchObject({ title: "kept" });
    });
  });

  describe("of users", () => {
    const server = serve({
      auth: {
        ...ownUsers,
        refreshTokens: true,
        secondFactor: true,
        pagesUrl: "https://app.example.com",
        messages: { sendMessage: () => undefined },
      },
      server: { audit: { table: "trail" } },
      entities: {},
    });

    it("the audit records registrations in the configured table", async () => {
      const body = { username: "ann", password: PASSWORD, confirmPassword: PASSWORD };
      const { json: id } = await server.post("/api/data/user", body);
      const { rows } = await sql<Entry>`select * from trail`.execute(server.api.repository("user").db);
      expect(rows).toMatchObject([
        { userid: null, entity: "user", recordid: String(id), operation: "create", outcome: "done" },
      ]);
      expect(JSON.stringify(rows)).not.toContain("correct");
    });

    it("the audit records log-ins, log-outs and failed password changes of users", async () => {
      const id = await addUser(server, "bob", { roles: ["clerk"] });
      const entriesOfBob = async (count: number) =>
        vi.waitFor(
          async () => {
            const { db } = server.api.repository("user");
            const { rows } = await sql<Entry>`select * from trail where operation not in ('create', 'update')
              and userid = ${String(id)} order by at`.execute(db);
            expect(rows).toHaveLength(count);
            return rows;
          },
          { timeout: 20_000 },
        );
      const logIn = (password: string) => server.post("/api/auth/token", { username: "bob", password });
      expectProblem(await logIn("wrong"), "invalid-credentials");
      const { token } = (await logIn(PASSWORD)).json as { readonly token: string };
      await entriesOfBob(1);
      const headers = { Authorization: `Bearer ${token}` };
      const passwords = { password: "wrong", newPassword: PASSWORD, confirmPassword: PASSWORD };
      expectProblem(await server.post("/api/auth/password", passwords, headers), "invalid-credentials");
      await entriesOfBob(2);
      const { headers: answered } = await server.request("POST", "/api/auth/logout", { headers });
      const entries = await entriesOfBob(3);
      expect(entries.map(({ operation, outcome }) => [operation, outcome])).toEqual([
        ["log-in", "done"],
        ["change-password", "invalid-credentials"],
        ["log-out", "done"],
      ]);
      expect(entries[0]).toMatchObject({ entity: "user", recordid: String(id), roles: "guest member clerk" });
      expect(entries[1]).toMatchObject({ entity: "user", recordid: null });
      expect(entries[2]?.requestid).toBe(answered["x-request-id"]);
    });

    it("the audit records what a caller with a token fails to do with the account, with the code of the failure", async () => {
      const id = await addUser(server, "carl");
      const body = { username: "carl", password: PASSWORD };
      const { token } = (await server.post("/api/auth/token", body)).json as {
        readonly token: string;
      };
      const headers = { Authorization: `Bearer ${token}` };
      const newPassword = { newPassword: "short", confirmPassword: "short" };
      const failures = [
        ["change-password", "POST", "password", { password: PASSWORD, ...newPassword }, "invalid-fields"],
        [
          "change-email",
          "POST",
          "email/change",
          { email: "c@x.org", password: "wrong" },
          "invalid-credentials",
        ],
        ["end-session", "DELETE", "sessions/none", undefined, "unknown-record"],
        ["second-factor", "POST", "second-factor/confirm", { code: "000000" }, "invalid-credentials"],
      ] as const;
      for (const [, method, path, sent, code] of failures) {
        const answer = await server.request(method, `/api/auth/${path}`, { headers, body: sent });
        expectProblem(answer, code);
      }
      const expected = failures.map(([operation, , , , code]) => `${operation} ${code} null`);
      await expect
        .poll(async () => {
          const { rows } = await sql<Entry>`select * from trail where userid = ${String(id)}`.execute(
            server.api.repository("user").db,
          );
          return rows
            .map(({ operation, outcome, recordid }) => `${operation} ${outcome} ${recordid}`)
            .toSorted();
        })
        .toEqual([...expected, `log-in done ${id}`].toSorted());
    });
  });
}

/** Rejects new notes with this title. */
function refusing(dialect: string | undefined): readonly string[] {
  switch (dialect) {
    case "sqlite":
      return [
        `create trigger refuse before insert on note when new.title = 'bad' begin select raise(abort, 'no bad ones'); end`,
      ];
    case "postgres":
      return [
        `create function refuse() returns trigger language plpgsql as
         'begin if new.title = ''bad'' then raise exception ''no bad ones''; end if; return new; end'`,
        `create trigger refuse before insert on note for each row execute function refuse()`,
      ];
    case "mysql":
      return [
        `create trigger refuse before insert on note for each row begin
           if new.title = 'bad' then signal sqlstate '45000' set message_text = 'no bad ones'; end if; end`,
      ];
    default:
      return [
        `create trigger refuse on note after insert as
           if exists (select 1 from inserted where title = 'bad') throw 50001, 'no bad ones', 1`,
      ];
  }
}

/** Ordered by time. Entries of the same millisecond have no order. */
async function entriesOf(server: TestServer): Promise<readonly Entry[]> {
  const { rows } = await sql<Entry>`select * from data_api_audit order by at`.execute(
    server.api.repository("note").db,
  );
  return rows;
}

async function newEntries(server: TestServer, before: readonly Entry[]): Promise<readonly Entry[]> {
  const known = new Set(before.map(({ id }) => id));
  return (await entriesOf(server)).filter(({ id }) => !known.has(id));
}
