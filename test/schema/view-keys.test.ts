import { expect, it } from "vitest";
import { withDatabase } from "../../generator/migrate/with-database.js";
import { entitiesFromTables } from "../../generator/import/entities-from-tables.js";
import { readImported } from "../../generator/import/read-imported.js";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { describeDialects } from "../conformance/describe-dialects.js";

const made = [
  "create table customer (id integer not null primary key, name varchar(20))",
  "create table bill (nr integer not null primary key, id integer not null, day varchar(10))",
  "create view bills as select c.id, c.name, b.nr from customer c join bill b on b.id = c.id",
  "create view customers as select id, name from customer",
  "create view bill_days as select id, day from bill",
];
const rows = [
  "insert into customer (id, name) values (1, 'Ann')",
  "insert into customer (id, name) values (2, 'Bob')",
  "insert into bill (nr, id, day) values (10, 1, 'monday')",
  "insert into bill (nr, id, day) values (11, 1, 'friday')",
  "insert into bill (nr, id, day) values (12, 2, 'friday')",
];

await describeDialects("the key of a view", (dialect) => {
  async function keysOf(statements: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const fresh = await dialect.createDatabase();
    await fresh.run(statements);
    const settings = resolveDatabase(fresh.database);
    const { entities } = await withDatabase(settings, { isReadOnly: true }, async (db, of) =>
      entitiesFromTables(await readImported(db, of), await of.schema.schemas?.readDefault(db), of),
    );
    return Object.fromEntries(entities.map(({ name, options }) => [name, options.primaryKey]));
  }

  it("the key of a view is a key column of a table whose values are unique in the view", async () => {
    expect(await keysOf([...made, ...rows])).toMatchObject({
      bills: "nr",
      customers: "id",
      bill_days: [],
    });
  });

  it("a view without rows has no key", async () => {
    expect(await keysOf(made)).toMatchObject({ bills: [], customers: [], bill_days: [] });
  });
});
