import { beforeEach, expect, test } from "vitest";
import type { Config } from "data-api";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { Database } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { FreshDatabase } from "../conformance/targets.js";

const note = {
  fields: { title: { type: "string", isEditable: true, isRequired: true } },
  permissions: {},
} as const;

await describeDialects("the tables", (target) => {
  let fresh: FreshDatabase | undefined;
  beforeEach(async () => {
    fresh = await target.createDatabase();
  });

  /** Opens the database. Returns how often the tables were read, and the columns that it then knows. */
  async function open(entities: Config["entities"], options: Partial<Config["database"]> = {}) {
    if (fresh === undefined) throw new Error("The database is there only while tests run.");
    const model = resolveModel({ database: { ...fresh.database, ...options }, entities });
    const dialect = dialects[model.database.dialect];
    let reads = 0;
    const database = new Database(model, {
      ...dialect,
      schema: {
        ...dialect.schema,
        readTables: (...read) => {
          reads++;
          return dialect.schema.readTables(...read);
        },
      },
    });
    await database.open();
    const columns = model.tables.map((entity) =>
      database.knownTable(entity)?.columns.map(({ name }) => name.toLowerCase()),
    );
    await database.close();
    return { reads, columns };
  }

  const columns = [["id", "title", "createdat", "updatedat"]];

  test('a start that finds the tables as configured reads them once, with schema "create" and "verify"', async () => {
    await open({ note });
    for (const schema of ["create", "verify"] as const)
      expect(await open({ note }, { schema }), schema).toEqual({ reads: 1, columns });
  });

  test("a start that adds tables or columns reads them again, and then knows them", async () => {
    expect(await open({ note })).toEqual({ reads: 3, columns });
    const longer = {
      ...note,
      fields: { ...note.fields, text: { type: "text", isEditable: true, isRequired: false } },
    } as const;
    const {
      reads,
      columns: [found],
    } = await open({ note: longer });
    expect(reads).toBe(3);
    expect(found).toContain("text");
  });

  test("a start that does not compare tables reads them once, and knows their columns", async () => {
    await open({ note });
    expect(await open({ note }, { schema: "off" })).toEqual({ reads: 1, columns });
  });
});
