import { expect, it } from "vitest";
import { DataApi } from "data-api";
import { describeDialect } from "../conformance/describe-dialects.js";

await describeDialect("a server outside a cluster", "mysql", (dialect) => {
  it("a start outside a Galera cluster fails if the configuration requires the consistency of a cluster", async () => {
    const { database, run } = await dialect.createDatabase();
    const [cluster] = await run(["show global variables where variable_name = 'wsrep_on' and value = 'ON'"]);
    expect(cluster).toBeUndefined();
    const api = new DataApi({ database: { ...database, consistency: "session" }, entities: {} });
    await expect(api.startAsync(0)).rejects.toThrow(
      'The server is not a node of a Galera cluster ("wsrep_on" is not on), so that it cannot wait for other nodes: remove "database.consistency".',
    );
  });
});
