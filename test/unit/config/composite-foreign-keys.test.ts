import { describe, expect, it } from "vitest";
import type { CompositeForeignKeyConfig, ConfigProblem, FieldConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field, openEntity } from "../../conformance/fields.js";

const database = { dialect: "sqlite", name: ":memory:" } as const;
const key = (type: FieldConfig["type"], options: Partial<FieldConfig> = {}) =>
  field(type, { isRequired: true, isEditable: false, ...options });

const tag = openEntity({ word: field("string") });
const line = openEntity(
  { order: key("string", { maxLength: 20 }), nr: key("int") },
  { primaryKey: ["order", "nr"] },
);
const log = openEntity(
  { line: field("string") },
  { primaryKey: [], isReadOnly: true, permissions: { read: ["guest"] } },
);
const fields = {
  order: field("string", { maxLength: 20 }),
  long: field("string"),
  nr: field("int"),
  big: field("bigint"),
  tags: field("int", {
    foreignKey: { targetEntityName: "tag", resolvedEntityName: "allTags", isManyToMany: true },
  }),
};

const to = (names: unknown, options: Partial<CompositeForeignKeyConfig> = {}): CompositeForeignKeyConfig => ({
  fields: names as string[],
  targetEntityName: "line",
  ...options,
});

const configOf = (...foreignKeys: readonly CompositeForeignKeyConfig[]) => ({
  database,
  entities: { tag, line, log, note: openEntity(fields, { foreignKeys }) },
});

/** The mistakes of the entity `note`, with their places. */
function check(...foreignKeys: readonly CompositeForeignKeyConfig[]) {
  return checkConfig(configOf(...foreignKeys)).map(({ path, message, hint }: ConfigProblem) => [
    path.replace("entities.note.", ""),
    message,
    ...(hint === undefined ? [] : [hint]),
  ]);
}

type Said = readonly string[];
const ALL = "order, long, nr, big, tags";

describe("a foreign key of several fields", () => {
  it("a foreign key of several fields has them in the order of the key, and the target's name as written there", () => {
    const { entitiesByName } = resolveModel(
      configOf(
        to(["order", "nr"], { targetEntityName: "LINE", resolvedEntityName: "line" }),
        to(["order", "big"]),
      ),
    );
    const note = entitiesByName.get("note");
    const named = (...names: readonly string[]) => names.map((name) => note?.fieldsByName.get(name));
    expect(note?.foreignKeys).toEqual([
      {
        fields: named("order", "nr"),
        targetEntityName: "line",
        resolvedEntityName: "line",
        isWritable: false,
      },
      {
        fields: named("order", "big"),
        targetEntityName: "line",
        resolvedEntityName: undefined,
        isWritable: false,
      },
    ]);
  });

  it.each<[string, CompositeForeignKeyConfig, ...Said[]]>([
    [
      "of one field",
      to(["order"]),
      [
        "foreignKeys.0.fields",
        'found a list; must name at least two fields; one field has its own "foreignKey".',
      ],
    ],
    ["of a text instead of a list", to("order"), ["foreignKeys.0.fields", 'found "order"; must be a list.']],
    [
      "of an unknown field",
      to(["order", "nrr"]),
      ["foreignKeys.0.fields.1", `there is no field "nrr"; there are: ${ALL}.`, 'Did you mean "nr"?'],
    ],
    [
      "of an inherited name",
      to(["order", "toString"]),
      ["foreignKeys.0.fields.1", `there is no field "toString"; there are: ${ALL}.`],
    ],
    [
      "of a field that the server sets",
      to(["order", "id"]),
      ["foreignKeys.0.fields.1", `there is no field "id"; there are: ${ALL}.`],
    ],
    [
      "that names a field twice",
      to(["order", "order"]),
      ["foreignKeys.0.fields.1", 'the field "order" is in the key already.'],
      ["foreignKeys.0.fields.1", 'the field is of type "string", but "nr" of "line" is of type "int".'],
    ],
    [
      "with a field that is a list",
      to(["order", "tags"]),
      ["foreignKeys.0.fields.1", 'the field "tags" is a list of ids, which cannot be in a key.'],
    ],
    [
      "of too few fields",
      { ...to(["order", "nr", "big"]) },
      ["foreignKeys.0.fields", '3 fields point to the key of "line", which has 2: "order", "nr".'],
    ],
    [
      "in another order",
      to(["nr", "order"]),
      ["foreignKeys.0.fields.0", 'the field is of type "int", but "order" of "line" is of type "string".'],
      ["foreignKeys.0.fields.1", 'the field is of type "string", but "nr" of "line" is of type "int".'],
    ],
    [
      "of another length",
      to(["long", "nr"]),
      ["foreignKeys.0.fields.0", 'the maxLength of the field is 255, but that of "order" of "line" is 20.'],
    ],
    [
      "to a key of one field",
      to(["order", "nr"], { targetEntityName: "tag" }),
      [
        "foreignKeys.0.fields",
        'the key of "tag" is the field "id" alone: give the field that points to it a "foreignKey".',
      ],
    ],
    [
      "to an entity without a key",
      to(["order", "nr"], { targetEntityName: "log" }),
      ["foreignKeys.0", 'the entity "log" has no key that fields could point to.'],
    ],
    [
      "to an unknown entity",
      to(["order", "nr"], { targetEntityName: "lines" }),
      [
        "foreignKeys.0.targetEntityName",
        'there is no entity "lines"; there are: tag, line, log, note.',
        'Did you mean "line"?',
      ],
    ],
    [
      "resolved under the name of a field",
      to(["order", "nr"], { resolvedEntityName: "Big" }),
      ["foreignKeys.0.resolvedEntityName", 'records have another member "Big" already.'],
    ],
    [
      "resolved under the name of another record",
      to(["order", "nr"], { resolvedEntityName: "AllTags" }),
      ["fields.tags.foreignKey.resolvedEntityName", 'records have another member "allTags" already.'],
      ["foreignKeys.0.resolvedEntityName", 'records have another member "AllTags" already.'],
    ],
    [
      "with options of one field",
      { ...to(["order", "nr"]), isManyToMany: true } as CompositeForeignKeyConfig,
      [
        "foreignKeys.0.isManyToMany",
        'unknown key "isManyToMany"; allowed: fields, targetEntityName, resolvedEntityName, inverseName, isWritable.',
      ],
    ],
  ])("a foreign key of several fields %s is a mistake", (_, foreignKey, ...mistakes) => {
    expect(check(foreignKey)).toEqual(mistakes);
  });

  it("a foreign key of several fields must not repeat the fields of another one", () => {
    expect(check(to(["order", "nr"], { resolvedEntityName: "a" }), to(["order", "nr"]))).toEqual([
      ["foreignKeys.1.fields", "these fields are a foreign key already."],
    ]);
  });

  it("permissions name the fields of a foreign key of several fields, not its record", () => {
    const foreignKeys = [to(["order", "nr"], { resolvedEntityName: "theLine" })];
    const read = [{ role: "guest", fields: { include: ["THELINE"] } }];
    const note = openEntity(fields, { foreignKeys, permissions: { read } });
    expect(checkConfig({ database, entities: { tag, line, note } })).toMatchObject([
      { message: '"THELINE" is the record of a foreign key: name "order" and "nr" instead.' },
    ]);
  });
});
