import { describe, expect, it } from "vitest";
import type { ConfigProblem, EntityConfig, FieldConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import type { Entity } from "../../../runtime/model/model.js";
import { field, openEntity } from "../../conformance/fields.js";

const database = { dialect: "sqlite", name: ":memory:" } as const;
const KEY_TYPES =
  '"string", "enum", "int", "bigint", "decimal", "boolean", "date", "datetime", "time", "duration", "year", "uuid", "bytes", "native"';

/** A field that can be part of a key, if `options` do not change that. */
function key(type: FieldConfig["type"], options: Partial<FieldConfig> = {}): FieldConfig {
  return field(type, { isRequired: true, isEditable: false, ...options });
}

const view = (options: Partial<EntityConfig>): EntityConfig => ({
  fields: { code: key("string"), title: field("string") },
  permissions: { read: ["guest"] },
  isReadOnly: true,
  ...options,
});

type Mistake = readonly [place: string, message: string, guess?: string];

/** Each with an entity `e` that has the mistakes. */
const mistakes: Readonly<Record<string, readonly [unknown, ...Mistake[]]>> = {
  "a key that is not a name": [
    openEntity({}, { primaryKey: 5 as unknown as string }),
    ["primaryKey", "found 5; must be a name or a list of at most 8 names."],
  ],
  "a writable entity without a key": [
    openEntity({}, { primaryKey: [] }),
    [
      "primaryKey",
      'is empty: records without a key cannot be written. Name the fields that identify a record, or set "isReadOnly" to true.',
    ],
  ],
  "an entity without a key and without a sortable field": [
    view({ primaryKey: [], fields: { data: field("json") } }),
    ["fields", "records without a key need a field that can be sorted by."],
  ],
  "an entity without a key, and with a type for the server's key": [
    view({ primaryKey: [], systemFields: { id: "uuid" } }),
    ["systemFields.id", "applies to a key that the server adds, and these records have none: remove it."],
  ],
  "a key of too many fields": [
    openEntity({}, { primaryKey: Array<string>(9).fill("a") }),
    ["primaryKey", "found a list; must be a name or a list of at most 8 names."],
  ],
  "a key whose items are not names": [
    openEntity({ a: key("int") }, { primaryKey: ["a", null] as unknown as string[] }),
    ["primaryKey", "found a list; must be a name or a list of at most 8 names."],
  ],
  "a server key with an invalid name": [
    openEntity({}, { primaryKey: "blog id" }),
    [
      "primaryKey",
      'the field name "blog id" must begin with a letter and hold only letters, digits and _ (use "table" or "column" for another name in the database).',
    ],
  ],
  "a server key with an inherited name": [
    openEntity({}, { primaryKey: "toString" }),
    [
      "primaryKey",
      'the field name "toString" is a name that every JavaScript object inherits; choose another.',
    ],
  ],
  "a server key with the name of a timestamp": [
    openEntity({}, { primaryKey: "CreatedAt" }),
    ["primaryKey", 'the field name "CreatedAt" is that of a time that the server sets.'],
  ],
  "a server key in a column that is in use": [
    openEntity({ a: field("int", { column: "BLOGID" }) }, { primaryKey: "BlogId" }),
    ["fields.a.column", 'the column "BLOGID" is used already.'],
  ],
  "keys with typos": [
    openEntity({ orderid: key("int"), line: key("int") }, { primaryKey: ["ordreid", "zzz"] }),
    ["primaryKey.0", 'there is no field "ordreid"; there are: orderid, line.', "orderid"],
    ["primaryKey.1", 'there is no field "zzz"; there are: orderid, line.'],
  ],
  "a key of an entity without fields": [
    openEntity({}, { primaryKey: ["a", "b"] }),
    ["primaryKey.0", 'there is no field "a"; there are none.'],
    ["primaryKey.1", 'there is no field "b"; there are none.'],
  ],
  "a key in another letter case": [
    openEntity({ orderid: key("int") }, { primaryKey: "OrderId" }),
    ["primaryKey", 'there is no field "OrderId"; there are: orderid.', "orderid"],
  ],
  "a time as part of a key": [
    openEntity({ a: key("int") }, { primaryKey: ["a", "createdat"] }),
    ["primaryKey.1", 'there is no field "createdat"; there are: a.'],
  ],
  "a key that names a field twice": [
    openEntity({ a: key("int"), b: key("int") }, { primaryKey: ["a", "b", "a"] }),
    ["primaryKey.2", 'the field "a" is in the key already.'],
  ],
  "a key with an optional, editable field that has a default": [
    openEntity({ a: field("int", { default: 5 }) }, { primaryKey: "a" }),
    ["fields.a.isRequired", "a key is never null: it must be required."],
    ["fields.a.isEditable", "a key never changes: it must not be editable."],
    ["fields.a.default", "a key cannot have a default, because it identifies one record: remove it."],
  ],
  "a text that is ignored on create": [
    openEntity({ a: key("string", { isIgnoredOnCreate: true }) }, { primaryKey: "a" }),
    [
      "fields.a.isIgnoredOnCreate",
      'a create must supply this key: only an "int", "bigint" or "uuid" that is the whole key is generated. If the database fills it, set "filledBy" to "default".',
    ],
  ],
  "a part of a key that is ignored on create": [
    openEntity({ a: key("int", { isIgnoredOnCreate: true }), b: key("int") }, { primaryKey: ["a", "b"] }),
    [
      "fields.a.isIgnoredOnCreate",
      'a create must supply this key: only an "int", "bigint" or "uuid" that is the whole key is generated. If the database fills it, set "filledBy" to "default".',
    ],
  ],
  "texts too long to be indexed": [
    openEntity({ a: key("string"), b: key("string", { maxLength: 130 }) }, { primaryKey: ["a", "b"] }),
    [
      "primaryKey",
      'the texts of the key may have 385 characters together; 384 are allowed, so that every database can index them: set "maxLength".',
    ],
  ],
  "a type for a key that is not the server's": [
    openEntity({ a: key("int") }, { primaryKey: "a", systemFields: { id: "uuid" } }),
    [
      "systemFields.id",
      "applies to a key that the server adds, but the key of this entity is made of its fields: remove it.",
    ],
  ],
  "a field called id that is not made the key": [openEntity({ id: key("int") }, { primaryKey: "nr" })],
  "a read-only entity without a key": [
    view({ primaryKey: undefined }),
    [
      "primaryKey",
      "is required: the fields that identify a record, or [] if nothing does. The server adds no key to a read-only entity.",
    ],
  ],
  "a read-only entity with an unknown key": [
    view({ primaryKey: "cod" }),
    ["primaryKey", 'there is no field "cod"; there are: code, title.', "code"],
  ],
  "a read-only entity with permissions to write": [
    view({
      primaryKey: "code",
      permissions: { read: ["guest"], create: ["a"], update: [], delete: ["b", "c"] },
    }),
    ["permissions.create", "the entity is read-only: remove these roles."],
    ["permissions.delete", "the entity is read-only: remove these roles."],
  ],
  "isReadOnly that is not a boolean": [
    view({ primaryKey: "code", isReadOnly: "yes" as unknown as boolean }),
    ["isReadOnly", 'found "yes"; must be true or false.'],
  ],
  "permissions of the wrong shape in a read-only entity": [
    view({ primaryKey: "code", permissions: { read: 5 } as unknown as EntityConfig["permissions"] }),
    ["permissions.read", "found 5; must be a list."],
  ],
  ...Object.fromEntries(
    (["text", "richtext", "json", "secret", "float"] as const).map((type) => [
      `a key of type ${type}`,
      [
        openEntity({ a: key(type) }, { primaryKey: "a" }),
        ["fields.a.type", `a field of type "${type}" cannot be a key; these types can: ${KEY_TYPES}.`],
      ],
    ]),
  ),
};

describe("a mistake about keys", () => {
  it.each(Object.entries(mistakes))("a mistake about keys is explained: %s", (_, [entity, ...expected]) => {
    const problems = expected.map(([place, message, guess]): ConfigProblem => {
      const hint = guess === undefined ? {} : { hint: `Did you mean "${guess}"?` };
      return { path: `entities.e.${place}`, message, ...hint };
    });
    expect(checkConfig({ database, entities: { e: entity } })).toEqual(problems);
  });
});

describe("a foreign key", () => {
  const to = (type: FieldConfig["type"], options: Partial<FieldConfig> = {}) =>
    openEntity({
      ref: field(type, { ...options, foreignKey: { targetEntityName: "target", resolvedEntityName: "t" } }),
    });
  const check = (target: EntityConfig, e: EntityConfig) =>
    checkConfig({ database, entities: { target, e } }).map(({ path, message }) => [path, message]);
  const PLACE = "entities.e.fields.ref.foreignKey";

  it("a foreign key must have the type of its target key, or bigint for an int", () => {
    const country = openEntity({ code: key("string", { maxLength: 2 }) }, { primaryKey: "code" });
    expect(check(country, to("string", { maxLength: 2 }))).toEqual([]);
    expect(check(country, to("int"))).toEqual([
      [PLACE, 'the field is of type "int", but the key of "target" is of type "string".'],
    ]);
    const counted = openEntity({ nr: key("int", { isIgnoredOnCreate: true }) }, { primaryKey: ["nr"] });
    expect(check(counted, to("int"))).toEqual([]);
    expect(check(counted, to("bigint"))).toEqual([]);
    expect(check(openEntity({}, { primaryKey: "BlogId", systemFields: { id: "uuid" } }), to("uuid"))).toEqual(
      [],
    );
    const big = openEntity({ nr: key("bigint") }, { primaryKey: "nr" });
    expect(check(big, to("int"))).toEqual([
      [PLACE, 'the field is of type "int", but the key of "target" is of type "bigint".'],
    ]);
  });

  it("a foreign key must have the limits of its target key", () => {
    const country = openEntity({ code: key("string", { maxLength: 2 }) }, { primaryKey: "code" });
    expect(check(country, to("string"))).toEqual([
      [PLACE, 'the maxLength of the field is 255, but that of the key of "target" is 2.'],
    ]);
    const price = openEntity({ price: key("decimal", { precision: 8, scale: 2 }) }, { primaryKey: "price" });
    expect(check(price, to("decimal", { precision: 8, scale: 2 }))).toEqual([]);
    expect(check(price, to("decimal"))).toEqual([
      [PLACE, 'the precision of the field is 38, but that of the key of "target" is 8.'],
      [PLACE, 'the scale of the field is 10, but that of the key of "target" is 2.'],
    ]);
  });

  it("a foreign key of one field cannot point to a key of several fields", () => {
    const line = openEntity({ a: key("int"), b: key("int") }, { primaryKey: ["a", "b"] });
    expect(check(line, to("int"))).toEqual([
      [
        PLACE,
        'the key of "target" has several fields: list the fields that point to it in "foreignKeys" of the entity.',
      ],
    ]);
  });

  it("a foreign key cannot point to an entity without a key", () => {
    const log = view({ primaryKey: [] });
    expect(check(log, to("int"))).toEqual([
      [PLACE, 'the entity "target" has no key that a field could point to.'],
    ]);
  });

  it("the record of a foreign key cannot have the name of the entity's key", () => {
    const e = openEntity(
      { ref: field("int", { foreignKey: { targetEntityName: "e", resolvedEntityName: "blogid" } }) },
      { primaryKey: "BlogId" },
    );
    expect(checkConfig({ database, entities: { e } })).toMatchObject([
      { message: 'records have another member "blogid" already.' },
    ]);
  });
});

describe("the model", () => {
  function resolve(entity: EntityConfig): Entity {
    const [resolved] = resolveModel({ database, entities: { e: entity } }).entities;
    if (resolved === undefined) throw new Error("There is an entity.");
    return resolved;
  }
  const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);

  it("the model has the server's key under its configured name", () => {
    const { fields, keys } = resolve(openEntity({ id: field("int") }, { primaryKey: "BlogId" }));
    expect(names(fields)).toEqual(["BlogId", "id", "createdat", "updatedat"]);
    expect(keys).toEqual([fields[0]]);
    expect(keys[0]).toMatchObject({ column: "BlogId", type: "int", system: "key", isCreatable: false });
    const uuid = resolve(openEntity({}, { primaryKey: ["key"], systemFields: { id: "uuid" } }));
    expect(uuid.keys).toMatchObject([{ name: "key", type: "uuid", system: "key" }]);
  });

  it("the model has the key fields in the order of the primary key, and no server key", () => {
    const fields = { line: key("int"), title: field("string"), orderid: key("string", { column: "Order" }) };
    const entity = resolve(openEntity(fields, { primaryKey: ["orderid", "line"] }));
    expect(names(entity.fields)).toEqual(["line", "title", "orderid", "createdat", "updatedat"]);
    expect(names(entity.keys)).toEqual(["orderid", "line"]);
    expect(entity.keys[0]).toMatchObject({
      column: "Order",
      minLength: 1,
      isRequired: true,
      system: undefined,
    });
    expect(entity.fieldsByName.get("title")).toMatchObject({ minLength: undefined });
  });

  it("the model of a read-only entity has no writable fields, and only the timestamps that it asks for", () => {
    const entity = resolve(view({ primaryKey: "code" }));
    expect(entity.isReadOnly).toBe(true);
    expect(names(entity.fields)).toEqual(["code", "title"]);
    for (const { isCreatable, isEditable } of entity.fields)
      expect([isCreatable, isEditable]).toEqual([false, false]);
    const timed = resolve(view({ primaryKey: "code", systemFields: { updatedat: true } }));
    expect(names(timed.fields)).toEqual(["code", "title", "updatedat"]);
  });
});
