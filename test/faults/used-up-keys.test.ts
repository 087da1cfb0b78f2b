import { expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { useFresh } from "../schema/fresh.js";

/** Statements after which no key is left for the next record of `thing`. */
const usedUp: Readonly<Record<string, readonly string[]>> = {
  sqlite: ["insert into thing (id, title) values (9223372036854775807, 'last')"],
  postgres: ["select setval(pg_get_serial_sequence('thing', 'id'), 2147483647)"],
  mysql: ["insert into thing (id, title) values (2147483647, 'last')"],
};

await describeDialects("keys that are used up", (target) => {
  const statements = usedUp[target.name];
  if (statements === undefined) {
    it.skip("not run: no statements are defined", () => undefined);
    return;
  }
  const fresh = useFresh(target);

  it("a create without a key left is database-unavailable, with a Retry-After as for a full disk", async () => {
    const api = await fresh.start({ thing: plain({ title: field("string") }) });
    await fresh.database().run([...statements]);
    const thing = api.repository("thing");
    for (let time = 0; time < 2; time++)
      await expect(thing.create({ title: "one more" })).rejects.toMatchObject({
        code: "database-unavailable",
        headers: { "Retry-After": "30" },
      });
    expect(await thing.count()).toBe(target.name === "postgres" ? 0 : 1);
  });
});
