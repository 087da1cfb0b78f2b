import { DataApi, type Config } from "data-api";
import { expect, test } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { testLog } from "../conformance/reports.js";
import { proveCorpus } from "./prove-corpus.js";
import { whileServing } from "./prove.js";

await proveCorpus("sqlite");

await describeDialect("an order whose pages would never end", "sqlite", (target) => {
  // A column without a type does not convert what it is compared with, and each text is more than each number.
  test.each([
    ["page", "one", 1],
    ["page", "two", 2],
    ["stream", "one", 1],
    ["stream", "two", 2],
  ])("is refused: a %s of %s", async (kind, _, take) => {
    const { database, run, dispose } = await target.createDatabase();
    try {
      await run([
        "create table loose (id integer primary key, code)",
        "insert into loose values (1, '12'), (2, '13'), (3, '14')",
      ]);
      const config: Config = {
        database: { ...database, schema: "off" },
        server: { host: "127.0.0.1", log: testLog, maxEventLoopDelay: 0, maxTake: take },
        entities: {
          loose: {
            fields: { code: { type: "bigint", isEditable: true, isRequired: true } },
            systemFields: { createdat: false, updatedat: false },
            permissions: { read: ["guest"] },
          },
        },
      };
      const refused = { code: "invalid-page", errors: [{ path: "orderBy", code: "not-sortable" }] };
      await whileServing(new DataApi(config), async (send) => {
        if (kind === "stream") {
          const sent = send("GET", "loose?orderBy=code", undefined, "application/x-ndjson");
          // The connection is closed without the end of the body.
          await expect(sent).rejects.toThrow("aborted");
          return;
        }
        const first = (await send("GET", `loose?orderBy=code&take=${take}`)).json as { next: string };
        const second = await send("GET", `loose?orderBy=code&take=${take}&after=${first.next}`);
        expect(second).toMatchObject({ status: 400, json: refused });
      });
    } finally {
      await dispose();
    }
  });
});
