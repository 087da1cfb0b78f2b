import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { useFresh } from "./fresh.js";

const entities = {
  thing: openEntity({
    title: field("string", { isUnique: true }),
    sort: field("int", { isIndexed: true }),
    owner: field("uuid", { foreignKey: { targetEntityName: "owner", resolvedEntityName: "theOwner" } }),
  }),
  owner: openEntity({ name: field("string") }, { systemFields: { id: "uuid" } }),
};
const password = "a password";

/** Creates and drops a user with the right to read and write records, and no other right. */
const users: Readonly<
  Record<
    string,
    {
      create: (user: string, database: string) => readonly string[];
      /** The same for a user who may only insert into the audit table. */
      createAudited: (user: string, database: string) => readonly string[];
      drop: (user: string) => readonly string[];
    }
  >
> = {
  postgres: {
    create: (user) => [
      `create role ${user} login password '${password}'`,
      `grant select, insert, update, delete on all tables in schema public to ${user}`,
    ],
    createAudited: (user) => [
      `create role ${user} login password '${password}'`,
      `grant select, insert, update, delete on thing, owner to ${user}`,
      `grant insert, select (id) on data_api_audit to ${user}`,
    ],
    drop: (user) => [`drop owned by ${user}`, `drop role ${user}`],
  },
  mysql: {
    create: (user, database) => [
      `create user ${user}@'%' identified by '${password}'`,
      `grant select, insert, update, delete on ${database}.* to ${user}@'%'`,
    ],
    createAudited: (user, database) => [
      `create user ${user}@'%' identified by '${password}'`,
      ...["thing", "owner"].map(
        (table) => `grant select, insert, update, delete on ${database}.${table} to ${user}@'%'`,
      ),
      `grant insert on ${database}.data_api_audit to ${user}@'%'`,
    ],
    drop: (user) => [`drop user ${user}@'%'`],
  },
};

await describeDialects("a user who may only read and write records", (dialect) => {
  const words = users[dialect.name];
  if (words === undefined) {
    it.skip("not run: the test cannot create users there", () => undefined);
    return;
  }
  const { start, refusal, dump, database } = useFresh(dialect);
  const user = `low_${randomUUID().slice(0, 8)}`;
  const login = { userName: user, password };

  async function createUser(): Promise<void> {
    await database().run(words?.create(user, database().database.name ?? "") ?? []);
  }

  it.each(["verify", "off", "create"] as const)(
    'the right to read and write records is enough for schema "%s" if the tables exist already',
    async (schema) => {
      await start(entities);
      const made = await dump();
      await createUser();
      try {
        const api = await start(entities, { ...login, schema });
        const things = api.repository("thing");
        const owner = await api.repository("owner").create({ name: "o" });
        const thing = await things.create({ title: "a", owner: owner.id });
        await things.update(thing.id, { title: "b" });
        await expect(things.create({ title: "b" })).rejects.toMatchObject({ issues: [{ path: "title" }] });
        await expect(api.repository("owner").delete(owner.id)).rejects.toMatchObject({
          code: "foreign-key-conflict",
        });
        await things.delete(thing.id);
        expect(await things.count()).toBe(0);
        await api.stopAsync();
        expect(await dump()).toBe(made);
      } finally {
        await database().run(words.drop(user));
      }
    },
  );

  it("a server needs only the right to insert into the audit table", async () => {
    const audited = { audit: true, idempotency: false };
    await start(entities, {}, audited);
    await database().run(words.createAudited(user, database().database.name ?? ""));
    try {
      const api = await start(entities, { ...login, schema: "verify" }, audited);
      const owners = api.repository("owner");
      const { id } = await owners.create({ name: "o" });
      await owners.update(id, { name: "p" });
      await owners.delete(id);
      const entries = await database().run(["select operation, outcome from data_api_audit order by at"]);
      expect(entries).toHaveLength(3);
      await expect(owners.db.deleteFrom("data_api_audit" as never).execute()).rejects.toThrow(/denied/);
      await api.stopAsync();
    } finally {
      await database().run(words.drop(user));
    }
  });

  it("a start without the right to create missing tables reports that", async () => {
    await start(entities);
    await createUser();
    try {
      const more = { ...entities, more: openEntity({}) };
      expect(await refusal(more, login)).toMatch(
        /^The table "more" is missing\. It cannot be added: .*(?:denied|permission).*/i,
      );
    } finally {
      await database().run(words.drop(user));
    }
  });
});
