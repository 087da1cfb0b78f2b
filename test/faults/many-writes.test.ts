import { expect, it } from "vitest";
import { describeDialect, describeDialects } from "../conformance/describe-dialects.js";
import { everybody, field } from "../conformance/fields.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import type { DialectTarget } from "../conformance/targets.js";
import { useServed } from "./served.js";
import { wordsOf } from "./words.js";

const entities = {
  counter: {
    fields: {
      name: field("string", { isRequired: true, isUnique: true, isEditable: false }),
      amount: field("int", { isRequired: true }),
    },
    permissions: everybody,
    systemFields: { ownerid: false },
  },
  stock: {
    fields: { left: field("int", { isRequired: true }) },
    permissions: { ...everybody, update: [{ role: "guest", where: "left>=0" }] },
    systemFields: { ownerid: false },
  },
};

interface Counter {
  readonly id: number;
  readonly name: string;
  readonly amount: number;
}

async function withServer(
  dialect: DialectTarget,
  work: (server: TestServer) => Promise<void>,
): Promise<void> {
  const server = await startServer("dynamic", dialect, { batch: true, entities });
  await work(server);
}

async function counters(server: TestServer): Promise<readonly Counter[]> {
  const reply = await server.request("GET", "/api/data/counter?select=id,name,amount&orderBy=name&take=1000");
  return (reply.json as { readonly items: readonly Counter[] }).items;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

await describeDialects("many writes at once", (dialect) => {
  it("upserts of the same records at once create each once, and update it otherwise", async () => {
    await withServer(dialect, async (server) => {
      for (let round = 0; round < 2; round++) {
        const replies = await Promise.all(
          times(6, (client) =>
            server.request("PUT", "/api/data/counter?onConflict=name", {
              // In different orders, so that the requests may deadlock.
              body: times(5, (index) => ({
                name: `r${round}-${client % 2 === 0 ? index : 4 - index}`,
                amount: client,
              })),
            }),
          ),
        );
        const done = replies.filter(({ status }) => status === 200);
        for (const { status, text } of replies)
          if (status !== 200) expect(text).toContain(`"code":"database-unavailable"`);
        expect(done.length).toBeGreaterThan(0);
        const outcomes = done.flatMap(({ json }) => json as readonly { outcome: string; id: number }[]);
        const created = outcomes.filter(({ outcome }) => outcome === "created");
        expect(created).toHaveLength(5);
        const stored = (await counters(server)).filter(({ name }) => name.startsWith(`r${round}-`));
        expect(stored.map(({ name }) => name)).toEqual(times(5, (index) => `r${round}-${index}`));
        expect(new Set(outcomes.map(({ id }) => id))).toEqual(new Set(stored.map(({ id }) => id)));
        // All records are as one request left them: no request is applied in part.
        expect(new Set(stored.map(({ amount }) => amount)).size).toBe(1);
      }
    });
  });

  it("changes of the same records in opposite orders are atomic", async () => {
    await withServer(dialect, async (server) => {
      const made = await server.request("POST", "/api/data/counter", {
        body: times(20, (index) => ({ name: `n${index}`, amount: 0 })),
      });
      const ids = made.json as readonly number[];
      const replies = await Promise.all(
        times(16, (client) => {
          const order = client % 2 === 0 ? ids : ids.toReversed();
          return server.request("PATCH", "/api/data/counter", {
            body: order.map((id) => ({ id, amount: client + 1 })),
          });
        }),
      );
      for (const { status, text } of replies)
        if (status !== 200) expect(text).toContain('"code":"database-unavailable"');
      expect(replies.some(({ status }) => status === 200)).toBe(true);
      const amounts = new Set((await counters(server)).map(({ amount }) => amount));
      expect(amounts.size).toBe(1);
      const [last = 0] = amounts;
      expect(replies[last - 1]?.status).toBe(200);
    });
  });

  it("conditional changes at once never take more from a stock than it has", async () => {
    await withServer(dialect, async (server) => {
      await server.request("POST", "/api/data/stock", { body: [{ left: 8 }, { left: 8 }] });
      const takeOne = async (): Promise<"taken" | "none"> => {
        for (;;) {
          const read = await server.request("GET", "/api/data/stock?select=id,left&orderBy=id");
          const { items } = read.json as { readonly items: readonly { id: number; left: number }[] };
          const tags = await Promise.all(items.map(({ id }) => tagOf(server, id)));
          if (tags.some(({ left }, index) => left !== items[index]?.left)) continue;
          const reply = await server.request("PATCH", "/api/data/stock", {
            body: items.map(({ id, left }, index) => ({ id, left: left - 1, "@etag": tags[index]?.tag })),
          });
          if (reply.status === 200) return "taken";
          if (reply.status === 403) return "none";
          expect([412, 503], reply.text).toContain(reply.status);
        }
      };
      const taken = await Promise.all(times(12, takeOne));
      expect(taken.filter((each) => each === "taken")).toHaveLength(8);
      const { json } = await server.request("GET", "/api/data/stock?select=left");
      expect(json).toMatchObject({ items: [{ left: 0 }, { left: 0 }] });
    });
  });

  it("createMany reports the one invalid record of 100,000, and writes records with different orders of fields", async () => {
    await withServer(dialect, async (server) => {
      const repository = server.api.repository("counter");
      const many = times(100_000, (index) => ({
        name: `m${index}`,
        amount: index === 77_777 ? "x" : index,
      }));
      await expect(repository.createMany(many)).rejects.toMatchObject({
        code: "invalid-fields",
        issues: [{ path: "77777.amount", code: "wrong-type" }],
      });
      // The database, not a schema, rejects this one, among a thousand records with different orders of fields.
      const mixed = times(1000, (index) =>
        index % 2 === 0 ? { name: `x${index}`, amount: 1 } : { amount: 1, name: `x${index}` },
      );
      const twice = mixed.with(701, { amount: 2, name: "x300" });
      await expect(repository.createMany(twice)).rejects.toMatchObject({
        code: "unique-conflict",
        issues: [{ path: "701.name" }],
      });
      expect(await counters(server)).toEqual([]);
      const made = await repository.createMany(mixed);
      expect(made.map(({ name }) => name)).toEqual(mixed.map(({ name }) => name));
    });
  });

  const speech = wordsOf(dialect);
  if (speech === undefined) return;
  const serve = useServed(dialect);

  it("creates of many records are atomic when connections are cut", async () => {
    const served = await serve({ pool: { max: 3 } });
    const titlesOf = (round: number) => times(20, (index) => `${round}-${index}`);
    const faults = ["cut before", "cut after", "cut within"] as const;
    let statements = 0;
    served.proxy.disturb(() => (++statements % 23 === 0 ? faults[statements % faults.length] : undefined));
    const told = new Map<number, "yes" | "no" | "unknown">();
    for (let round = 0; round < 25; round++) {
      const reply = await served.send("POST", "thing", {
        body: titlesOf(round).map((title) => ({ title, amount: round })),
      });
      const isUnknown = reply.text.includes('"code":"outcome-unknown"');
      if (reply.status !== 201) expect(reply.status, reply.text).toBe(503);
      told.set(round, reply.status === 201 ? "yes" : isUnknown ? "unknown" : "no");
    }
    served.proxy.recover();
    const rows = await served.database.run(["select title from thing"]);
    const stored = rows.map(({ title }) => String(title));
    expect(new Set(stored).size).toBe(stored.length);
    for (const [round, isDone] of told) {
      const count = stored.filter((title) => title.startsWith(`${round}-`)).length;
      const possible = { yes: [20], no: [0], unknown: [0, 20] }[isDone];
      expect(possible, `${round} was told ${isDone}`).toContain(count);
    }
    expect([...told.values()]).toContain("yes");
  });
});

async function tagOf(server: TestServer, id: number): Promise<{ left: number; tag: string | undefined }> {
  const reply = await server.request("GET", `/api/data/stock/${id}`);
  return { left: (reply.json as { left: number }).left, tag: reply.headers["etag"] };
}

await describeDialect(
  "changes of records whose key is not the primary key of their table",
  "mysql",
  (dialect) => {
    const serve = useServed(dialect);

    it("changes of records whose key is not the primary key of their table roll no transaction back", async () => {
      const times =
        "createdat datetime(3) not null default now(3), updatedat datetime(3) not null default now(3)";
      const served = await serve(
        {},
        {
          run: () => [
            `create table thing (own varchar(36) primary key default (uuid()), id int auto_increment unique, ownerid int, title varchar(255), amount int, ${times})`,
            "insert into thing (id, title, amount) values (1, 'a', 1), (2, 'b', 2)",
          ],
        },
      );
      let rolledBack = 0;
      served.proxy.breakWhere((bytes) => {
        if (bytes.includes("rollback")) rolledBack++;
        return false;
      }, "cut before");
      const body = [
        { id: 2, amount: 20 },
        { id: 1, amount: 10 },
      ];
      const reply = await served.send("PATCH", "thing", { body });
      expect(reply.status, reply.text).toBe(200);
      expect(
        (await served.database.run(["select amount from thing order by id"])).map(({ amount }) => amount),
      ).toEqual([10, 20]);
      expect(rolledBack).toBe(0);
    });
  },
);
