import { once } from "node:events";
import http from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { told, toldByHeader } from "../callers.js";
import { expectProblem } from "../expectations.js";
import { everybody, field, openEntity, plain } from "../fields.js";
import type { Harness } from "../harness.js";

const NDJSON = { Accept: "application/x-ndjson" };
const CSV = { Accept: "text/csv" };
const withoutOwner = { systemFields: { createdat: false, updatedat: false, ownerid: false } };
const ROWS = 2_500;

/** Reads whose answers are streams of records, in NDJSON and CSV. */
export function streamedReadCases({ serve }: Harness): void {
  const server = serve({
    auth: toldByHeader,
    server: { maxTake: 50, stallTimeout: 1_500, compression: { minBytes: 100 } },
    entities: {
      item: plain(
        {
          name: field("string"),
          level: field("int"),
          kind: field("int", {
            foreignKey: { targetEntityName: "kind", resolvedEntityName: "kinds", inverseName: "items" },
          }),
        },
        withoutOwner,
      ),
      kind: plain({ word: field("string") }, withoutOwner),
      note: openEntity(
        { text: field("text"), price: field("decimal"), data: field("json"), hidden: field("string") },
        {
          ...withoutOwner,
          permissions: {
            ...everybody,
            read: [
              { role: "guest", where: 'text<>"secret"', fields: { exclude: ["hidden"] } },
              { role: "member" },
            ],
          },
        },
      ),
      wide: plain({ text: field("text") }, withoutOwner),
    },
  });

  const read = (path: string, headers: Record<string, string>) => server.get(`/api/data/${path}`, headers);
  const lines = (text: string) => text.trimEnd().split("\n");

  async function fill(entity: string, rows: readonly object[]): Promise<void> {
    const db = server.api.repository(entity).db as Kysely<Record<string, object>>;
    for (let from = 0; from < rows.length; from += 250)
      await db
        .insertInto(entity)
        .values(rows.slice(from, from + 250))
        .execute();
  }

  beforeAll(async () => {
    await server.api.repository("kind").create({ word: "first" });
    const kind = (await server.api.repository("kind").find()).items[0]?.["id"];
    await fill(
      "item",
      Array.from({ length: ROWS }, (_, index) => ({ name: `n${index}`, level: index % 7, kind })),
    );
    const notes = server.api.repository("note");
    await notes.create({ text: '=1+1, "x"\r\ny', price: "1.50", data: { a: [1, null] }, hidden: "h" });
    await notes.create({ text: "", price: null, data: null, hidden: "" });
    await notes.create({ text: "secret", price: "-2", data: "text", hidden: "z" });
    await fill(
      "wide",
      Array.from({ length: 300 }, () => ({ text: "x".repeat(40_000) })),
    );
  });

  describe("a stream of records", () => {
    it("a streamed read contains all matching records, in order, beyond the limit of a page", async () => {
      const all = await read("item", NDJSON);
      expect(all.headers).toMatchObject({ "content-type": "application/x-ndjson" });
      expect(all.headers["vary"]).toContain("Accept");
      expect(all.headers["content-length"]).toBeUndefined();
      const ids = lines(all.text).map((line) => (JSON.parse(line) as { id: number }).id);
      expect(ids).toHaveLength(ROWS);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      const path = `item?where=level=3&orderBy=${encodeURIComponent("~name")}&select=name,kinds(word)&skip=5&take=120`;
      const some = lines((await read(path, NDJSON)).text);
      const names = Array.from({ length: ROWS }, (_, index) => index)
        .filter((index) => index % 7 === 3)
        .map((index) => `n${index}`)
        .sort()
        .reverse()
        .slice(5, 125);
      expect(some).toEqual(names.map((name) => `{"name":"${name}","kinds":{"word":"first"}}`));
      const body = { where: { level: 3 }, select: { name: true }, take: 101 };
      const asked = await server.post("/api/data/item/query", body, CSV);
      expect(lines(asked.text)).toHaveLength(102);
      const nested = lines(
        (await read("kind?select=word,count(items),items(name;take=3;orderBy=id)", NDJSON)).text,
      );
      expect(nested).toEqual([
        `{"word":"first","count(items)":${ROWS},"items":[{"name":"n0"},{"name":"n1"},{"name":"n2"}]}`,
      ]);
      for (const none of ["item?take=0", "item?where=level>99"]) {
        expect(await read(none, NDJSON)).toMatchObject({ status: 200, text: "" });
        expect(await read(none, CSV)).toMatchObject({ status: 200, text: "id,name,level,kind\r\n" });
      }
    });

    it("a streamed read in CSV has the fields as columns, and escapes formulas if requested", async () => {
      const asMember = { ...told({ userId: 1, roles: ["member"] }) };
      const reply = await read("note?select=text,price,data&orderBy=id", { ...CSV, ...asMember });
      expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
      expect(reply.text).toBe(
        'text,price,data\r\n"=1+1, ""x""\r\ny",1.5,"{""a"":[1,null]}"\r\n"",,\r\nsecret,-2,"""text"""\r\n',
      );
      const escaped = await read("note?select=text,price", {
        Accept: "text/csv; formulas=escaped",
        ...asMember,
      });
      expect(escaped.headers["content-type"]).toContain("formulas=escaped");
      expect(escaped.text).toContain(`"'=1+1, `);
      expect(escaped.text).toContain("secret,-2");
    });

    it("a streamed read contains only what the caller may read", async () => {
      const reply = await read("note", CSV);
      expect(lines(reply.text)[0]).toBe("id,text,price,data\r");
      expect(reply.text).not.toContain("secret");
      expect((await read("note", NDJSON)).text).not.toMatch(/secret|hidden/);
      for (const headers of [CSV, NDJSON]) {
        for (const query of ["orderBy=hidden", "where=hidden=h", "select=hidden"])
          expect((await read(`note?${query}`, headers)).status).toBe(400);
        expectProblem(await read("item?nonsense=1", headers), "invalid-query");
        expectProblem(await read("item?count=true", headers), "invalid-query");
        expectProblem(await read("item?take=x", headers), "invalid-page");
      }
      expectProblem(await read("item?select=name,kinds(word)", CSV), "invalid-select");
      expectProblem(await read("kind?select=items", CSV), "invalid-select");
    });

    it("a streamed read is sent to clients that prefer it to JSON", async () => {
      const typeFor = async (accept: string) =>
        (await read("kind", { Accept: accept })).headers["content-type"]?.replace(/;.*/, "");
      for (const accept of ["*/*", "text/*", "text/csv;q=0.5, application/json", "text/csv;q=0", "csv"])
        expect([accept, await typeFor(accept)]).toEqual([accept, "application/json"]);
      for (const accept of ["text/csv", "text/csv;charset=utf-8", "text/csv; header=present, */*;q=0.1"])
        expect([accept, await typeFor(accept)]).toEqual([accept, "text/csv"]);
      const preferred = "text/csv;q=0.1, application/x-ndjson;q=0.9, application/json;q=0.5";
      expect(await typeFor(preferred)).toBe("application/x-ndjson");
      const head = await server.request("HEAD", "/api/data/item", { headers: NDJSON });
      expect([head.status, head.text]).toEqual([200, ""]);
    });

    it("a streamed read releases its connection when the client disconnects or stalls", async () => {
      for (const ends of ["goes away", "stalls"]) {
        // The pool has ten connections. Streams may use half of them.
        const opened = await openStreams(server.port, "/api/data/wide", 5);
        let refused = await read("wide", NDJSON);
        // On a busy machine, one may have stalled before the last one was open.
        while (refused.status === 200) {
          opened.push(...(await openStreams(server.port, "/api/data/wide", 1)));
          refused = await read("wide", NDJSON);
        }
        expectProblem(refused, "server-overloaded");
        expect(refused.headers["retry-after"]).toBe("1");
        expect((await read("kind", {})).status).toBe(200);
        const cut = opened.map(({ ended }) => expect(ended).rejects.toThrow());
        if (ends === "goes away") for (const { request } of opened) request.destroy();
        // The client reads nothing until the server has disconnected it, and others have its place.
        const others = await openStreams(server.port, "/api/data/wide", 5);
        for (const { response } of opened) if (!response.closed) response.resume();
        await Promise.all(cut);
        for (const { request } of others) request.destroy();
        await expect.poll(async () => (await read("kind", NDJSON)).status, { interval: 50 }).toBe(200);
      }
    });

    it("a streamed read is a snapshot, and does not block writers", async () => {
      const { response } = await open(server.port, "/api/data/wide?select=text");
      const { id } = await server.api.repository("wide").create({ text: "late" });
      let text = "";
      for await (const chunk of response) text += String(chunk);
      expect(lines(text).length).toBeGreaterThanOrEqual(300);
      if (server.config.database.name !== ":memory:") expect(text).not.toContain("late");
      await server.api.repository("wide").delete(id);
      // Code that changes the items of a page does not work on streams, and must not be skipped silently.
      const gone = new AbortController();
      const stream = { signal: gone.signal, isFlat: false };
      const page = await server.api.repository("kind").read({ stream });
      expect(() => page.items).toThrow("A stream of records has no items");
      gone.abort();
    });
  });
}

/** Opens several streams. Connections of earlier answers may be released with a delay. */
function openStreams(port: number, path: string, count: number) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      for (;;) {
        const opened = await open(port, path);
        if (opened.response.statusCode === 200) return opened;
        opened.request.destroy();
        await delay(20);
      }
    }),
  );
}

/** Opens a stream, and reads only its head. */
async function open(port: number, path: string) {
  const request = http.get({ host: "127.0.0.1", port, path, headers: NDJSON, agent: false });
  request.on("error", () => undefined);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const ended = once(response, "end");
  ended.catch(() => undefined);
  return { request, response, ended };
}
