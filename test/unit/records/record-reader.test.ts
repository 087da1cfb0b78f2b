import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckedCondition } from "../../../runtime/condition/checked.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import type { Selection } from "../../../runtime/database/sql/selection.js";
import type { Entity } from "../../../runtime/model/model.js";
import type { LinkedRows } from "../../../runtime/records/record-members.js";
import { createRecordReader, listKey } from "../../../runtime/records/record-reader.js";
import { selectionOf } from "../../../runtime/read/selection-of.js";
import { field, plain, to } from "../../conformance/fields.js";

const model = resolveModel({
  database: { dialect: "sqlite", name: "x" },
  entities: {
    note: plain({
      title: field("string"),
      author: to("person", "theAuthor"),
      tags: field("int", {
        foreignKey: { targetEntityName: "tag", resolvedEntityName: "theTags", isManyToMany: true },
      }),
      views: field("int"),
    }),
    person: plain({ name: field("string"), isKnown: field("boolean") }),
    tag: plain({ word: field("string") }),
  },
});
const note = model.entitiesByName.get("note") as Entity;
const whole = selectionOf(note, model);

/** Not evaluated here: flags in the rows say for which records it holds. */
const condition: CheckedCondition = { kind: "or", conditions: [] };
const guard = (...members: string[]) => ({ condition, members: new Set(members) });

/** Only some records show title, author, and word of tags. The key is not shown; it is needed for the tags. */
const guarded: Selection = {
  ...whole,
  fields: whole.fields.filter(({ name }) => name !== "id"),
  guards: [guard("title", "views"), guard("author", "tags")],
  references: whole.references.map((reference) => ({
    ...reference,
    fields: reference.fields.filter(({ name }) => name !== "id"),
    guards: [guard("name")],
  })),
  links: whole.links.map(({ link, target }) => ({
    link,
    target: target && { ...target, guards: [guard("word")] },
  })),
};

const flag = fc.constantFrom(0, 1);
const text = fc.option(fc.string({ unit: "binary" }));
const number = fc.option(fc.integer());
const noteRow = fc.tuple(
  text,
  number,
  number,
  fc.constantFrom(1, 2),
  flag,
  flag,
  text,
  fc.constantFrom(0, 1, null),
  fc.option(fc.nat()),
  flag,
);
const linkRow = fc.tuple(fc.constantFrom(1, 2), fc.nat(), fc.option(fc.nat()), text, flag);

describe("a record and its JSON", () => {
  const reader = createRecordReader(guarded, dialects.sqlite);

  it("a record and its JSON are equal for any row", () => {
    fc.assert(
      fc.property(noteRow, fc.array(linkRow), (row, links) => {
        const rows = new Map([1, 2].map((id) => [listKey([id]), links.filter(([source]) => source === id)]));
        const linked: LinkedRows = [{ rows, linked: [] }];
        expect(reader.toJson(row, linked)).toBe(JSON.stringify(reader.toRecord(row, linked)));
      }),
      { seed: 20_170_101 },
    );
  });

  it.each<readonly [string, readonly unknown[], object]>([
    [
      "all",
      ["t", 5, 9, 7, 1, 1, "Ann", 1, 5, 1],
      {
        title: "t",
        author: 5,
        theAuthor: { name: "Ann", isKnown: true },
        views: 9,
        tags: [3, 4],
        theTags: [{ id: 3, word: "x" }],
      },
    ],
    [
      "no title and views",
      ["t", 5, 9, 7, 0, 1, "Ann", 0, 5, 0],
      { author: 5, theAuthor: { isKnown: false }, tags: [3, 4], theTags: [{ id: 3, word: "x" }] },
    ],
    ["no author and tags", ["t", 5, 9, 7, 1, 0, "Ann", 0, 5, 1], { title: "t", views: 9 }],
    ["nothing", ["t", 5, 9, 7, 0, 0, "Ann", 0, 5, 1], {}],
    ["nothing for invalid flags", ["t", 5, 9, 7, "1", true, "Ann", 0, 5, 1], {}],
    [
      "a key without a related record",
      [null, 5, null, 7, 1, 1, null, null, null, 0],
      { title: null, author: 5, theAuthor: null, views: null, tags: [3, 4], theTags: [{ id: 3, word: "x" }] },
    ],
    [
      "no tags",
      ["t", null, 9, 8, 0, 1, null, null, null, 0],
      { author: null, theAuthor: null, tags: [], theTags: [] },
    ],
  ])("a record and its JSON contain %s if the row says so", (_, row, record) => {
    const tags = [
      [7, 3, 3, "x", 1],
      [7, 4, null, null, 0],
    ];
    const linked: LinkedRows = [{ rows: new Map([[listKey([7]), tags]]), linked: [] }];
    expect(reader.toJson(row, linked)).toBe(JSON.stringify(record));
    expect(JSON.stringify(reader.toRecord(row, linked))).toBe(JSON.stringify(record));
  });
});
