import { describe, expectTypeOf, it } from "vitest";
import { DataApi, defineConfig, defineSeed, type Seed } from "data-api";
import type { createApi } from "../../examples/messages/src/api/index.js";
import type { TagRepository } from "../../examples/messages/src/api/tag/tag.repository.js";
import type { Tag } from "../../examples/messages/src/api/tag/tag.schema.js";

const text = { type: "string", isEditable: true, isRequired: true } as const;

const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "0123456789abcdef0123456789abcdef" },
  entities: {
    country: { fields: { code: text, name: text }, primaryKey: "code", permissions: {} },
    log: { fields: { line: text }, isReadOnly: true, permissions: {} },
  },
});

describe("a seed", () => {
  it("a seed knows the entities and records of the configuration", () => {
    const seed = defineSeed<typeof config>(async ({ upsert, repository }) => {
      const countries = await upsert("country", [{ code: "de", name: "Germany" }], { by: "code" });
      expectTypeOf(countries[0]?.createdat).toEqualTypeOf<string | undefined>();
      await upsert("user", [{ username: "anna", password: "correct horse battery", roles: ["admin"] }]);
      const found = await repository("country").findById("de");
      expectTypeOf(found?.name).toEqualTypeOf<string | undefined>();
      // @ts-expect-error There is no such entity.
      await upsert("land", []);
      // @ts-expect-error A name is a text.
      await upsert("country", [{ code: "de", name: 1 }]);
      // @ts-expect-error The name is missing.
      await upsert("country", [{ code: "de" }]);
      // @ts-expect-error There is no such field.
      await upsert("country", [{ code: "de", name: "Germany" }], { by: "id" });
      // @ts-expect-error It is read-only.
      await upsert("log", [{ line: "x" }]);
    });
    expectTypeOf(seed).toEqualTypeOf<Seed<typeof config>>();
    expectTypeOf<DataApi<typeof config>["seedAsync"]>().parameter(0).toEqualTypeOf<Seed<typeof config>>();
    expectTypeOf(() => new DataApi(config)).returns.toHaveProperty("seedAsync");
  });

  it("a seed knows the repositories of generated code", () => {
    type Api = ReturnType<typeof createApi>;
    const seed = defineSeed<Api>(async ({ upsert, repository }) => {
      expectTypeOf(repository("tag")).toEqualTypeOf<TagRepository>();
      expectTypeOf(await upsert("tag", [{ name: "bikes" }])).toEqualTypeOf<Tag[]>();
      // @ts-expect-error A name is a text.
      await upsert("tag", [{ name: 1 }]);
    });
    expectTypeOf<Api["seedAsync"]>().toBeCallableWith(seed);
  });
});
