import { DataApi } from "data-api";
import { expect, test } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { importDatabase } from "./import-database.js";
import { proveCorpus } from "./prove-corpus.js";
import { whileServing } from "./prove.js";

await proveCorpus("postgres");

await describeDialect("a table with a rule", "postgres", (target) => {
  test("a write that a rule of the table replaces is refused", async () => {
    const { database, run } = await target.createDatabase();
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
  });
});

await describeDialect("a column that is not null, but not yet valid", "postgres", (target) => {
  test("nulls of a column whose not-null constraint is not valid are in the pages of an order", async ({
    skip,
  }) => {
    const { database, run } = await target.createDatabase();
    const [version] = await run(["select current_setting('server_version_num')::int as number"]);
    if (Number(version?.["number"]) < 180_000) skip("older versions have no such constraint");
    await run([
      "create table ranked (id int primary key, rank int)",
      "insert into ranked values (1, null), (2, 2), (3, 1), (4, null)",
      "alter table ranked add constraint ranked_rank not null rank not valid",
    ]);
    const { config } = await importDatabase(database);
    await whileServing(new DataApi(config), async (send) => {
      const ids: number[] = [];
      let after = "";
      do {
        const { json } = await send("GET", `ranked?orderBy=~rank&select=id&take=1${after}`);
        const { items, next } = json as { items: { id: number }[]; next?: string };
        ids.push(...items.map(({ id }) => id));
        after = next === undefined ? "" : `&after=${next}`;
      } while (after !== "" && ids.length < 9);
      expect(ids).toEqual([2, 3, 4, 1]);
    });
  });
});
