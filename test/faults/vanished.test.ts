import { describe, expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectJson, expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import type { Reply } from "../conformance/http-client.js";
import { lineLike, takeLog, type LogLine } from "../conformance/reports.js";
import { createTestApi } from "../conformance/start-server.js";
import { modes, type Mode } from "../conformance/targets.js";
import { serveApi } from "../conformance/start.js";

const entities = {
  shelf: openEntity({ label: field("string") }),
  crate: openEntity({
    label: field("string"),
    width: field("int"),
    shelf: { ...field("int"), foreignKey: { targetEntityName: "shelf", resolvedEntityName: "on" } },
  }),
};

const LACKS = "The database lacks a table or column.";

/** The syntax of statements that all databases support. */
const words = (dialect: string) => ({
  rename: (table: string, from: string, to: string) =>
    dialect === "mssql"
      ? `exec sp_rename '${table}.${from}', '${to}', 'COLUMN'`
      : `alter table ${table} rename column ${from} to ${to}`,
  renameTable: (from: string, to: string) =>
    dialect === "mssql" ? `exec sp_rename '${from}', '${to}'` : `alter table ${from} rename to ${to}`,
  add: dialect === "mssql" ? "add" : "add column",
});

/** Triggers that write to a table that does not exist. */
const triggers: Readonly<Record<string, readonly string[]>> = {
  // SQLite looks for the table when the trigger runs.
  sqlite: ["create trigger a after insert on shelf begin insert into nowhere values (1); end"],
  postgres: [
    "create function note() returns trigger language plpgsql as $$ begin insert into nowhere values (1); return new; end $$",
    "create trigger a after insert on shelf for each row execute function note()",
  ],
  mysql: ["create trigger a after insert on shelf for each row insert into nowhere values (1)"],
  mssql: ["create trigger a on shelf after insert as insert into nowhere values (1)"],
};

await describeDialects("a missing table or column", (dialect) => {
  const { rename, renameTable, add } = words(dialect.name);

  async function serve(mode: Mode) {
    const fresh = await dialect.createDatabase();
    const api = await createTestApi(mode, fresh, { entities });
    const { request } = await serveApi(api);
    const send = (method: string, path: string, body?: object) =>
      request(method, path.startsWith("/") ? path : `/api/data/${path}`, {
        body,
        headers: method === "PATCH" ? { "If-Match": "*" } : {},
      });
    await send("POST", "shelf", { label: "top" });
    expect((await send("POST", "crate", { label: "cup", width: 7, shelf: 1 })).status).toBe(201);
    return { run: fresh.run, send };
  }

  function expectIncomplete(reply: Reply): void {
    expectProblem(reply, "database-incomplete");
    expect(reply.headers["retry-after"]).toMatch(/^(1|30)$/);
    expect(reply.text).not.toMatch(/crate|shelf|width|label/);
  }

  async function errorLike(error: object): Promise<LogLine> {
    const line = await lineLike({ level: "error", msg: LACKS });
    expect(line.error).toMatchObject({ type: "DatabaseError", kind: "missing", ...error });
    return line;
  }

  describe.each(modes)("by %s code", (mode) => {
    it("requests that need a dropped column are 503, and the log and /readyz report it until it is back", async () => {
      const { run, send } = await serve(mode);
      const requests = [
        () => send("GET", "crate/public/findall/id/0/9"),
        () => send("GET", "crate/public/findbycondition/width/0/9/width>1"),
        () => send("GET", "crate/public/findbyid/1"),
        () => send("POST", "crate", { label: "jug", width: 8 }),
        () => send("PATCH", "crate/1", { width: 9 }),
      ];
      for (const request of requests) expect((await request()).status).toBeLessThan(202);
      takeLog();
      await run([`alter table crate drop column width`]);
      for (const request of requests) expectIncomplete(await request());
      await errorLike({ entity: "crate", table: "crate", column: "width" });
      expectIncomplete(await send("GET", "/readyz"));
      expectJson(await send("GET", "/livez"), 200, { status: "ok" });
      expect((await send("GET", "shelf/public/findall/id/0/9")).status).toBe(200);
      // It is reported once, and each failed request has its own line.
      const failed = takeLog().filter(({ level }) => level === "error");
      expect(failed).toHaveLength(requests.length);
      for (const { error } of failed)
        expect(error?.cause).toMatchObject({ kind: "missing", entity: "crate" });
      await run([`alter table crate ${add} width int`]);
      const isReady = async () => (await send("GET", "/readyz")).status;
      await expect.poll(isReady, { interval: 100 }).toBe(200);
      expect((await send("GET", "crate/public/findbyid/1")).json).toMatchObject({
        items: [{ label: "cup", width: null }],
      });
      for (const request of requests) expect((await request()).status).toBeLessThan(202);
      await lineLike({ level: "warn", code: "database-complete", entity: "crate", table: "crate" });
    });

    it("a column that is dropped twice is reported each time, even without requests in between", async () => {
      const { run, send } = await serve(mode);
      for (let round = 0; round < 2; round++) {
        await run([`alter table crate drop column width`]);
        expectIncomplete(await send("GET", "crate/public/findbyid/1"));
        await errorLike({ entity: "crate", table: "crate", column: "width" });
        takeLog();
        await run([`alter table crate ${add} width int`]);
        await lineLike({ code: "database-complete" });
      }
    });

    it("a renamed table and then a renamed column of a reference are both reported", async () => {
      const { run, send } = await serve(mode);
      takeLog();
      const read = () => send("GET", "crate/public/findall/id/0/9");
      const isReady = async () => (await send("GET", "/readyz")).status;
      await run([renameTable("shelf", "shelf2")]);
      expectIncomplete(await read());
      await errorLike({ entity: "shelf", table: "shelf" });
      await expect.poll(isReady, { interval: 100 }).toBe(503);
      await run([renameTable("shelf2", "shelf"), rename("shelf", "label", "name")]);
      expectIncomplete(await read());
      const named = async () => {
        expect(await isReady()).toBe(503);
        return takeLog().flatMap(({ msg, error }) => (msg === LACKS ? [error] : []));
      };
      await expect
        .poll(named, { interval: 100 })
        .toContainEqual(expect.objectContaining({ table: "shelf", column: "label" }));
      await run([rename("shelf", "name", "label")]);
      await expect.poll(isReady, { interval: 100 }).toBe(200);
      expect((await read()).json).toMatchObject({ items: [{ on: { label: "top" } }] });
    });

    it("a write whose trigger needs a missing table is 503, and the server stays ready", async () => {
      const { run, send } = await serve(mode);
      await run(triggers[dialect.name] ?? []);
      for (let count = 0; count < 3; count++) {
        expectIncomplete(await send("POST", "shelf", { label: "low" }));
        expectJson(await send("GET", "/readyz"), 200, { status: "ok" });
      }
      expect(takeLog().filter(({ msg }) => msg === LACKS)).toEqual([]);
    });
  });
});
