import { expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { openSession } from "../faults/session.js";
import { useFresh } from "./fresh.js";

/** Where a server in a cluster may start its keys. */
const FAR = 2 ** 40;

/** Statements after which the keys of `item` continue from there, in databases where the column can hold them. */
const moves: Readonly<Record<string, readonly string[]>> = {
  sqlite: [`insert into sqlite_sequence values ('item', ${FAR})`],
  postgres: [
    "alter table item alter column id drop identity",
    `create sequence far start ${FAR}`,
    "alter table item alter column id set default nextval('far')",
  ],
};

await describeDialects("keys that count up", (dialect) => {
  const { start, database } = useFresh(dialect);
  const entities = {
    item: openEntity({ title: field("string") }),
    coin: openEntity({ title: field("string") }, { systemFields: { id: "uuid" } }),
  };

  async function warnings(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const lines: string[] = [];
    await start(
      entities,
      {},
      { log: { level: "warn", destination: { write: (line) => void lines.push(line) } } },
    );
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it("keys that count up cause no warning in new tables, nor after creates", async () => {
    expect(await warnings()).toEqual([]);
    const api = await start(entities);
    for (const name of Object.keys(entities)) await api.repository(name).create({ title: "a" });
    expect(await warnings()).toEqual([]);
  });

  const statements = moves[dialect.name];
  it.runIf(statements !== undefined)(
    "keys that count up cause a warning if the next one exceeds an int",
    async () => {
      await start(entities);
      await database().run(statements ?? []);
      expect(await warnings()).toEqual([
        expect.objectContaining({
          level: "warn",
          code: "keys-too-large",
          entity: "item",
          msg: expect.stringMatching(
            /^The next key of "item" is 10995116277\d\d, and the field "id" is an int/,
          ) as string,
        }),
      ]);
    },
  );

  if (dialect.name !== "postgres") return;
  it("keys that count up are not checked in other schemas, nor while another session locks sequences there", async () => {
    await start(entities);
    await database().run([
      "create schema other",
      "create table other.item (id int primary key)",
      `create sequence other.far start ${FAR}`,
      "alter table other.item alter column id set default nextval('other.far')",
      "create table other.mine (id bigserial)",
    ]);
    const session = await openSession(database().database);
    try {
      await session.run("begin");
      // Locks the sequence.
      await session.run("alter sequence other.mine_id_seq restart with 5");
      expect(await warnings()).toEqual([]);
    } finally {
      await session.close();
    }
  });
});
