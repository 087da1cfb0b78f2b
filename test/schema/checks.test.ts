import { describe, expect, it } from "vitest";
import { ApiError } from "data-api";
import { withDatabase } from "../../generator/migrate/with-database.js";
import { entitiesFromTables } from "../../generator/import/entities-from-tables.js";
import { readImported } from "../../generator/import/read-imported.js";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { everybody } from "../conformance/fields.js";
import { modes, type FreshDatabase } from "../conformance/targets.js";
import { useFresh } from "./fresh.js";

/** The types and functions whose names differ between databases. */
const words: Readonly<
  Record<string, { readonly float: string; readonly length: string; readonly bytes: string }>
> = {
  sqlite: { float: "double", length: "length", bytes: "blob" },
  postgres: { float: "double precision", length: "char_length", bytes: "bytea" },
  mysql: { float: "double", length: "char_length", bytes: "varbinary(40)" },
  mssql: { float: "float", length: "len", bytes: "varbinary(40)" },
};

function tableOf(dialect: string): string {
  const { float, length, bytes } = words[dialect] ?? { float: "", length: "", bytes: "" };
  const binary = dialect === "mysql" ? " character set utf8mb4 collate utf8mb4_bin" : "";
  const size = dialect === "mssql" ? "datalength" : "length";
  return `create table thing (
    id varchar(9) not null primary key,
    stars integer,
    size integer not null default 0,
    price decimal(8,2),
    rate ${float},
    weight ${float},
    height decimal(4,1),
    width bigint,
    level integer,
    state varchar(9)${binary},
    name varchar(40)${binary},
    code varchar(40)${binary},
    photo ${bytes},
    stock integer not null default 0,
    constraint c_stars check (stars between 1 and 5),
    constraint c_size check (0 <= size and size < 100),
    constraint c_price check (price > 0),
    constraint c_rate check (rate > 0),
    constraint c_weight check (weight >= 0.5),
    constraint c_both check (height >= -1.5 and width > -10 and width <= 9007199254740993),
    constraint c_level check (level in (1, 2, 3)),
    constraint c_state check (state in ('new', 'old')),
    constraint c_name check (${length}(name) >= 2 and ${length}(name) < 11),
    constraint c_code check (${length}(code) = 3),
    constraint c_photo check (${size}(photo) <= 4),
    constraint c_order check (stars <= level),
    constraint c_stock check (stock <> 5 and stock >= 0)
  )`;
}

async function importThing({ database }: FreshDatabase) {
  const { entities } = await withDatabase(
    resolveDatabase(database),
    { isReadOnly: true },
    async (db, dialect) =>
      entitiesFromTables(
        await readImported(db, dialect),
        await dialect.schema.schemas?.readDefault(db),
        dialect,
      ),
  );
  const [thing] = entities;
  if (thing === undefined) throw new Error("Nothing was imported.");
  return {
    notes: thing.notes,
    entity: {
      ...thing.options,
      permissions: everybody,
      fields: Object.fromEntries(
        thing.fields.flatMap(({ name, options }) => (options ? [[name, options]] : [])),
      ),
    },
  };
}

async function issuesOf(write: Promise<unknown>): Promise<unknown> {
  const error = await write.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) return error;
  return [error.code, ...error.issues.map(({ path, code }) => [path, code])];
}

await describeDialects("the checks of a table", (target) => {
  // SQL Server's `len` ignores trailing blanks, but a field counts them.
  const isCounted = target.name !== "mssql";
  // SQLite's decimals are floats, and no useful minimum is just above 0.
  const hasDecimals = target.name !== "sqlite";

  describe.each(modes)("%s", (mode) => {
    const fresh = useFresh(target, mode);

    it("checks of a table become rules of fields if a field supports them, and comments otherwise", async () => {
      await fresh.database().run([tableOf(target.name)]);
      const { entity, notes } = await importThing(fresh.database());
      expect(entity.fields).toMatchObject({
        stars: { minimum: 1, maximum: 5 },
        size: { minimum: 0, maximum: 99, default: 0 },
        ...(hasDecimals && { price: { type: "decimal", minimum: "0.01" } }),
        weight: { type: "float", minimum: 0.5 },
        height: { minimum: hasDecimals ? "-1.5" : -1.5 },
        width: { type: "bigint", minimum: -9, maximum: "9007199254740993" },
        level: { values: [1, 2, 3] },
        photo: { type: "bytes", maxLength: 4 },
        ...(isCounted && {
          name: { type: "string", minLength: 2, maxLength: 10 },
          code: { type: "string", minLength: 3, maxLength: 3 },
        }),
      });
      expect(entity.fields["state"]?.values?.toSorted()).toEqual(["new", "old"]);
      for (const name of ["rate", "stock"]) {
        expect(entity.fields[name]).not.toHaveProperty("minimum");
        expect(entity.fields[name]).not.toHaveProperty("maximum");
      }
      const said = notes.map((note) => /^The database checks "(\w+)": .+/.exec(note)?.[1]);
      const more = [...(isCounted ? [] : ["c_code", "c_name"]), ...(hasDecimals ? [] : ["c_price"])];
      expect(said.toSorted()).toEqual([...more, "c_order", "c_rate", "c_stock"].toSorted());

      const things = (await fresh.start({ thing: entity })).repository("thing");
      const good = { stars: 1, size: 99, price: "0.01", weight: 0.5, height: "-1.5", width: -9, level: 3 };
      await things.create({
        ...good,
        id: "1",
        state: "old",
        name: "ab",
        code: "abc",
        photo: "AAAA",
        rate: 1,
      });
      const bad = {
        stars: 0,
        size: 100,
        price: hasDecimals ? "0" : "x",
        weight: 0.4,
        height: "-1.6",
        width: -10,
        level: 4,
      };
      expect(await issuesOf(things.create({ ...bad, state: "odd", photo: "AAAAAAA=", id: "2" }))).toEqual([
        "invalid-fields",
        ["stars", "out-of-range"],
        ["size", "out-of-range"],
        ["price", hasDecimals ? "out-of-range" : "wrong-type"],
        ...["weight", "height", "width"].map((path) => [path, "out-of-range"]),
        ["level", "not-listed"],
        ["state", "not-listed"],
        ["photo", "too-long"],
      ]);
      expect(await issuesOf(things.create({ id: "3", stock: 5 }))).toEqual([
        "invalid-value",
        ["stock", "check"],
      ]);
    });
  });
});
