import { describe, expect, it } from "vitest";
import { expectProblem } from "../conformance/expectations.js";
import type { Mode } from "../conformance/targets.js";
import { hasMariadb, MariadbServer } from "./mariadb-server.js";
import { postgresPrograms, PostgresServer } from "./postgres-server.js";
import type { ReplicatedServer } from "./replicated-server.js";
import { all, titles, useServers } from "./served.js";

const modes: readonly Mode[] = ["dynamic", "generated"];
/** Far more than `connectTimeout`, and far less than `statementTimeout`. */
const SOON = 60_000;
const limits = {
  connectTimeout: 1_000,
  statementTimeout: 300_000,
  lockTimeout: 300_000,
  pool: { max: 4, waitTimeout: SOON },
};

describe.each<[string, boolean, () => Promise<ReplicatedServer>]>([
  ["PostgreSQL", postgresPrograms !== undefined, () => PostgresServer.create()],
  ["MariaDB", hasMariadb, () => MariadbServer.create()],
])("a frozen server of %s", (_, isInstalled, create) => {
  if (!isInstalled) {
    it.skip("not run: it is not installed here", () => undefined);
    return;
  }
  const serve = useServers();

  it.each(modes)(
    "a frozen database server is a 503 long before the statement timeout, and is used again: %s",
    async (mode) => {
      const server = await create();
      try {
        const { send } = await serve({ ...server.database, ...limits }, {}, mode);
        const post = (title: string) => send("POST", "thing", { body: { title } });
        expect((await post("before")).status).toBe(201);
        await server.freeze();
        const begin = performance.now();
        // More than the pool has connections.
        const replies = Array.from({ length: 12 }, (_each, index) =>
          index % 3 === 0 ? post("meanwhile") : send("GET", all),
        );
        for (const [index, reply] of (await Promise.all(replies)).entries()) {
          const { code } = reply.json as { readonly code: string };
          // Unknown for writes that were sent. The others have waited for a connection.
          if (index % 3 === 0 && code === "outcome-unknown") continue;
          expectProblem(reply, "database-unavailable");
        }
        expectProblem(await post("meanwhile"), "database-unavailable");
        expect((await send("GET", "/readyz")).status).toBe(503);
        expect(performance.now() - begin).toBeLessThan(SOON);
        await server.thaw();
        await expect.poll(async () => (await send("GET", all)).status).toBe(200);
        expect((await post("after")).status).toBe(201);
        const stored = await titles(send);
        expect(stored.filter((title) => title !== "meanwhile")).toEqual(["before", "after"]);
        await expect.poll(async () => (await send("GET", "/readyz")).status).toBe(200);
      } finally {
        await server.thaw();
        await server.remove();
      }
    },
  );
});
