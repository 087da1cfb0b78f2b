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
  ])("an order whose pages would never end is refused: a %s of %s", async (kind, _, take) => {
    const { database, run } = await target.createDatabase();
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
  });
});
await describeDialect("sums of what other programs have stored", "sqlite", (target) => {
  test.each(["int", "bigint"] as const)(
    "sums and averages of values that other programs have stored are those of SQLite: %s",
    async (type) => {
      const { database, run } = await target.createDatabase();
      await run([
        "create table loose (id integer primary key, kind text, n integer)",
        "insert into loose (kind, n) values ('whole', 7), ('whole', -9), ('whole', '5'), ('double', 2.5), ('double', 7), ('double', -0.1)",
        "insert into loose (kind, n) values ('other', 'txt'), ('other', x'05'), ('other', x'32'), ('other', 7)",
        "insert into loose (kind, n) values ('half', '7.25x'), ('half', 1e20), ('infinite', 9e999), ('infinite', 1), ('never', 9e999)",
        "insert into loose (kind, n) values ('both', 9e999), ('both', -9e999), ('both', 3), ('none', null)",
      ]);
      const config: Config = {
        database: { ...database, schema: "off" },
        server: { host: "127.0.0.1", log: testLog, maxEventLoopDelay: 0 },
        entities: {
          loose: {
            fields: {
              kind: { type: "string", maxLength: 20, isEditable: true, isRequired: false },
              n: { type, isEditable: true, isRequired: false },
            },
            systemFields: { createdat: false, updatedat: false },
            permissions: { read: ["guest"] },
          },
        },
      };
      const answers: Readonly<Record<string, readonly [unknown, unknown]>> = {
        whole: [3, "1"],
        double: ["9.4", "3.133333"],
        other: [9, "2.25"],
        half: ["100000000000000000000", "50000000000000000000"],
        both: [null, null],
        none: [null, null],
      };
      const refused = { code: "invalid-select", errors: [{ path: "select", code: "out-of-range" }] };
      await whileServing(new DataApi(config), async (send) => {
        for (const [kind, [sum, average]] of Object.entries(answers)) {
          const reply = await send("GET", `loose/aggregate?select=sum(n),avg(n)&where=kind=${kind}`);
          const items = [{ "sum(n)": sum, "avg(n)": average }];
          expect({ kind, ...reply }).toMatchObject({ kind, status: 200, json: { items } });
        }
        for (const kind of ["infinite", "never"])
          for (const select of ["sum(n)", "avg(n)"]) {
            const reply = await send("GET", `loose/aggregate?select=${select}&where=kind=${kind}`);
            expect({ kind, select, ...reply }).toMatchObject({ kind, select, status: 400, json: refused });
          }
      });
    },
  );
});
