import { expect, test } from "vitest";
import { dabEntity } from "../../../generator/import/dab/dab-entity.js";
import { dabTables } from "../../../generator/import/dab/dab-tables.js";
import { entitiesFromTables } from "../../../generator/import/entities-from-tables.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import type { StoredForeignKey, StoredTable } from "../../../runtime/database/schema/stored/stored-schema.js";

function table(name: string, columns: readonly string[], rest: Partial<StoredTable> = {}): StoredTable {
  return {
    schema: "public",
    name,
    isView: false,
    columns: columns.map((column) => ({ name: column, type: "int4", isNullable: false })),
    primaryKey: columns.slice(0, 1),
    indexes: [],
    foreignKeys: [],
    ...rest,
  };
}

function foreignKey(
  columns: readonly string[],
  targetTable: string,
  targetColumns: readonly string[] = [],
): StoredForeignKey {
  return { name: "", columns, targetSchema: "public", targetTable, targetColumns };
}

type Json = Readonly<Record<string, unknown>>;

/** The entities of a file, with these tables. */
function entitiesOf(file: Readonly<Record<string, Json>>, ...tables: readonly StoredTable[]) {
  const entities = Object.entries(file).map(([name, value]) =>
    dabEntity(name, { path: `entities.${name}`, value }),
  );
  const described = dabTables(entities, tables, "public");
  const imported = entitiesFromTables(described.tables, "public", dialects.postgres);
  return Object.fromEntries(
    imported.entities.map(({ name, notes, options, fields }) => [
      name,
      {
        notes,
        foreignKeys: options.foreignKeys,
        own: fields.flatMap((field) => field.options?.foreignKey?.resolvedEntityName ?? []),
        back: fields.flatMap((field) => field.options?.foreignKey?.inverseName ?? []),
      },
    ]),
  );
}

const one = (target: string, rest: Json = {}) => ({ cardinality: "one", "target.entity": target, ...rest });
const line = table("line", ["order_id", "number"], { primaryKey: ["order_id", "number"] });
const order = table("order", ["id"]);
const noteColumns = ["id", "order_id", "number"];

test.each([
  ["which are in the database", [foreignKey(["order_id", "number"], "line")], {}],
  [
    "which are in the database in another order",
    [foreignKey(["order_id", "number"], "line")],
    { "source.fields": ["number", "order_id"], "target.fields": ["number", "order_id"] },
  ],
  [
    "which are only in the file",
    [],
    { "source.fields": ["order_id", "number"], "target.fields": ["order_id", "number"] },
  ],
])("relationships of one field and of several, %s, keep their names", (_, keys, fields) => {
  const note = table("note", noteColumns, { foreignKeys: [foreignKey(["order_id"], "order"), ...keys] });
  const file = {
    Note: { source: "note", relationships: { purchase: one("Order"), place: one("Line", fields) } },
    Line: { source: "line" },
    Order: { source: "order" },
  };
  expect(entitiesOf(file, note, line, order)["Note"]).toEqual({
    notes: [],
    own: ["purchase"],
    back: ["Notes"],
    foreignKeys: [
      {
        fields: ["order_id", "number"],
        targetEntityName: "Line",
        resolvedEntityName: "place",
        inverseName: "Notes",
      },
    ],
  });
});

test("fields of a relationship are named by the mappings of their own entity", () => {
  const fields = { "source.fields": ["place", "row"], "target.fields": ["purchase", "row"] };
  const file = {
    Note: {
      source: "note",
      mappings: { order_id: "place", number: "row" },
      relationships: { at: one("Line", fields) },
    },
    Line: { source: "line", mappings: { order_id: "purchase", number: "row" } },
  };
  expect(entitiesOf(file, table("note", noteColumns), line)["Note"]).toEqual({
    notes: [],
    own: [],
    back: [],
    foreignKeys: [
      { fields: ["place", "row"], targetEntityName: "Line", resolvedEntityName: "at", inverseName: "Notes" },
    ],
  });
});

test("a relationship that fits several foreign keys is reported as not carried over", () => {
  const file = {
    Match: { source: "match", relationships: { team: one("Team") } },
    Team: { source: "team", relationships: { match: one("Match") } },
  };
  const keys = [foreignKey(["home_id"], "team"), foreignKey(["guest_id"], "team")];
  const match = table("match", ["id", "home_id", "guest_id"], { foreignKeys: keys });
  const { Match, Team } = entitiesOf(file, match, table("team", ["id"]));
  expect(Match?.notes).toEqual([
    'The relationship "team" is not carried over: several foreign keys refer to "Team", and "source.fields" does not say which.',
  ]);
  expect(Team?.notes).toEqual([
    'The relationship "match" is not carried over: several foreign keys of "Match" refer to this entity, and "target.fields" does not say which.',
  ]);
  expect(Match?.back).toEqual(["Matches_home", "Matches_guest"]);
});

const many = (target: string, rest: Json = {}) => ({ ...one(target, rest), cardinality: "many" });

test("relationships along the foreign keys of other tables name the relations back", () => {
  const file = {
    Note: { source: "note", mappings: { number: "nr" } },
    Order: {
      source: "order",
      relationships: {
        remarks: many("Note"),
        again: many("Note"),
        cover: one("Cover", { "source.fields": ["id"], "target.fields": ["id"] }),
        none: many("Line"),
        gone: many("Gone"),
      },
    },
    Line: { source: "line", relationships: { notes: many("Note", { "target.fields": ["order_id", "nr"] }) } },
    Cover: { source: "cover" },
  };
  const note = table("note", noteColumns, {
    foreignKeys: [
      foreignKey(["order_id"], "order"),
      foreignKey(["number", "order_id"], "line", ["number", "order_id"]),
    ],
  });
  const cover = table("cover", ["id"], { foreignKeys: [foreignKey(["id"], "order")] });
  const { Note, Order, Line, Cover } = entitiesOf(file, note, order, line, cover);
  expect(Note?.back).toEqual(["remarks"]);
  expect(Note?.foreignKeys).toMatchObject([{ fields: ["order_id", "nr"], inverseName: "notes" }]);
  expect(Cover?.back).toEqual(["cover"]);
  expect(Line?.notes).toEqual([]);
  expect(Order?.notes).toEqual([
    'The relationship "again" is not carried over: its foreign key has another name back.',
    'The relationship "none" is not carried over: there is no foreign key for it.',
    'The relationship "gone" is not carried over: there is no foreign key for it.',
  ]);
});

test("a repeated foreign key is imported once", () => {
  const file = { A: { source: "a", relationships: { of: one("B") } }, B: { source: "b" } };
  const keys = [foreignKey(["b_id"], "b"), { ...foreignKey(["b_id"], "b"), name: "again" }];
  const { A } = entitiesOf(file, table("a", ["id", "b_id"], { foreignKeys: keys }), table("b", ["id"]));
  expect(A).toMatchObject({ notes: [], own: ["of"] });
});

test("an import of a view with a key of two columns asks the user to check both", () => {
  const file = { V: { source: { type: "view", object: "v", "key-fields": ["a", "b"] } } };
  const view = table("v", ["a", "b"], { isView: true, primaryKey: [] });
  expect(entitiesOf(file, view)["V"]?.notes).toEqual(['Check that "a" and "b" identify a record.']);
});
