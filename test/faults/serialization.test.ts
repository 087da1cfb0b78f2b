import http from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DataApi, type EntityConfig } from "data-api";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { sendRequest, type Reply } from "../conformance/http-client.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { randomOf } from "./ledger.js";

/** Fails like a serialization failure, and aborts the transaction. */
const CONFLICT = "do $$ begin raise exception 'restart transaction' using errcode = '40001'; end $$";
/** More statements than any of these requests runs. */
const MANY = 100;

const isOfTransaction = /^(rollback|set )/i;

/**
 * Databases that distribute a table over servers may answer any statement and any commit with 40001, and then the
 * whole transaction must be retried. The test makes PostgreSQL do so.
 */
await describeDialect("conflicts at any statement and at the commit", "postgres", (dialect) => {
  let database: FreshDatabase;
  let api: DataApi;
  let port = 0;
  const agent = new http.Agent();
  /** Whether a statement fails. */
  let isMet: (text: string) => boolean = () => false;
  /** The operations reported outside the database, once for each commit. */
  const told: string[] = [];
  let title = "";
  let titles = 0;

  const hooks: EntityConfig["hooks"] = {
    beforeCreate: ({ input }) => ({ ...input, amount: 1 }),
    afterCreate: async ({ repository, record }) => {
      await repository("trace").create({ what: `created ${String(record["title"])}` });
    },
    afterUpdate: async ({ repository, record }) => {
      await repository("trace").create({ what: `updated ${String(record["title"])}` });
    },
    afterDelete: async ({ repository, record }) => {
      await repository("trace").create({ what: `deleted ${String(record["title"])}` });
    },
    afterCommit: ({ operation, record }) => {
      told.push(`${operation} ${String(record["title"])}`);
    },
  };

  beforeAll(async () => {
    database = await dialect.createDatabase();
    const plain = openEntity({ title: field("string") });
    const part = openEntity({
      name: field("string"),
      whole: field("int", {
        foreignKey: {
          targetEntityName: "thing",
          resolvedEntityName: "theWhole",
          inverseName: "parts",
          isWritable: true,
        },
      }),
    });
    api = new DataApi({
      database: { ...database.database, pool: { max: 4 } },
      entities: {
        thing: openEntity({ title: field("string"), amount: field("int") }, { hooks }),
        part,
        plain,
        trace: openEntity({ what: field("string") }),
      },
      batch: true,
      operations: {
        make: {
          parameters: { title: { type: "string" } },
          permissions: ["guest"],
          handler: async ({ input, tx }) => {
            const { title } = input as { title: string };
            await tx.repository("thing").create({ title });
            await tx.transaction((inner) => inner.repository("plain").create({ title }));
          },
        },
      },
      server: { host: "127.0.0.1", maxEventLoopDelay: 0, log: { level: "silent" }, audit: true },
    });
    api.setupApiEndpoints();
    port = ((await api.startAsync(0)).address() as AddressInfo).port;

    // Retries happen without a delay.
    vi.spyOn(Math, "random").mockReturnValue(0);
    const prototype = pg.Client.prototype as unknown as { query: (...asked: unknown[]) => unknown };
    const { query } = prototype;
    vi.spyOn(prototype, "query").mockImplementation(function (this: unknown, ...asked) {
      const [first] = asked as [string | { readonly text: string }];
      const text = typeof first === "string" ? first : first.text;
      if (isOfTransaction.test(text) || !isMet(text)) return query.apply(this, asked);
      // A query that also begins a transaction is the driver's own object.
      if (!(first instanceof pg.Query)) return query.apply(this, [CONFLICT]);
      return query.apply(this, [Object.assign(first, { text: CONFLICT, name: undefined, values: [] })]);
    });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await api.stopAsync();
  });

  const send = (method: string, path: string, body?: object, headers = {}): Promise<Reply> =>
    sendRequest(port, agent, method, path, { body, headers });

  /** The number of rows that meet the condition, counted without the product. */
  async function count(table: string, where: string): Promise<number> {
    const [row] = await database.run([`select count(*) as found from ${table} where ${where}`]);
    return Number(row?.["found"]);
  }

  /** Expects the operations on the current title to be done this often in the database, and reported outside. */
  async function expectDone(
    times: Readonly<Record<string, number>>,
    outside: readonly string[],
  ): Promise<void> {
    const found: Record<string, number> = {};
    for (const key of Object.keys(times)) {
      const [table = "", value = ""] = key.split(": ");
      found[key] = await count(table, value.replaceAll("$", title));
    }
    expect(found).toEqual(times);
    expect(told.filter((each) => each.endsWith(title))).toEqual(
      outside.map((operation) => `${operation} ${title}`),
    );
  }

  interface Case {
    /** Creates the records that the request needs. */
    readonly prepare?: () => Promise<number>;
    readonly ask: (id: number) => Promise<Reply>;
    /** The number of rows that meet each condition afterwards; `$` stands for the title. */
    readonly done: Readonly<Record<string, number>>;
    /** The same if nothing was done. */
    readonly undone: Readonly<Record<string, number>>;
    readonly outside: readonly string[];
    readonly fewest: number;
  }

  const stored = async (): Promise<number> => {
    const reply = await send("POST", "/api/data/thing", { title });
    told.length = 0;
    return Number(reply.json);
  };
  const created = "thing: title = '$'";
  const traced = "trace: what = 'created $'";
  const key = (name: string) => ({ "Idempotency-Key": `${name} ${title}`.replaceAll(" ", "-") });

  const cases: Readonly<Record<string, Case>> = {
    "a create in one statement": {
      ask: () => send("POST", "/api/data/plain", { title }),
      done: { "plain: title = '$'": 1 },
      undone: { "plain: title = '$'": 0 },
      outside: [],
      fewest: 2,
    },
    "a create with hooks": {
      ask: () => send("POST", "/api/data/thing", { title }),
      done: { [created]: 1, [traced]: 1 },
      undone: { [created]: 0, [traced]: 0 },
      outside: ["create"],
      fewest: 5,
    },
    "a create with a key": {
      ask: () => send("POST", "/api/data/thing", { title }, key("create")),
      done: { [created]: 1, [traced]: 1 },
      undone: { [created]: 0, [traced]: 0 },
      outside: ["create"],
      fewest: 6,
    },
    "an array": {
      ask: () => send("POST", "/api/data/thing", [{ title }, { title }], key("array")),
      done: { [created]: 2, [traced]: 2 },
      undone: { [created]: 0, [traced]: 0 },
      outside: ["create", "create"],
      fewest: 6,
    },
    "a nested create": {
      ask: () => send("POST", "/api/data/thing", { title, parts: [{ name: title }, { name: title }] }),
      done: { [created]: 1, [traced]: 1, "part: name = '$'": 2 },
      undone: { [created]: 0, [traced]: 0, "part: name = '$'": 0 },
      outside: ["create"],
      fewest: 5,
    },
    "a batch": {
      ask: () => {
        const operations = [
          { create: "thing", input: { title } },
          { create: "plain", input: { title } },
        ];
        return send("POST", "/api/batch", { operations }, key("batch"));
      },
      done: { [created]: 1, [traced]: 1, "plain: title = '$'": 1 },
      undone: { [created]: 0, [traced]: 0, "plain: title = '$'": 0 },
      outside: ["create"],
      fewest: 6,
    },
    "an operation with a nested transaction": {
      ask: () => send("POST", "/api/operations/make", { title }),
      done: { [created]: 1, [traced]: 1, "plain: title = '$'": 1 },
      undone: { [created]: 0, [traced]: 0, "plain: title = '$'": 0 },
      outside: ["create"],
      fewest: 6,
    },
    "an update": {
      prepare: stored,
      ask: (id) => send("PATCH", `/api/data/thing/${id}`, { amount: 2 }),
      done: { "thing: title = '$' and amount = 2": 1, "trace: what = 'updated $'": 1 },
      undone: { "thing: title = '$' and amount = 1": 1, "trace: what = 'updated $'": 0 },
      outside: ["update"],
      fewest: 5,
    },
    "a delete": {
      prepare: stored,
      ask: (id) => send("DELETE", `/api/data/thing/${id}`),
      done: { [created]: 0, "trace: what = 'deleted $'": 1 },
      undone: { [created]: 1, "trace: what = 'deleted $'": 0 },
      outside: ["delete"],
      fewest: 5,
    },
  };

  it.each(Object.entries(cases))(
    "%s is done once, whichever of its statements fails with a serialization failure",
    async (_, each) => {
      for (const failures of [1, 2]) {
        let place = 0;
        for (let wasMet = true; wasMet && place < MANY; place++) {
          title = `title ${titles++}`;
          const id = (await each.prepare?.()) ?? 0;
          let statements = 0;
          isMet = () => {
            const at = statements++;
            return at >= place && at < place + failures;
          };
          const reply = await each.ask(id);
          isMet = () => false;
          expect({ place, text: reply.text, isDone: reply.status < 300 }).toMatchObject({
            place,
            isDone: true,
          });
          await expectDone(each.done, each.outside);
          wasMet = statements > place;
        }
        expect(place).toBeGreaterThan(each.fewest);
        expect(place).toBeLessThan(MANY);
      }
    },
  );

  it.each(Object.entries(cases))("%s is not done if serialization failures repeat", async (_, each) => {
    const isTransaction = each.outside.length > 0;
    for (const isFailing of [() => true, ...(isTransaction ? [(text: string) => text === "commit"] : [])]) {
      title = `title ${titles++}`;
      const id = (await each.prepare?.()) ?? 0;
      isMet = isFailing;
      const reply = await each.ask(id);
      isMet = () => false;
      expectProblem(reply, "database-unavailable");
      expect(reply.headers["retry-after"]).toBe("1");
      await expectDone(each.undone, []);
      expect((await each.ask(id)).status).toBeLessThan(300);
      await expectDone(each.done, each.outside);
    }
  });

  it("concurrent writes that fail at random with serialization failures are done once if acknowledged, else not", async () => {
    const random = randomOf(17);
    isMet = () => random() < 0.04;
    const asked = Array.from({ length: 80 }, (_, index) => `at once ${index}`);
    const replies = await Promise.all(
      asked.map((name) => send("POST", "/api/data/thing", { title: name, parts: [{ name }] })),
    );
    isMet = () => false;
    for (const [index, reply] of replies.entries()) {
      title = asked[index] ?? "";
      if (reply.status !== 201) expectProblem(reply, "database-unavailable");
      const times = reply.status === 201 ? 1 : 0;
      await expectDone(
        { [created]: times, [traced]: times, "part: name = '$'": times },
        times === 1 ? ["create"] : [],
      );
    }
  });
});
