import { sql, type Kysely } from "kysely";
import { expect, it } from "vitest";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { takeLog } from "../conformance/reports.js";
import { useServed, type Served } from "./served.js";
import { wordsOf } from "./words.js";

await describeDialects("a server that acknowledges writes before they are on its disk", (dialect) => {
  const speech = wordsOf(dialect);
  if (speech === undefined) return;
  const serve = useServed(dialect);
  const dbOf = ({ api }: Served) => (api.repository("thing") as unknown as { db: Kysely<never> }).db;

  function warnings() {
    const told = takeLog().filter(({ level }) => level === "warn");
    return told.map(({ code, setting, value, msg }) => ({ code, setting, value, msg }));
  }

  it("a database server that acknowledges writes too early is reported once, with the setting to change", async () => {
    takeLog();
    const served = await serve({ durability: "full" }, { run: () => speech.answersEarly });
    for (let count = 0; count < 3; count++) await served.send("GET", "thing/public/findall/id/0/9");
    // The server may have more such settings, which the test must not change.
    const found = await dialects[dialect.name as keyof typeof dialects].durabilityRisks?.(dbOf(served));
    expect(found?.length).toBeGreaterThanOrEqual(Math.sign(speech.answersEarly.length));
    expect(warnings()).toEqual(
      found?.map(({ setting, value, remedy }) => ({
        code: "writes-may-be-lost",
        setting,
        value,
        msg: expect.stringMatching(
          new RegExp(`^The database server has ${setting} = ${value}: .*${remedy.slice(0, 10)}.*"relaxed"`),
        ) as string,
      })),
    );
  });

  it("a database server that acknowledges writes early is not reported with relaxed durability", async () => {
    takeLog();
    await serve({ durability: "relaxed" }, { run: () => speech.answersEarly });
    expect(warnings()).toEqual([]);
  });

  it.skipIf(dialect.name !== "postgres")(
    "relaxed durability makes a connection acknowledge writes early, if it can set that",
    async () => {
      const committing = async (durability: "full" | "relaxed") => {
        const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(
          dbOf(await serve({ durability })),
        );
        return rows[0]?.synchronous_commit;
      };
      expect([await committing("full"), await committing("relaxed")]).toEqual(["on", "off"]);
    },
  );
});
