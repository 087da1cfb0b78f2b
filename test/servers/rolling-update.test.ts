import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import type { Config } from "data-api";
import { PASSWORD } from "../conformance/callers.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import type { Reply } from "../conformance/http-client.js";
import { secretKey } from "../conformance/tokens.js";
import { Balancer } from "./balancer.js";
import { startProcess, type ServedProcess } from "./served-process.js";

/** The number of records before the update, which clients read in pages. */
const STOCKED = 60;
/** How long a client waits before its next round, in milliseconds, because other tests need the machine, too. */
const PAUSE = 200;

const common = {
  stock: openEntity({ name: field("string") }),
  counter: openEntity({ value: field("int") }),
};
const title = field("string", { isRequired: true });

/** The entities of each version: the second has more fields, one more entity, and lacks a field. */
const versions: readonly Config["entities"][] = [
  { ...common, item: openEntity({ title, subtitle: field("string") }) },
  {
    ...common,
    item: openEntity({
      title,
      rating: field("int", { isRequired: true, default: 3 }),
      color: field("string", { isIndexed: true }),
    }),
    review: openEntity({
      text: field("string"),
      itemid: field("int", { foreignKey: { targetEntityName: "item", resolvedEntityName: "item" } }),
    }),
  },
];

await describeDialects("a rolling update", (dialect) => {
  it("a rolling update to a version with other fields and another entity, and back, loses no request and no write", async () => {
    const { database, run, dispose } = await dialect.createDatabase();
    const startVersion = (version: number) =>
      startProcess({
        // Long limits, so that a busy machine does not reject requests.
        database: { ...database, lockTimeout: 30_000, pool: { max: 4, waitTimeout: 30_000 } },
        auth: { secretKey, refreshTokens: true, userCheckInSecs: 0 },
        batch: true,
        // Longer than the balancer needs to notice.
        server: {
          host: "127.0.0.1",
          shutdownDelay: 2_500,
          shutdownTimeout: 60_000,
          maxEventLoopDelay: 0,
          log: { level: "error" },
        },
        entities: versions[version] as Config["entities"],
      });
    const balancer = new Balancer();
    const add = async (version: number): Promise<ServedProcess> => {
      const served = await startVersion(version);
      balancer.add(served.port);
      await vi.waitUntil(() => balancer.isUsed(served.port), { timeout: 30_000 });
      return served;
    };
    try {
      let servers = [await add(0), await add(0)];
      const load = await Load.begin(balancer);
      for (const version of [1, 0]) {
        const ends: ReturnType<ServedProcess["end"]>[] = [];
        const renewed: ServedProcess[] = [];
        for (const server of servers) {
          renewed.push(await add(version));
          ends.push(server.end());
        }
        for (const end of await Promise.all(ends)) expect(end).toEqual({ exitCode: 0, stderr: "" });
        servers = renewed;
        const rounds = load.rounds;
        await vi.waitUntil(() => load.rounds > rounds + 5 || load.failures.length > 0, { timeout: 30_000 });
        // New features work when all servers have the new version.
        const review = await balancer.send("POST", "/api/data/review", { body: { text: "good" } });
        expect(review.status).toBe(version === 1 ? 201 : 404);
      }
      await load.end();
      expect(load.failures).toEqual([]);

      const titles = (await run(["select title from item order by title"])).map((row) => row["title"]);
      expect(titles).toEqual([...load.created].sort());
      const [counter] = await run(["select value from counter"]);
      expect(Number(counter?.["value"])).toBe(load.counted);
      for (const server of servers) expect((await server.end()).stderr).toBe("");
    } finally {
      balancer.close();
      await dispose();
    }
  });
});

/** Clients that do not know the versions, and record what the servers have acknowledged. */
class Load {
  readonly failures: string[] = [];
  readonly created: string[] = [];
  counted = 0;
  rounds = 0;
  readonly #balancer: Balancer;
  #isEnding = false;
  #clients: readonly Promise<void>[] = [];

  private constructor(balancer: Balancer) {
    this.#balancer = balancer;
  }

  static async begin(balancer: Balancer): Promise<Load> {
    const load = new Load(balancer);
    const names = Array.from({ length: STOCKED }, (_, index) => ({ name: String(index) }));
    await load.#expect(201, "POST", "/api/data/stock", { body: names });
    await load.#expect(201, "POST", "/api/data/counter", { body: { value: 0 } });
    const credentials = { username: "anna", password: PASSWORD };
    await load.#expect(201, "POST", "/api/data/user", {
      body: { ...credentials, confirmPassword: PASSWORD },
    });
    const session = await load.#expect(200, "POST", "/api/auth/token", { body: credentials });
    const { refreshToken } = session.json as { refreshToken: string };
    load.#clients = [
      load.#repeat(() => load.#create()),
      load.#repeat(() => load.#createSeveral()),
      load.#repeat(() => load.#count()),
      load.#repeat(() => load.#count()),
      load.#repeat(() => load.#readPages()),
      load.#repeatWith(refreshToken, (token) => load.#refresh(token)),
    ];
    return load;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#clients);
  }

  /** Creates a record and repeats the request, like a client that missed the answer. */
  async #create(): Promise<void> {
    const title = randomUUID();
    const create = {
      headers: { "Idempotency-Key": title, Prefer: "return=representation" },
      body: { title, subtitle: "of the first version" },
    };
    const first = await this.#expect(201, "POST", "/api/data/item", create);
    this.created.push(title);
    const again = await this.#expect(201, "POST", "/api/data/item", create);
    expect(again.text).toBe(first.text);
  }

  async #createSeveral(): Promise<void> {
    const titles = [randomUUID(), randomUUID()];
    const [key = ""] = titles;
    const operations = titles.map((title) => ({ create: "item", input: { title, subtitle: "in a batch" } }));
    const batch = { headers: { "Idempotency-Key": key }, body: { operations } };
    const first = await this.#expect(200, "POST", "/api/batch", batch);
    this.created.push(...titles);
    expect((await this.#expect(200, "POST", "/api/batch", batch)).text).toBe(first.text);
  }

  /** Increments the counter, unless another client was faster. */
  async #count(): Promise<void> {
    const read = await this.#expect(200, "GET", "/api/data/counter/1");
    const { value } = read.json as { value: number };
    const headers = { "If-Match": read.headers["etag"] ?? "" };
    const body = { value: value + 1 };
    const { status } = await this.#expect([200, 412], "PATCH", "/api/data/counter/1", { headers, body });
    if (status === 200) this.counted++;
  }

  async #readPages(): Promise<void> {
    const names: string[] = [];
    let after = "";
    do {
      const page = await this.#expect(200, "GET", `/api/data/stock?take=9&orderBy=name${after}`);
      const { items, next } = page.json as { items: { name: string }[]; next?: string };
      names.push(...items.map(({ name }) => name));
      after = next === undefined ? "" : `&after=${next}`;
    } while (after !== "");
    expect(new Set(names).size).toBe(STOCKED);
    expect(names).toHaveLength(STOCKED);
  }

  async #refresh(refreshToken: string): Promise<string> {
    const { json } = await this.#expect(200, "POST", "/api/auth/refresh", { body: { refreshToken } });
    const session = json as { token: string; refreshToken: string };
    await this.#expect(200, "GET", "/api/data/user/private/findall/id/0/1", {
      headers: { Authorization: `Bearer ${session.token}` },
    });
    return session.refreshToken;
  }

  #repeat(work: () => Promise<void>): Promise<void> {
    return this.#repeatWith(undefined, work);
  }

  async #repeatWith<T>(given: T, work: (given: T) => Promise<T>): Promise<void> {
    let next = given;
    while (!this.#isEnding) {
      try {
        next = await work(next);
        this.rounds++;
      } catch (error) {
        this.failures.push((error as Error).message);
      }
      await sleep(PAUSE);
    }
  }

  async #expect(
    statuses: number | readonly number[],
    method: string,
    path: string,
    options?: Parameters<Balancer["send"]>[2],
  ): Promise<Reply> {
    const reply = await this.#balancer.send(method, path, options);
    if ([statuses].flat().includes(reply.status)) return reply;
    throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  }
}
