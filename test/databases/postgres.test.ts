import { DataApi } from "data-api";
import { expect, test } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { importDatabase } from "./import-database.js";
import { proveCorpus } from "./prove-corpus.js";
import { whileServing } from "./prove.js";

await proveCorpus("postgres");

await describeDialect("a table with a rule", "postgres", (target) => {
  test("rejects a write that the rule replaces", async () => {
    const { database, run, dispose } = await target.createDatabase();
    try {
      await run([
        "create table ruled (id int primary key, note text)",
        "create rule no_insert as on insert to ruled do instead nothing",
        "create rule no_update as on update to ruled do instead nothing",
      ]);
      const { config } = await importDatabase(database);
      const refused = {
        status: 409,
        text: expect.stringContaining('"code":"refused-by-database"') as string,
      };
      await whileServing(new DataApi(config), async (send) => {
        expect(await send("POST", "ruled", '{"id":1}')).toMatchObject(refused);
        expect(await send("PATCH", "ruled/1", '{"note":"x"}')).toMatchObject(refused);
      });
    } finally {
      await dispose();
    }
  });
});
