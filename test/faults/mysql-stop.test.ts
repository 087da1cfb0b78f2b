import { expect, it } from "vitest";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { openMysql } from "../../runtime/database/dialects/mysql/connection/mysql-connection.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { selectOne } from "./select-one.js";
import { throughProxy } from "./through-proxy.js";

await describeDialect("closing a pool", "mysql", (target) => {
  it("a pool closes although one of its connections breaks before its handshake is complete", async () => {
    const fresh = await target.createDatabase();
    const { proxy, database } = await throughProxy(fresh.database);
    const connection = await openMysql(resolveDatabase(database));
    proxy.fallSilent();
    // One waits on the existing connection, the other for a new one.
    const running = Promise.allSettled([connection.rows(selectOne, []), connection.rows(selectOne, [])]);
    await proxy.waitForCount(2);
    const closed = connection.close();
    proxy.refuse();
    await expect(closed).resolves.toBeUndefined();
    expect((await running).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
