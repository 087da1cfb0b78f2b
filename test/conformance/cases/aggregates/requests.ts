import { beforeAll, describe, expect, it } from "vitest";
import { expectProblem } from "../../expectations.js";
import { field, plain, to } from "../../fields.js";
import type { Harness } from "../../harness.js";
import type { ProblemCode } from "../../../../runtime/errors/codes.js";

const url = (query: string) => `/api/data/sale/aggregate?${query}`;

export function aggregateRequestCases({ serve }: Harness): void {
  const server = serve({
    entities: {
      sale: plain({
        status: field("string"),
        total: field("decimal"),
        rate: field("float"),
        wide: field("bigint"),
        at: field("datetime"),
        data: field("json"),
        clientid: to("client", "client"),
        tagids: field("int", {
          foreignKey: { targetEntityName: "tag", resolvedEntityName: "tags", isManyToMany: true },
        }),
      }),
      client: plain({ name: field("string") }),
      tag: plain({ name: field("string") }),
      empty: plain({ amount: field("int") }),
    },
  });

  beforeAll(async () => {
    const client = await server.api.repository("client").create({ name: "anna" });
    const rows = [
      {
        status: "paid",
        total: "100.25",
        rate: 0.5,
        wide: 1,
        at: "2024-03-01T12:00:00Z",
        clientid: client.id,
      },
      { status: "paid", total: "20.25", rate: 0.25, wide: 2, at: "2024-03-09T12:00:00Z" },
      { status: "open", total: null, rate: null, wide: null, at: null },
    ];
    for (const row of rows) await server.api.repository("sale").create(row);
  });

  async function text(query: string): Promise<string> {
    const reply = await server.get(url(query));
    expect(reply.status, reply.text).toBe(200);
    return reply.text;
  }

  it("each group of an aggregate query has its members in the order of select", async () => {
    expect(await text("select=status,month(at),count(),sum(total)")).toBe(
      '{"items":[{"status":"open","month(at)":null,"count()":1,"sum(total)":null},{"status":"paid","month(at)":3,"count()":2,"sum(total)":"120.5"}]}',
    );
    expect(await text("select=sum(total),client.name,status&where=status=paid")).toBe(
      '{"items":[{"sum(total)":"20.25","client":{"name":null},"status":"paid"},{"sum(total)":"100.25","client":{"name":"anna"},"status":"paid"}]}',
    );
  });

  it("an aggregate query ignores blanks and the case of names in select and orderBy", async () => {
    expect(await text("select=+STATUS+,+count(+distinct+WIDE+)&orderBy=+~+status")).toBe(
      '{"items":[{"status":"paid","count(distinct wide)":2},{"status":"open","count(distinct wide)":0}]}',
    );
  });

  it("aggregates without groups return one line even without records, and grouped ones return none", async () => {
    const reply = await server.get(
      "/api/data/empty/aggregate?select=count(),sum(amount),avg(amount),min(amount),count(distinct%20amount)&count=true",
    );
    expect(reply.text).toBe(
      '{"items":[{"count()":0,"sum(amount)":null,"avg(amount)":null,"min(amount)":null,"count(distinct amount)":0}],"count":1}',
    );
    const groups = await server.get("/api/data/empty/aggregate?select=amount,count()&count=true");
    expect(groups.text).toBe('{"items":[],"count":0}');
  });

  it("having filters groups by their members and by aggregates that are not selected", async () => {
    expect(await text("select=status&having=sum(total)>100%26count()=2")).toBe(
      '{"items":[{"status":"paid"}]}',
    );
    expect(await text("select=status&having=!(sum(total)>100)")).toBe('{"items":[]}');
    expect(await text("select=status&having=max(at)=null|count()=7")).toBe('{"items":[{"status":"open"}]}');
    expect(await text("select=status&having=status=[paid,x]&having=count()>1")).toBe(
      '{"items":[{"status":"paid"}]}',
    );
    expect(await text("select=client.name&having=client.name=anna")).toBe(
      '{"items":[{"client":{"name":"anna"}}]}',
    );
    expect(await text("select=month(at)&having=month(at)=3")).toBe('{"items":[{"month(at)":3}]}');
  });

  it("floats are summed and averaged, and pages by cursor in the order of a sum return the same groups", async () => {
    const query = "select=status,sum(rate),avg(rate)&orderBy=~sum(rate)";
    const all = JSON.parse(await text(query)) as { readonly items: readonly unknown[] };
    expect(all.items[0]).toEqual({ status: "paid", "sum(rate)": 0.75, "avg(rate)": 0.375 });
    const first = JSON.parse(await text(`${query}&take=1`)) as {
      readonly items: unknown[];
      readonly next: string;
    };
    const rest = JSON.parse(await text(`${query}&after=${first.next}`)) as { readonly items: unknown[] };
    expect([...first.items, ...rest.items]).toEqual(all.items);
  });

  it("a page of groups has a cursor, a link and an ETag, and its cursor is rejected in another query", async () => {
    const first = await server.get(url("select=status&take=1&skip=0&count=true"));
    const { next, count } = first.json as { readonly next: string; readonly count: number };
    expect(count).toBe(2);
    expect(first.headers["link"]).toContain(encodeURIComponent(next));
    const second = await server.get(url(`select=status&take=1&after=${next}`));
    expect(second.text).toBe('{"items":[{"status":"paid"}]}');
    const headers = { "If-None-Match": first.headers["etag"] ?? "" };
    const same = await server.get(url("select=status&take=1&skip=0&count=true"), headers);
    expect(same.status).toBe(304);
    expect((await server.request("HEAD", url("select=status"))).status).toBe(200);
    expect((await server.post(url("select=status"))).status).toBe(405);
    const others = ["select=status&orderBy=~status", "select=status,client.name", "select=month(at)"];
    for (const other of others)
      expectProblem(await server.get(url(`${other}&after=${next}`)), "invalid-page");
    expectProblem(await server.get(url(`select=status&skip=1&after=${next}`)), "invalid-page");
    expect((await server.get(url("select=status&take=0"))).text).toBe('{"items":[]}');
  });

  const wrong: [query: string, code: ProblemCode, issue: string, position?: number][] = [
    ["", "invalid-select", "too-many"],
    ["select=", "invalid-query", "required"],
    ["select=,", "invalid-select", "syntax", 0],
    ["select=status,", "invalid-select", "syntax", 7],
    ["select=status,status", "invalid-select", "duplicate", 7],
    ["select=sum(total", "invalid-select", "syntax", 9],
    ["select=sum()", "invalid-select", "wrong-argument", 0],
    ["select=sum(distinct%20total)", "invalid-select", "wrong-argument", 0],
    ["select=count(status)", "invalid-select", "wrong-argument", 0],
    ["select=count(total,wide)", "invalid-select", "syntax", 11],
    ["select=median(total)", "invalid-select", "unknown-function", 0],
    ["select=SUM(total)", "invalid-select", "unknown-function", 0],
    ["select=sum(totl)", "invalid-select", "unknown-field", 0],
    ["select=constructor", "invalid-select", "unknown-field", 0],
    ["select=__proto__.x", "invalid-select", "unknown-relation", 0],
    ["select=sum(status)", "invalid-select", "wrong-type", 0],
    ["select=data", "invalid-select", "wrong-type", 0],
    ["select=count(distinct%20data)", "invalid-select", "wrong-type", 0],
    ["select=month(status)", "invalid-select", "wrong-type", 0],
    ["select=client", "invalid-select", "wrong-type", 0],
    ["select=tags.name", "invalid-select", "wrong-type", 0],
    ["select=client.nam", "invalid-select", "unknown-field", 0],
    ["select=sum(total)%27--", "invalid-select", "syntax", 10],
    [`select=${Array(65).fill("count()").join()}`, "invalid-select", "too-many", 512],
    ["select=count()&orderBy=status", "invalid-order", "not-selected", 0],
    ["select=count()&orderBy=~~count()", "invalid-order", "unknown-function", 1],
    [`select=status&orderBy=${Array(9).fill("count()").join()}`, "invalid-order", "too-many", 64],
    ["select=count()&having=status=paid", "invalid-condition", "not-selected", 0],
    ["select=count()&having=sum(totl)>1", "invalid-condition", "unknown-field", 0],
    ["select=count()&having=count()>x", "invalid-condition", "wrong-type", 8],
    ["select=count()&having=count()~1", "invalid-condition", "operator", 8],
    ["select=count()&having=tags(name=x)", "invalid-condition", "wrong-type", 5],
    ["select=count()&where=sum(total)>1", "invalid-condition", "unknown-function", 0],
    ["select=count()&take=1001", "invalid-page", "out-of-range"],
    ["select=count()&take=-1", "invalid-page", "wrong-type"],
    ["select=count()&take=1e9", "invalid-page", "wrong-type"],
    ["select=count()&take=1&take=2", "invalid-query", "duplicate"],
    ["select=count()&groupBy=status", "invalid-query", "unknown-parameter"],
    ["select=count()&after=AAAA", "invalid-page", "wrong-type"],
    ["select=count()&count=yes", "invalid-query", "wrong-type"],
  ];

  describe("rejects", () => {
    it.each(wrong)(
      "an aggregate query with a mistake is rejected: %s",
      async (query, code, issue, position) => {
        const reply = await server.get(url(query));
        expectProblem(reply, code);
        const { errors } = reply.json as { readonly errors: readonly { code: string; position?: number }[] };
        expect([errors[0]?.code, errors[0]?.position]).toEqual([issue, position]);
      },
    );
  });

  it("an aggregate query with a very long select is rejected within a second", async () => {
    const long = [
      " ".repeat(7_000),
      "(".repeat(7_000),
      "a.".repeat(3_500),
      "sum(".repeat(1_700),
      "~".repeat(7_000),
    ];
    for (const select of long) {
      const begin = process.cpuUsage();
      const reply = await server.get(url(`select=${encodeURIComponent(select).slice(0, 7_000)}`));
      expect(reply.status).toBe(400);
      // In microseconds.
      expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
    }
  });
}
