import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { atEnd } from "../at-end.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { takeLog } from "../conformance/reports.js";
import { hasMariadb, MariadbServer } from "./mariadb-server.js";
import { postgresPrograms, PostgresServer } from "./postgres-server.js";
import type { ReplicatedServer } from "./replicated-server.js";
import { useServers } from "./served.js";
import { mountSmallDisk } from "./small-disk.js";

const engines: readonly (readonly [string, boolean, () => Promise<ReplicatedServer>])[] = [
  ["PostgreSQL", postgresPrograms !== undefined, () => PostgresServer.create()],
  ["MariaDB", hasMariadb, () => MariadbServer.create()],
];

/**
 * Random, because databases compress repetition, and short: MariaDB 10.11 exits if the disk is full when it rolls back
 * a write of a value that has pages of its own ("Out of disk space in rollback").
 */
const title = () => randomBytes(1_500).toString("hex");

describe.each(engines)("a full disk of %s", (_, isInstalled, create) => {
  const serve = useServers();
  it("a full disk is a 503 with Retry-After; reads go on, no acknowledged write is lost, and no restart is needed", async ({
    skip,
  }) => {
    const disk = isInstalled ? mountSmallDisk() : undefined;
    if (disk === undefined) return skip("The server is not installed, or no file system can be mounted.");
    atEnd(disk.remove);
    const server = await create();
    atEnd(() => server.remove());
    await server.keepTablesIn(disk.folder);
    const entities = { thing: openEntity({ title: field("text") }) };
    const { send } = await serve(server.database, { entities });
    takeLog();

    let acknowledged = 0;
    const post = async (count = 1) => {
      const things = Array.from({ length: count }, () => ({ title: title() }));
      const reply = await send("POST", "thing", { body: things });
      if (reply.status === 201) acknowledged += count;
      return reply;
    };
    // Until there is no room for a single record.
    for (const count of [100, 10, 1])
      while ((await post(count)).status === 201) expect(acknowledged).toBeLessThan(9_999);
    for (let count = 0; count < 5; count++) {
      const reply = await post();
      expectProblem(reply, "database-unavailable", { detail: /Try again/ });
      expect(reply.headers["retry-after"]).toBe("30");
    }
    expect((await send("GET", "thing/public/findbyid/1")).status).toBe(200);
    expect((await send("GET", "thing/public/findall/id/0/0")).json).toMatchObject({ count: acknowledged });
    expect((await send("GET", "/readyz")).status).toBe(200);
    expect(takeLog().filter(({ level }) => level === "error").length).toBeGreaterThan(0);

    disk.makeRoom();
    expect((await post()).status).toBe(201);
    expect((await send("GET", "thing/public/findall/id/0/0")).json).toMatchObject({ count: acknowledged });
  });
});
