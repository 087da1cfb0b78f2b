import { describe, expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { createTestApi } from "../conformance/start-server.js";
import { modes } from "../conformance/targets.js";
import { serveApi } from "../conformance/start.js";

/** The trigger's message, which must not appear in answers. */
const WORDS = "the till is closed";

/** Triggers that reject things with the title "no", in SQL Server also "nope", and all deletes. */
const triggers: Readonly<Record<string, readonly string[]>> = {
  sqlite: [
    `create trigger a before insert on thing when new.title = 'no' begin select raise(abort, '${WORDS}'); end`,
    `create trigger b before update on thing when new.title = 'no' begin select raise(rollback, '${WORDS}'); end`,
    `create trigger c before delete on thing begin select raise(fail, '${WORDS}'); end`,
  ],
  postgres: [
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception '${WORDS}'; end $$`,
    "create trigger a before insert or update on thing for each row when (new.title = 'no') execute function refuse()",
    "create trigger c before delete on thing for each row execute function refuse()",
  ],
  mysql: [
    ...["insert", "update"].map(
      (event) =>
        `create trigger ${event}s before ${event} on thing for each row if new.title = 'no' then signal sqlstate '45000' set message_text = '${WORDS}'; end if`,
    ),
    `create trigger deletes before delete on thing for each row signal sqlstate '45000' set message_text = '${WORDS}'`,
  ],
  mssql: [
    `create trigger a on thing after insert, update as if exists (select * from inserted where title = 'no') throw 50000, '${WORDS}', 1`,
    // It rolls nothing back, and the trigger goes on.
    `create trigger b on thing after insert, update as if exists (select * from inserted where title = 'nope') raiserror('${WORDS}', 16, 1)`,
    `create trigger c on thing after delete as throw 51234, '${WORDS}', 1`,
  ],
};

await describeDialects("a write that a trigger rejects", (dialect) => {
  describe.each(modes)("by %s code", (mode) => {
    it.each([
      ["alone", {}],
      ["in a transaction", { "If-Match": "*" }],
    ])(
      "a write %s that a trigger rejects is a 409 without the trigger's words, and is not done",
      async (_, headers) => {
        const fresh = await dialect.createDatabase();
        const api = await createTestApi(mode, fresh, {
          entities: { thing: openEntity({ title: field("string") }) },
        });
        const { request } = await serveApi(api);
        const send = (method: string, path: string, title?: string) =>
          request(method, `/api/data/thing${path}`, {
            headers: method === "POST" ? {} : headers,
            body: title === undefined ? undefined : { title },
          });
        await fresh.run(triggers[dialect.name] ?? []);
        expect((await send("POST", "", "yes")).json).toBe(1);
        const titles = dialect.name === "mssql" ? ["no", "nope"] : ["no"];
        const refusals = [];
        for (const title of titles)
          refusals.push(await send("POST", "", title), await send("PATCH", "/1", title));
        for (const refused of [...refusals, await send("DELETE", "/1")]) {
          expectProblem(refused, "refused-by-database");
          expect(refused.text).not.toContain(WORDS);
        }
        const found = await send("GET", "/public/findall/id/0/9");
        expect(found.json).toMatchObject({ count: 1, items: [{ title: "yes" }] });
        expect((await send("PATCH", "/1", "still")).json).toEqual({ count: 1 });
      },
    );
  });

  const leavesOut: Readonly<Record<string, readonly string[]>> = {
    sqlite: ["place", "thing"].map(
      (table) =>
        `create trigger ${table}s before insert on ${table} when new.name = 'no' begin select raise(ignore); end`,
    ),
    postgres: [
      "create function ignored() returns trigger language plpgsql as $$ begin return null; end $$",
      ...["place", "thing"].map(
        (table) =>
          `create trigger a before insert on ${table} for each row when (new.name = 'no') execute function ignored()`,
      ),
    ],
  };
  const leaving = leavesOut[dialect.name];

  it.skipIf(leaving === undefined)(
    "a create that a trigger skips is never reported as stored, either alone or among many",
    async () => {
      const fresh = await dialect.createDatabase();
      const code = { type: "string", maxLength: 9, isEditable: false, isRequired: true } as const;
      const api = await createTestApi("dynamic", fresh, {
        entities: {
          place: openEntity({ code, name: field("string") }, { primaryKey: ["code"] }),
          thing: openEntity({ name: field("string") }),
        },
      });
      await api.startAsync(0);
      await fresh.run(leaving ?? []);
      const places = api.repository("place");
      const each = [
        { code: "a", name: "yes" },
        { code: "b", name: "no" },
      ];
      await expect(places.create({ code: "b", name: "no" })).rejects.toThrow();
      await expect(places.createMany(each, undefined, { returning: "id" })).rejects.toThrow();
      expect((await places.find()).items).toEqual([]);
      // The database generates the id, so that one statement may return all ids.
      const things = api.repository("thing");
      const named = each.map(({ name }) => ({ name }));
      await expect(things.createMany(named, undefined, { returning: "id" })).rejects.toThrow();
      expect((await things.find()).items).toEqual([]);
    },
  );

  // In SQL Server, and with `rollback` in SQLite, a trigger ends the whole transaction including its savepoints.
  it("a write of many in a transaction that a trigger rejects rolls the transaction back", async () => {
    const fresh = await dialect.createDatabase();
    const api = await createTestApi("dynamic", fresh, {
      entities: { thing: openEntity({ title: field("string") }) },
    });
    await api.startAsync(0);
    await fresh.run(triggers[dialect.name] ?? []);
    const { id } = await api.repository("thing").create({ title: "yes" });
    const refused = { code: "refused-by-database" };
    const works: readonly ((things: ReturnType<typeof api.repository>) => Promise<unknown>)[] = [
      (things) => things.createMany([{ title: "a" }, { title: "no" }]),
      (things) => things.updateMany([{ id, changes: { title: "no" } }]),
      (things) => things.deleteMany({ where: { title: "yes" } }),
    ];
    for (const work of works) {
      const failed = api.transaction(async (tx) => {
        await tx.repository("thing").create({ title: "before" });
        await work(tx.repository("thing"));
      });
      await expect(failed).rejects.toMatchObject(refused);
    }
    expect((await api.repository("thing").find()).items).toMatchObject([{ title: "yes" }]);
  });
});
