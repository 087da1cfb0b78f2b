import { DataApi, defineConfig, SeedError, type Seed } from "data-api";
import { describe, expect, test } from "vitest";

const text = { type: "string", isEditable: true, isRequired: true } as const;

const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    country: {
      fields: {
        code: { ...text, maxLength: 2, isEditable: false },
        name: text,
        info: { type: "json", isEditable: true, isRequired: false },
      },
      primaryKey: "code",
      permissions: {},
    },
    city: {
      fields: { name: { ...text, isUnique: true }, country: { ...text, isEditable: false } },
      permissions: {},
    },
    plain: { fields: { text }, permissions: {} },
    twice: {
      fields: { one: { ...text, isUnique: true }, two: { ...text, isUnique: true } },
      permissions: {},
    },
  },
});

/** The error that a seed throws. */
async function failureOf(seed: Seed<typeof config>): Promise<Error> {
  const api = new DataApi(config);
  try {
    return await api.seedAsync(seed).then(
      () => new Error("It did not fail."),
      (error: unknown) => error as Error,
    );
  } finally {
    await api.stopAsync();
  }
}

const mistakes: Readonly<Record<string, Seed<typeof config>>> = {
  'Unknown entity "land".': async ({ upsert }) => {
    await upsert("land" as "city", []);
  },
  'country, record 1 (code missing): "code" is required, because it identifies the record.': async ({
    upsert,
  }) => {
    await upsert("country", [{ name: "x" } as never]);
  },
  'country, record 1 (code "de"): "nam" is not a field of "country" that can be set here.': async ({
    upsert,
  }) => {
    await upsert("country", [{ code: "de", name: "y", nam: "x" } as never]);
  },
  'country, record 1 (code "deu"): "code" must have at most 2 characters.': async ({ upsert }) => {
    await upsert("country", [{ code: "deu", name: "x" }]);
  },
  'country, record 2 (code "de"): it is the same as record 1.': async ({ upsert }) => {
    const germany = { code: "de", name: "x" };
    await upsert("country", [germany, germany]);
  },
  '"by" names "nme", which is no field of "country" that a create sets. Did you mean "name"?': async ({
    upsert,
  }) => {
    await upsert("country", [], { by: "nme" as "name" });
  },
  '"by" names "info", which is no field of "country" that a create sets.': async ({ upsert }) => {
    await upsert("country", [], { by: ["code", "info"] });
  },
  'No field of "plain" identifies its records: add { by: … } with "text".': async ({ upsert }) => {
    await upsert("plain", []);
  },
  'More than one field of "twice" identifies its records: add { by: … } with "one" or "two".': async ({
    upsert,
  }) => {
    await upsert("twice", []);
  },
  'country, record 1 (name "x"): There is more than one record with this "name".': async ({ upsert }) => {
    await upsert("country", [
      { code: "de", name: "x" },
      { code: "fr", name: "x" },
    ]);
    await upsert("country", [{ code: "it", name: "x" }], { by: "name" });
  },
  'city, record 1 (name "Ulm"): "country" differs from the stored value and cannot be changed: it is not editable.':
    async ({ upsert }) => {
      await upsert("city", [{ name: "Ulm", country: "de" }]);
      await upsert("city", [{ name: "Ulm", country: "fr" }]);
    },
  'twice, record 1 (one "a"): "two" is taken by another record.': async ({ upsert }) => {
    await upsert("twice", [{ one: "b", two: "b" }], { by: "one" });
    await upsert("twice", [{ one: "a", two: "b" }], { by: "one" });
  },
};

describe("a mistake in a seed", () => {
  test.each(Object.entries(mistakes))("a mistake in a seed is explained: %s", async (message, seed) => {
    const error = await failureOf(seed);
    expect(error.message).toBe(message);
    if (message.includes(", record")) {
      expect(error).toBeInstanceOf(SeedError);
      // The stack starts in the seed.
      expect(error.stack?.split("\n")[1]).toContain("seed.test.ts");
    }
  });
});

test("a seed finds records by several fields that are not unique", async () => {
  const api = new DataApi(config);
  const seed: Seed<typeof config> = async ({ upsert }) => {
    const both = { by: ["one", "two"] } as const;
    const [first] = await upsert("twice", [{ one: "a", two: "b" }], both);
    const [second] = await upsert("twice", [{ one: "a", two: "b" }], both);
    expect(second).toEqual(first);
  };
  expect(await api.seedAsync(seed)).toEqual(new Map([["twice", { created: 1, changed: 0, left: 1 }]]));
  await api.stopAsync();
});
