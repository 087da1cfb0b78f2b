import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DataApi, type EntityConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import type { TestApi } from "../conformance/start-server.js";
import { throughProxy } from "./through-proxy.js";
import { wordsOf } from "./words.js";
import { serveApi } from "../conformance/start.js";

const MARK = "the one that is lost";

await describeDialects("writes with hooks, which are transactions,", (dialect) => {
  const speech = wordsOf(dialect);
  if (speech === undefined) return;

  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function serve(hooks: EntityConfig["hooks"]) {
    const fresh = await dialect.createDatabase();
    const { proxy, database } = await throughProxy(fresh.database);
    const thing = openEntity({ title: field("string"), amount: field("int") }, { hooks });
    const api = new DataApi({
      database: { ...database, pool: { max: 4 } },
      entities: { thing },
      server: { host: "127.0.0.1", maxEventLoopDelay: 0 },
    }) as unknown as TestApi;
    const { request } = await serveApi(api);
    const send = (method: string, path: string, body: object) =>
      request(method, `/api/data/thing${path}`, { body });
    const stored = async () => fresh.run(["select title, amount from thing order by id"]);
    return { proxy, send, stored };
  }

  it("a write with hooks whose connection is cut before the commit is sent is retried and done once", async () => {
    let calls = 0;
    const { proxy, send, stored } = await serve({
      afterCreate: async () => {
        if (++calls > 1) return;
        // The row is written, the commit has not been sent, and the driver notices the cut.
        proxy.refuse();
        await proxy.waitForCount(0);
        proxy.recover();
      },
    });
    expect((await send("POST", "", { title: MARK })).status).toBe(201);
    expect(calls).toBe(2);
    expect(await stored()).toEqual([{ title: MARK, amount: null }]);
  });

  it.each([
    ["cut before", 0],
    ["cut after", 1],
  ] as const)(
    "a write with hooks has an unknown outcome if it is %s the commit, and is not retried",
    async (fault, count) => {
      const afterCreate = vi.fn();
      const { proxy, send, stored } = await serve({ afterCreate });
      proxy.breakWhere(speech.isCommit, fault);
      const reply = await send("POST", "", { title: MARK });
      expect(proxy.hasBroken).toBe(true);
      expectProblem(reply, "outcome-unknown");
      expect(afterCreate).toHaveBeenCalledTimes(1);
      expect(await stored()).toHaveLength(count);
      expect((await send("POST", "", { title: "next" })).status).toBe(201);
    },
  );

  describe("that deadlock", () => {
    /** Each locks its own record, waits until the other holds its lock, and then writes the other's record. */
    function crossed(take: "repository" | "db"): { hooks: EntityConfig["hooks"]; calls: () => number } {
      let calls = 0;
      let open = (): void => undefined;
      const both = new Promise<void>((resolve) => {
        open = resolve;
      });
      return {
        calls: () => calls,
        hooks: {
          beforeUpdate: async ({ record, changes, repository, db }) => {
            if ((changes as { title?: string }).title === undefined) return;
            if (++calls === 2) open();
            await both;
            const other = 3 - (record as { id: number }).id;
            if (take === "repository") await repository("thing").update(other, { amount: 1 });
            else await db.updateTable("thing").set({ amount: 1 }).where("id", "=", other).execute();
          },
        },
      };
    }

    it.each(["repository", "db"] as const)(
      "two writes that deadlock in their hooks through the %s are both done",
      async (take) => {
        const { hooks, calls } = crossed(take);
        const { send, stored } = await serve(hooks);
        for (const title of ["a", "b"]) await send("POST", "", { title });
        const replies = await Promise.all(
          [1, 2].map((id) => send("PATCH", `/${id}`, { title: `new ${id}` })),
        );
        for (const reply of replies) expect(reply.json).toEqual({ count: 1 });
        expect(calls()).toBe(3);
        expect(await stored()).toEqual([
          { title: "new 1", amount: 1 },
          { title: "new 2", amount: 1 },
        ]);
      },
    );
  });
});
