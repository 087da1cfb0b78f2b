import { expect, it } from "vitest";
import { atEnd } from "../at-end.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { Database } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { Repository, type AnyRepository } from "../../runtime/repository/repository.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";

const FIELDS = 64;
const names = Array.from({ length: FIELDS }, (_, index) => `ip${index}`);

await describeDialects("values among many that the database rejects", (target) => {
  it.skipIf(target.name !== "postgres")(
    "values among many that the database rejects are found with few statements",
    async () => {
      const fresh = await target.createDatabase();
      const model = resolveModel({
        database: fresh.database,
        entities: {
          host: plain(Object.fromEntries(names.map((name) => [name, field("native", { storedAs: "inet" })]))),
        },
      });
      let statements = 0;
      const database = new Database(model, dialects.postgres, {
        statementObserver: () => () => statements++,
        reportFault: () => undefined,
        warn: () => undefined,
      });
      await database.open();
      atEnd(() => database.close());
      const [entity] = model.entities;
      if (entity === undefined) throw new Error("There is no entity.");
      const hosts: AnyRepository = new Repository(entity, database);
      const right = Object.fromEntries(names.map((name) => [name, "10.0.0.1"]));

      async function refusedOf(wrong: readonly string[]) {
        statements = 0;
        const values = { ...right, ...Object.fromEntries(wrong.map((name) => [name, "x"])) };
        const error: unknown = await hosts.create(values).catch((thrown: unknown) => thrown);
        const { issues = [] } = error as { issues?: readonly { path: string }[] };
        return { refused: issues.map(({ path }) => path), statements };
      }

      expect((await refusedOf(["ip40"])).refused).toEqual(["ip40"]);
      expect((await refusedOf(["ip40"])).statements).toBeLessThan(20);
      expect((await refusedOf(["ip0", "ip63"])).refused).toEqual(["ip0", "ip63"]);
      // If many are invalid, only some of them are named.
      const many = await refusedOf(names);
      expect(many.refused.length).toBeGreaterThan(1);
      expect(many.statements).toBeLessThan(40);
    },
  );
});
