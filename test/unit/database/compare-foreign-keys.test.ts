import { expect, test } from "vitest";
import type { Config } from "data-api";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { compareSchema } from "../../../runtime/database/schema/compare/compare-schema.js";
import type { StoredForeignKey, StoredTable } from "../../../runtime/database/schema/stored/stored-schema.js";

const key = { type: "int", isRequired: true, isEditable: false } as const;
const number = { type: "int", isRequired: false, isEditable: true } as const;
const system = { createdat: false, updatedat: false };

function keyed(table?: string): Config["entities"][string] {
  const fields = { a: key, b: key };
  return { ...(table && { table }), fields, primaryKey: ["a", "b"], systemFields: system, permissions: {} };
}

const config = (target: string): Config => ({
  database: { dialect: "postgres", host: "h", name: "d", password: "x" },
  entities: {
    parent: keyed(),
    stranger: keyed("other"),
    view: { ...keyed(), isReadOnly: true, systemFields: {} },
    thing: {
      fields: { id: key, n: number, m: number },
      primaryKey: "id",
      systemFields: system,
      foreignKeys: [{ fields: ["n", "m"], targetEntityName: target }],
      permissions: {},
    },
  },
});

function table(
  name: string,
  columns: readonly string[],
  keys: readonly string[],
  foreignKeys: readonly StoredForeignKey[] = [],
): StoredTable {
  return {
    schema: "public",
    name,
    isView: name === "view",
    columns: columns.map((each) => ({ name: each, type: "int4", isNullable: !keys.includes(each) })),
    primaryKey: keys,
    indexes: [],
    foreignKeys,
  };
}

const two = ["a", "b"];

/** The differences that are found if the table has this foreign key. */
function messagesFor(target: string, found: Partial<StoredForeignKey>): readonly string[] {
  const foreignKey = {
    ...{ name: "theirs", columns: ["n", "m"], targetSchema: "public" },
    ...{ targetTable: "parent", targetColumns: two, ...found },
  };
  const stored = [
    ...["parent", "other", "view"].map((name) => table(name, two, name === "view" ? [] : two)),
    table("thing", ["id", "n", "m"], ["id"], [foreignKey]),
  ];
  const { postgres } = dialects;
  const changes = compareSchema(
    resolveModel(config(target)),
    { tables: stored, defaultSchema: "public" },
    postgres,
  );
  expect(changes.every(({ isOptional }) => isOptional)).toBe(true);
  return changes.map(({ kind, message }) => `${kind}: ${message}`);
}

test.each([
  ["as configured", {}],
  ["with its columns in another order", { columns: ["m", "n"], targetColumns: ["b", "a"] }],
  ["to the primary key, without naming its columns", { targetColumns: [] }],
  ["in another letter case", { targetTable: "PARENT", columns: ["N", "M"], targetColumns: ["A", "B"] }],
])("an existing foreign key of several columns %s is accepted", (_, found) => {
  expect(messagesFor("parent", found)).toEqual([]);
});

const wanted = 'The foreign key "n" → "a", "m" → "b" to "parent" exists as';

test.each([
  ["to another table", { targetTable: "other" }, `${wanted} "n" → "a", "m" → "b" to "other".`],
  ["to another schema", { targetSchema: "archive" }, `${wanted} "n" → "a", "m" → "b" to "parent".`],
  ["of swapped columns", { targetColumns: ["b", "a"] }, `${wanted} "n" → "b", "m" → "a" to "parent".`],
])("an existing foreign key of several columns %s does not match the configuration", (_, found, message) => {
  expect(messagesFor("parent", found)).toEqual([`decide: ${message}`]);
});

test("a configured foreign key is missing if the table has one of other columns only", () => {
  expect(messagesFor("parent", { columns: ["n"], targetColumns: ["a"] })).toEqual([
    'addConstraint: The foreign key from "thing"."n", "m" to "parent" is missing.',
  ]);
});

test("foreign keys to the table of a read-only entity are left unchanged", () => {
  expect(messagesFor("view", {})).toEqual([]);
});
