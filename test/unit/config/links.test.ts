import { describe, expect, it } from "vitest";
import type { ConfigProblem, EntityConfig, FieldConfig, ForeignKeyConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field, openEntity } from "../../conformance/fields.js";

const database = { dialect: "sqlite", name: ":memory:" } as const;
const key = (type: FieldConfig["type"], options: Partial<FieldConfig> = {}): FieldConfig =>
  field(type, { isEditable: false, isRequired: true, ...options });
const tag = openEntity({ name: field("string") });
const country = openEntity({ code: key("string", { maxLength: 2 }) }, { primaryKey: "code" });

type Options = Partial<Omit<FieldConfig, "foreignKey">>;

/** A list of the records of an entity. */
const list = (
  type: FieldConfig["type"],
  targetEntityName: string,
  options: Options = {},
  reference: Partial<ForeignKeyConfig> = {},
): FieldConfig =>
  field(type, {
    ...options,
    foreignKey: { targetEntityName, resolvedEntityName: "others", isManyToMany: true, ...reference },
  });

function check(e: EntityConfig, others: Readonly<Record<string, EntityConfig>> = {}) {
  return checkConfig({ database, entities: { tag, country, ...others, e } });
}

function mistake(place: string, message: string): ConfigProblem {
  return { path: `entities.e.${place}`, message };
}

describe("a list of other records", () => {
  it("a list of other records may refer to any entity with a key of one field, including its own", () => {
    const lists = (target: string, type: FieldConfig["type"], options: Options = {}) =>
      check(openEntity({ others_ids: list(type, target, options) }));
    expect(lists("TAG", "int")).toEqual([]);
    expect(lists("country", "string", { maxLength: 2, isRequired: true })).toEqual([]);
    const words = { label: "Friends", description: "Those they know." };
    expect(lists("e", "int", { isIgnoredOnCreate: true, ...words, renamedFrom: "x" })).toEqual([]);
  });

  it("a list of other records must have exactly the type of the target's key", () => {
    const place = "fields.ids.foreignKey";
    expect(check(openEntity({ ids: list("bigint", "tag") }))).toEqual([
      mistake(place, 'the field is of type "bigint", but the key of "tag" is of type "int".'),
    ]);
    expect(check(openEntity({ ids: list("string", "country") }))).toEqual([
      mistake(place, 'the maxLength of the field is 255, but that of the key of "country" is 2.'),
    ]);
    expect(check(openEntity({ ids: list("int", "tga") }))).toEqual([
      {
        ...mistake(`${place}.targetEntityName`, 'there is no entity "tga"; there are: tag, country, e.'),
        hint: 'Did you mean "tag"?',
      },
    ]);
  });

  it("a list of other records needs keys of one field at both ends", () => {
    const two = { a: key("int"), b: key("int") };
    const line = openEntity(two, { primaryKey: ["a", "b"] });
    expect(check(openEntity({ ids: list("int", "line") }), { line })).toEqual([
      mistake(
        "fields.ids.foreignKey",
        'the key of "line" has several fields: a list can only point to a key of one field.',
      ),
    ]);
    expect(check(openEntity({ ...two, ids: list("int", "tag") }, { primaryKey: ["a", "b"] }))).toEqual([
      mistake(
        "fields.ids.foreignKey.isManyToMany",
        "the entity's key has several fields; a list needs a key of one field.",
      ),
    ]);
  });

  it("a list of other records cannot be a key", () => {
    const ids = list("int", "tag", { isEditable: false, isRequired: true });
    expect(check(openEntity({ ids }, { primaryKey: "ids" }))).toEqual([
      mistake("fields.ids.foreignKey.isManyToMany", "a list of ids cannot be a key."),
    ]);
  });

  it("a list of other records has no column options", () => {
    const ids = list("int", "tag", {
      isUnique: true,
      isIndexed: true,
      values: ["x"],
      default: "y",
      column: "",
    });
    expect(check(openEntity({ ids }))).toEqual(
      ["isUnique", "isIndexed", "values", "default", "column"].map((option) =>
        mistake(`fields.ids.${option}`, "is for a column; a list of ids is in a table of its own."),
      ),
    );
    expect(check(openEntity({ ids: list("int", "tag", { isUnique: false, isIndexed: false }) }))).toEqual([]);
  });

  it("creates must accept a list of other records that is required", () => {
    const ids = list("int", "tag", { isRequired: true, isIgnoredOnCreate: true });
    expect(check(openEntity({ ids }))).toEqual([
      mistake("fields.ids.isIgnoredOnCreate", "a create must supply a list that is required."),
    ]);
  });

  it("a list of other records is rejected in a read-only entity", () => {
    const view: EntityConfig = {
      fields: { nr: key("int"), ids: list("int", "tag") },
      permissions: { read: ["guest"] },
      isReadOnly: true,
      primaryKey: "nr",
    };
    expect(check(view)).toEqual([
      mistake(
        "fields.ids.foreignKey.isManyToMany",
        "the entity is read-only: it has no lists of other records.",
      ),
    ]);
  });

  it("a list of other records must have a unique name for its records", () => {
    const fields = {
      a: list("int", "tag"),
      b: list("int", "tag", {}, { resolvedEntityName: "A" }),
    };
    expect(check(openEntity(fields)).map(({ path }) => path)).toEqual([
      "entities.e.fields.b.foreignKey.resolvedEntityName",
    ]);
  });
});

describe("the table of a list", () => {
  it("a join table can only be named for lists of other records", () => {
    const foreignKey = { targetEntityName: "tag", resolvedEntityName: "t", joinTable: "x" };
    expect(check(openEntity({ id_of_tag: field("int", { foreignKey }) }))).toEqual([
      mistake(
        "fields.id_of_tag.foreignKey.joinTable",
        'is for a list of ids: set "isManyToMany" too, or remove it.',
      ),
    ]);
  });

  it("the join table of a list must have a unique name", () => {
    const place = "fields.ids.foreignKey.joinTable";
    const e = (joinTable?: string) =>
      openEntity({ ids: list("int", "tag", {}, { joinTable }) }, { table: "messages" });
    expect(check(e(), { messages_ids: openEntity({}) })).toEqual([
      mistake(place, 'the table "messages_ids" is used already.'),
    ]);
    expect(check(e("other"), { messages_ids: openEntity({}) })).toEqual([]);
    expect(check(e("TAG"))).toEqual([mistake(place, 'the table "TAG" is used already.')]);
    expect(check(e("messages"))).toEqual([mistake(place, 'the table "messages" is used already.')]);
    expect(check(e("sqlite_x"))).toEqual([
      mistake(place, 'the table name "sqlite_x" begins with "sqlite_", which SQLite keeps for itself.'),
    ]);
    const other = openEntity({ ids: list("int", "tag", {}, { joinTable: "both" }) });
    expect(check(e("both"), { other })).toEqual([mistake(place, 'the table "both" is used already.')]);
    const elsewhere = openEntity({}, { table: "both", schema: "x" });
    expect(check(e("both"), { elsewhere })).toEqual([]);
  });

  it("the join table of a list must have a name that every database accepts", () => {
    const name = "x".repeat(50);
    const ids = (joinTable?: string) => ({
      [name]: list("int", "tag", {}, { joinTable }),
    });
    expect(check(openEntity(ids(), { table: name }))).toEqual([
      mistake(
        `fields.${name}.foreignKey.joinTable`,
        `the table name "${"x".repeat(50)}_${"x".repeat(9)}…" has 101 characters; 63 are allowed.`,
      ),
    ]);
    expect(check(openEntity(ids("short"), { table: name }))).toEqual([]);
  });

  it("the join table of a list has columns of the keys' types", () => {
    const entities = {
      country,
      e: openEntity(
        { nr: key("bigint"), codes: list("string", "COUNTRY", { maxLength: 2, renamedFrom: "countries" }) },
        { primaryKey: "nr", table: "travels", schema: "s" },
      ),
    };
    const model = resolveModel({ database, entities });
    const [link] = model.entities[1]?.links ?? [];
    expect(link).toMatchObject({
      ...{ name: "codes", resolvedEntityName: "others", targetEntityName: "country" },
      ...{ isRequired: false, isCreatable: true, isEditable: true, renamedFrom: "countries" },
      table: { table: "travels_codes", schema: "s", isReadOnly: false, links: [] },
    });
    expect(
      link?.table.fields.map(({ name, type, maxLength, isNullable }) => [name, type, maxLength, isNullable]),
    ).toEqual([
      ["sourceid", "bigint", undefined, false],
      ["targetid", "string", 2, false],
    ]);
    expect(model.tables.map(({ table }) => table)).toEqual([
      "country",
      "travels",
      "travels_codes",
      "data_api_idempotency",
    ]);
    expect(model.entities[1]?.fieldsByName.has("codes")).toBe(false);
  });

  it("the join table of a list stores its columns in the same way as the keys", () => {
    const unsigned = key("bigint", { storedAs: "bigint unsigned" });
    const entities = {
      part: openEntity({ nr: unsigned }, { primaryKey: "nr" }),
      e: openEntity(
        { nr: unsigned, parts: list("bigint", "part", { storedAs: "bigint unsigned" }) },
        { primaryKey: "nr" },
      ),
    };
    const mysql = { dialect: "mysql", host: "h", name: "x", userName: "u" } as const;
    const model = resolveModel({ database: mysql, entities });
    const [link] = model.entities[1]?.links ?? [];
    expect(link?.table.fields.map(({ storedAs }) => storedAs)).toEqual([
      "bigint unsigned",
      "bigint unsigned",
    ]);
    const signed = field("bigint", { foreignKey: { targetEntityName: "part" } });
    expect(checkConfig({ database: mysql, entities: { ...entities, note: openEntity({ signed }) } })).toEqual(
      [
        {
          path: "entities.note.fields.signed.foreignKey",
          message: 'the field is stored as "bigint", but the key of "part" as "bigint unsigned".',
        },
      ],
    );
  });

  it("a list of other records cannot refer to an entity whose key is an enum, nor belong to one", () => {
    const state = key("enum", { values: ["a", "b"] });
    const states = openEntity({ state }, { primaryKey: "state" });
    for (const type of ["enum", "string"] as const)
      expect(check(openEntity({ ids: list(type, "states") }), { states })).toEqual([
        mistake(
          "fields.ids.foreignKey",
          'the key of "states" is of type "enum", which no foreign key can refer to: use "string" there.',
        ),
      ]);
    expect(check(openEntity({ ids: list("enum", "tag") }))).toEqual([
      mistake(
        "fields.ids.foreignKey",
        'the field is of type "enum", and a foreign key cannot be one: use "string".',
      ),
    ]);
    const entities = { tag, e: openEntity({ state, tags: list("int", "tag") }, { primaryKey: "state" }) };
    expect(checkConfig({ database, entities })).toEqual([
      expect.objectContaining({ path: "entities.e.fields.tags.foreignKey.isManyToMany" }),
    ]);
  });
});
