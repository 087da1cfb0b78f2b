import { beforeAll, describe, expect, it } from "vitest";
import { ApiError, type AggregateOptions } from "data-api";
import { ownUsers } from "../../callers.js";
import { field, to } from "../../fields.js";
import type { Harness } from "../../harness.js";

const guest = { userId: 4, roles: ["guest"] };
const clerk = { userId: 5, roles: ["guest", "clerk"] };

/** Groups, aggregates, conditions on groups, orders, cursors and messages must not reveal hidden values. */
export function aggregateRightsCases({ serve }: Harness): void {
  const server = serve({
    auth: ownUsers,
    entities: {
      pay: {
        fields: {
          team: field("string"),
          salary: field("int"),
          bonus: field("int"),
          isopen: field("boolean"),
          bossid: to("boss", "boss"),
          vaultid: to("vault", "vault"),
        },
        permissions: {
          create: [],
          read: [
            "admin",
            { role: "guest", where: "isopen=true", fields: { exclude: ["salary", "bonus"] } },
            { role: "clerk", where: "team=a", fields: { include: ["team", "bonus"] } },
          ],
        },
      },
      boss: {
        fields: { name: field("string"), pin: field("int"), isknown: field("boolean") },
        permissions: { read: [{ role: "guest", where: "isknown=true", fields: { exclude: ["pin"] } }] },
      },
      vault: { fields: { gold: field("int") }, permissions: { read: ["admin"] } },
    },
  });
  const pay = () => server.api.repository("pay");

  beforeAll(async () => {
    const boss = server.api.repository("boss");
    const known = await boss.create({ name: "known", pin: 1, isknown: true });
    const unknown = await boss.create({ name: "unknown", pin: 2, isknown: false });
    const vault = await server.api.repository("vault").create({ gold: 7 });
    const rows = [
      { team: "a", salary: 100, bonus: 1, isopen: true, bossid: known.id },
      { team: "a", salary: 200, bonus: 2, isopen: false, bossid: known.id },
      { team: "b", salary: 300, bonus: 4, isopen: true, bossid: unknown.id },
      { team: "c", salary: 400, bonus: 8, isopen: false, bossid: null },
    ];
    for (const row of rows) await pay().create({ ...row, vaultid: vault.id });
  });

  const ask = async (options: AggregateOptions) => (await pay().as(guest).aggregate(options)).items;

  it("groups and aggregates contain only records that the caller may read", async () => {
    expect(await ask({ count: true })).toEqual([{ "count()": 2 }]);
    expect(await ask({ groupBy: ["team"], count: true })).toEqual([
      { team: "a", "count()": 1 },
      { team: "b", "count()": 1 },
    ]);
    expect(await ask({ count: true, where: "team=c" })).toEqual([{ "count()": 0 }]);
    const { count } = await pay()
      .as(guest)
      .aggregate({ groupBy: ["team"], countGroups: true });
    expect(count).toBe(2);
  });

  it("aggregates treat a related record that the caller may not read as a missing one", async () => {
    expect(await ask({ groupBy: ["boss.name"], count: true })).toEqual([
      { boss: { name: null }, "count()": 1 },
      { boss: { name: "known" }, "count()": 1 },
    ]);
    expect(await ask({ max: ["boss.name"] })).toEqual([{ "max(boss.name)": "known" }]);
    const unknown = {
      countDistinct: ["boss.name"],
      having: { "max(boss.name)": { eq: "unknown" } },
    } as const;
    expect(await ask(unknown)).toEqual([]);
  });

  const hidden: Readonly<Record<string, AggregateOptions>> = {
    "a group": { groupBy: ["salary"] },
    "an aggregate": { max: ["salary"] },
    "a sum": { sum: ["salary"] },
    "different values": { countDistinct: ["salary"] },
    "a condition on records": { count: true, where: "salary>100" },
    "a condition on groups": { groupBy: ["team"], having: { "min(salary)": { gt: 100 } } },
    "an order": { groupBy: ["team"], orderBy: ["~max(salary)"] },
    "a field of a related record": { max: ["boss.pin"] },
    "an order by a field of a related record": { groupBy: ["team"], orderBy: ["max(boss.pin)"] },
    "a relation to an entity that cannot be read": { max: ["vault.gold"] },
    "its condition": { count: true, where: "vault.gold>1" },
  };

  describe("treats hidden members as missing ones", () => {
    it.each(Object.entries(hidden))(
      "an aggregate query rejects a hidden member like an unknown one in %s",
      async (_, options) => {
        const message = await refusal(options);
        const renamed = JSON.parse(
          JSON.stringify(options)
            .replaceAll("salary", "salarz")
            .replaceAll("pin", "pim")
            .replaceAll("vault", "vaulx"),
        ) as AggregateOptions;
        const missing = await refusal(renamed);
        expect(message).toMatch(/^Unknown (?:field|relation|name)/i);
        const back = missing
          .replaceAll("salarz", "salary")
          .replaceAll("pim", "pin")
          .replaceAll("vaulx", "vault");
        expect(message).toBe(back);
      },
    );
  });

  it("an aggregate of a field that only some records show to the caller is rejected", async () => {
    const some = pay().as(clerk);
    expect((await some.aggregate({ groupBy: ["team"], count: true })).items).toHaveLength(2);
    await expect(some.aggregate({ sum: ["bonus"] })).rejects.toThrow(ApiError);
    await expect(some.aggregate({ groupBy: ["team"], orderBy: ["max(bonus)"] })).rejects.toThrow(ApiError);
  });

  it("the cursor of another caller returns only groups of records that this caller may read", async () => {
    const page = await pay().aggregate({ groupBy: ["team"], count: true, take: 1 });
    expect(page.next).toBeTypeOf("string");
    const after = page.next as string;
    expect(
      (
        await pay()
          .as(guest)
          .aggregate({ groupBy: ["team"], count: true, after })
      ).items,
    ).toEqual([{ team: "b", "count()": 1 }]);
  });

  async function refusal(options: AggregateOptions): Promise<string> {
    const error: unknown = await ask(options).then(
      () => "no error",
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).status).toBe(400);
    return (error as ApiError).message;
  }
}
