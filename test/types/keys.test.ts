import { describe, expectTypeOf, it } from "vitest";
import { defineConfig, type NewRecordOf, type RecordOf, type RepositoryOf } from "data-api";

const key = { isEditable: false, isRequired: true } as const;
const open = { isEditable: true, isRequired: false } as const;

const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    line: {
      fields: {
        order: { type: "string", ...key },
        nr: { type: "int", ...key },
        text: { type: "text", ...open },
      },
      primaryKey: ["order", "nr"],
      permissions: {},
    },
    note: {
      fields: {
        order: { type: "string", ...open },
        nr: { type: "int", ...open },
        other: { type: "int", ...open },
      },
      foreignKeys: [
        { fields: ["order", "nr"], targetEntityName: "LINE", resolvedEntityName: "line" },
        { fields: ["order", "other"], targetEntityName: "line" },
      ],
      permissions: {},
    },
    log: {
      fields: { at: { type: "datetime", ...key }, text: { type: "text", ...open } },
      primaryKey: [],
      isReadOnly: true,
      permissions: {},
    },
  },
});

describe("a record with a foreign key of several fields", () => {
  type Note = RecordOf<typeof config, "note">;

  it("the type of a record contains the related record of a foreign key of several fields if it is resolved", () => {
    expectTypeOf(config.entities).toBeObject();
    expectTypeOf<keyof Note>().toEqualTypeOf<
      "id" | "order" | "nr" | "other" | "line" | "createdat" | "updatedat"
    >();
    expectTypeOf<null>().toExtend<Note["line"]>();
    expectTypeOf<undefined>().toExtend<Note["line"]>();
    expectTypeOf<NonNullable<Note["line"]>["text"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<NonNullable<Note["line"]>["nr"]>().toEqualTypeOf<number | undefined>();
  });
});

describe("a record without a key", () => {
  it("the type of a record without a key has only its fields, and no id", () => {
    expectTypeOf<keyof RecordOf<typeof config, "log">>().toEqualTypeOf<"at" | "text">();
    expectTypeOf<NewRecordOf<typeof config, "log">>().toEqualTypeOf<never>();
    type Logs = RepositoryOf<typeof config, "log">;
    expectTypeOf<Parameters<Logs["findById"]>[0]>().toEqualTypeOf<never>();
  });
});
