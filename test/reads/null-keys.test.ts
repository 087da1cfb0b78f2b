import { expect, it } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { useFresh } from "../schema/fresh.js";

/** SQLite allows null in primary keys that are not `integer` (sqlite.org/lang_createtable.html#the_primary_key). */
await describeDialect("rows whose key is null", "sqlite", (target) => {
  const fresh = useFresh(target);

  it.each(["text", "int"] as const)(
    "rows whose key is null are on the pages of every order, with a key of type %s",
    async (type) => {
      await fresh
        .database()
        .run([
          `create table thing (code ${type} primary key, size integer, sort integer)`,
          "insert into thing values (null, 3, 1), ('2', 1, 2), (null, 2, 3), ('1', 2, 4), (null, null, null)",
          "create index ix_sort on thing (sort)",
        ]);
      const api = await fresh.start({
        thing: plain(
          {
            code: field(type === "int" ? "int" : "string", { isRequired: true, isEditable: false }),
            size: field("int"),
            sort: field("int", { isIndexed: true }),
          },
          { primaryKey: "code" },
        ),
      });
      const rows = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).toSorted();
      const all = rows(await fresh.database().run(["select code, size, sort from thing"]));
      const thing = api.repository("thing");
      for (const orderBy of ["code", "~code", "size", "~size", "sort", "~sort"]) {
        const page = await thing.find({ orderBy });
        expect(page.count, orderBy).toBe(all.length);
        expect(rows(page.items), orderBy).toEqual(all);
        const oneByOne = [];
        for (const skip of all.keys()) oneByOne.push(...(await thing.find({ orderBy, skip, take: 1 })).items);
        expect(rows(oneByOne), orderBy).toEqual(all);
      }
      const where = "size>1";
      for (const orderBy of ["code", "size", "sort"]) {
        const page = await thing.find({ where, orderBy });
        expect([page.count, page.items.length], orderBy).toEqual([3, 3]);
      }
    },
  );
});
