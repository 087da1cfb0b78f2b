import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inFlight, told, toldByHeader, type Headers } from "../../callers.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { sendRequest, type RequestOptions } from "../../http-client.js";
import { paths } from "../../paths.js";

const callers: readonly (readonly [name: string, headers: Headers])[] = [
  ["guest", {}],
  ...["ann", "bob", "carl"].map(
    (userId) => [userId, told({ userId, claims: { dept: `dept of ${userId}` } })] as const,
  ),
  ["boss", told({ userId: "boss", roles: ["boss"], claims: { dept: "dept of ann" } })],
];

/** Concurrent requests of several callers: no caller sees another's answers. */
export function interleavedCallerCases({ serve }: Harness): void {
  const fields = { title: field("string"), dept: field("string"), secretNote: field("string") };
  const server = serve({
    auth: {
      identify: async (req) => {
        await wait(Math.random() * 8);
        return toldByHeader.identify(req);
      },
    },
    entities: {
      doc: {
        fields,
        permissions: {
          read: [
            { role: "guest", fields: { include: ["id", "title"] }, where: 'dept="open"' },
            { role: "member", where: "dept=@user.dept", fields: { exclude: ["secretNote"] } },
            "owner",
            { role: "boss", fields: { include: ["id", "title", "dept"] } },
          ],
          create: ["member"],
          update: ["owner"],
        },
        readValidator: (_roles, userId) => `title<>"not for ${String(userId)}"`,
        writeValidator: async () => {
          await wait(Math.random() * 3);
          return true;
        },
      },
      comment: {
        fields: {
          docid: field("int", { foreignKey: { targetEntityName: "doc", resolvedEntityName: "doc" } }),
          docids: field("int", {
            foreignKey: { targetEntityName: "doc", resolvedEntityName: "docs", isManyToMany: true },
          }),
        },
        permissions: { read: ["guest"] },
      },
    },
  });

  const agent = new http.Agent({ keepAlive: true, maxSockets: 10 });
  const request = (method: string, path: string, options: RequestOptions) =>
    sendRequest(server.port, agent, method, path, options);
  afterAll(() => {
    agent.destroy();
  });

  beforeAll(async () => {
    const docs = server.api.repository("doc");
    for (const userId of ["ann", "bob", "carl"]) {
      const own = docs.as({ userId });
      for (const dept of ["open", "dept of ann", "dept of bob", "nowhere"])
        await own.create({ title: `${userId} in ${dept}`, dept, secretNote: `secret of ${userId}` });
      await own.create({ title: `not for ${userId}`, dept: "open" });
    }
    const all = (await docs.find()).items.map(({ id }) => id);
    for (const docid of all) await server.api.repository("comment").create({ docid, docids: all });
  });

  it("interleaved requests of several callers get the same answers as alone", async () => {
    const reads = [
      paths.findAll("doc"),
      paths.findAll("doc", "~id", 1, 3),
      paths.findOwn("doc"),
      paths.findById("doc", 2),
      paths.findById("doc", 4),
      paths.findByCondition("doc", "title~in|id>0"),
      paths.findAll("comment"),
    ];
    const requests = callers.flatMap(([name, headers]) => reads.map((path) => ({ name, headers, path })));
    const answers = async (atOnce: number) => {
      const order = requests.map((asked) => ({ asked, place: Math.random() }));
      if (atOnce > 1) order.sort((one, other) => one.place - other.place);
      const replies = await inFlight(
        order,
        async ({ asked: { name, path, headers } }) => {
          const { status, text } = await request("GET", path, { headers });
          return [`${name} ${path}`, `${status} ${text}`] as const;
        },
        atOnce,
      );
      return new Map(replies);
    };
    const alone = await answers(1);
    expect(new Set(alone.values()).size).toBeGreaterThan(20);
    for (let round = 0; round < 4; round++) {
      const together = await answers(10);
      for (const [asked, answer] of alone) expect(together.get(asked), asked).toBe(answer);
    }
  });

  it("interleaved callers write their own records under their own name", async () => {
    const members = callers.filter(([name]) => name !== "guest");
    const made = await inFlight(
      Array.from({ length: 40 }, (_, index) => index),
      async (index) => {
        const [name, headers] = members[index % members.length] ?? ["", {}];
        const body = { title: `made by ${name}`, dept: "nowhere" };
        const options = { headers: { ...headers, Prefer: "return=representation" }, body };
        return { name, reply: await request("POST", "/api/data/doc", options) };
      },
      10,
    );
    for (const { name, reply } of made) {
      expect(reply.status).toBe(201);
      expect(reply.json).toMatchObject({ title: `made by ${name}` });
    }
    const stored = (await server.api.repository("doc").find({ where: 'title~"made by"' })).items;
    expect(stored).toHaveLength(40);
    for (const record of stored) expect(record["title"]).toBe(`made by ${String(record["ownerid"])}`);

    const touched = await inFlight(
      stored.flatMap((record) => members.map(([name, headers]) => ({ record, name, headers }))),
      async ({ record, name, headers }) => {
        const body = { secretNote: `of ${name}` };
        const { status } = await request("PATCH", paths.record("doc", record.id), { headers, body });
        return { status, isOwn: record["ownerid"] === name };
      },
      10,
    );
    for (const { status, isOwn } of touched) expect(status === 200).toBe(isOwn);
    for (const record of (await server.api.repository("doc").find({ where: 'title~"made by"' })).items)
      expect(record["secretNote"]).toBe(`of ${String(record["ownerid"])}`);
  });
}
