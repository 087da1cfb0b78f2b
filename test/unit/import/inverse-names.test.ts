import { describe, expect, it } from "vitest";
import type { Config } from "data-api";
import { entitiesFromTables } from "../../../generator/import/entities-from-tables.js";
import { plural } from "../../../generator/import/name-inverses.js";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import type { StoredForeignKey, StoredTable } from "../../../runtime/database/schema/stored/stored-schema.js";
import type { ImportTable } from "../../../generator/import/imported.js";
import { field, openEntity, plain } from "../../conformance/fields.js";

const { postgres } = dialects;
const database = { dialect: "postgres", name: "d" } as const;

/** A table of numbers whose first column is the key. Its foreign keys have one column. */
function table(
  name: string,
  columns: readonly string[],
  references: Readonly<Record<string, string>> = {},
  rest: Partial<StoredTable> = {},
): StoredTable {
  return {
    schema: "public",
    name,
    isView: false,
    columns: columns.map((each) => ({ name: each, type: "int4", isNullable: each !== columns[0] })),
    primaryKey: columns.slice(0, 1),
    indexes: [],
    foreignKeys: Object.entries(references).map(([from, to]) => pointing([from], to)),
    ...rest,
  };
}

function pointing(columns: readonly string[], targetTable: string): StoredForeignKey {
  return { name: "", columns, targetSchema: "public", targetTable, targetColumns: [] };
}

/** The names of relations back, by field. Also checks that the configuration is valid. */
function inversesOf(tables: readonly ImportTable[]): Readonly<Record<string, string>> {
  const { entities } = entitiesFromTables(tables, "public", postgres);
  const described = entities.map(({ name, options, fields }) => [
    name,
    {
      ...options,
      fields: Object.fromEntries(fields.flatMap((each) => (each.options ? [[each.name, each.options]] : []))),
    },
  ]);
  const config = { database, entities: Object.fromEntries(described) as Config["entities"] };
  expect(checkConfig(config)).toEqual([]);
  const named = Object.entries(config.entities).flatMap(([name, { fields, foreignKeys = [] }]) => [
    ...Object.entries(fields).map(([each, { foreignKey }]) => [`${name}.${each}`, foreignKey?.inverseName]),
    ...foreignKeys.map((key) => [`${name}.${key.fields.join("+")}`, key.inverseName]),
  ]);
  return Object.fromEntries(named.filter(([, name]) => name !== undefined)) as Record<string, string>;
}

const post = table("post", ["id", "title"]);

describe("the names of relations back", () => {
  it("names of relations back are plurals of the entity's name for lists, and the entity's name for one record", () => {
    const index = { name: "u", columns: ["post_id"], isUnique: true, isPartial: false };
    expect(
      inversesOf([
        post,
        table("comment", ["id", "post_id"], { post_id: "post" }),
        table("cover", ["id", "post_id"], { post_id: "post" }, { indexes: [index] }),
        table("detail", ["post_id", "x"], { post_id: "post" }),
        table("post_tag", ["post_id", "tag_id"], { post_id: "post" }, { primaryKey: ["post_id", "tag_id"] }),
      ]),
    ).toEqual({
      "comment.post_id": "comments",
      "cover.post_id": "cover",
      "detail.post_id": "detail",
      "post_tag.post_id": "post_tags",
    });
  });

  it("names of relations back include the key's name if an entity has several keys to the same target", () => {
    expect(
      inversesOf([
        post,
        table("link", ["id", "from_id", "toId", "other"], { from_id: "post", toId: "post", other: "post" }),
      ]),
    ).toEqual({ "link.from_id": "links_from", "link.toId": "links_to", "link.other": "links_other" });
  });

  it("names of relations back differ from the members of the target and from each other", () => {
    const target = table("post", ["id", "comments", "Tags", "tags_post", "parentid"], { parentid: "post" });
    expect(
      inversesOf([
        target,
        table("comment", ["id", "post_id"], { post_id: "post" }),
        table("tag", ["id", "postid"], { postid: "post" }),
        table("box", ["id", "postid"], { postid: "post" }),
        table("boxes", ["id", "postid"], { postid: "post" }),
        table("parent", ["postid"], { postid: "post" }),
        table("count", ["postid"], { postid: "post" }),
      ]),
    ).toEqual({
      "post.parentid": "posts",
      "comment.post_id": "comments_post",
      "tag.postid": "tags_post_2",
      "box.postid": "boxes",
      "boxes.postid": "boxes_2",
      "parent.postid": "parent_post",
      "count.postid": "count_post",
    });
  });

  it("relations back of keys of several fields have names too", () => {
    const city = table("city", ["country", "nr"], {}, { primaryKey: ["country", "nr"] });
    const visit = table(
      "visit",
      ["id", "land", "start_id", "end_id"],
      {},
      { foreignKeys: [pointing(["land", "start_id"], "city"), pointing(["land", "end_id"], "city")] },
    );
    const mayor = table(
      "mayor",
      ["country", "nr"],
      {},
      {
        primaryKey: ["nr", "country"],
        foreignKeys: [pointing(["country", "nr"], "city")],
      },
    );
    expect(inversesOf([city, visit, mayor])).toEqual({
      "visit.land+start_id": "visits_start",
      "visit.land+end_id": "visits_end",
      "mayor.country+nr": "mayor",
    });
  });

  it("names of relations back are preferably those in another tool's file, if these are valid and unused", () => {
    const comment = table("comment", ["id", "a_id", "b_id", "c_id"], {
      a_id: "post",
      b_id: "post",
      c_id: "post",
    });
    const note = table("note", ["id", "post_id"], { post_id: "post" });
    const inverseNames = new Map([
      ['["a_id"]', "notes"],
      ['["b_id"]', "2 b"],
      ['["c_id"]', "TITLE"],
    ]);
    expect(inversesOf([post, note, { ...comment, hints: { inverseNames } }])).toEqual({
      "comment.a_id": "notes",
      "comment.b_id": "field_2_b",
      "comment.c_id": "TITLE_2",
      "note.post_id": "notes_post",
    });
  });

  it("names of relations back are not longer than a name may be", () => {
    const long = "x".repeat(63);
    const names = Object.values(inversesOf([post, table(long, ["id", "a", "b"], { a: "post", b: "post" })]));
    expect(new Set(names).size).toBe(2);
  });

  it("names of relations back in the configuration are kept, and new ones differ from them", () => {
    const key = (inverseName?: string) =>
      field("int", { foreignKey: { targetEntityName: "post", inverseName } });
    const { tables: configured } = resolveModel({
      database,
      entities: {
        post: plain({ title: field("int") }),
        comment: openEntity({ a_id: key("notes"), b_id: key() }),
      },
    });
    const stored = [
      post,
      table("comment", ["id", "a_id", "b_id", "c_id"], { a_id: "post", b_id: "post", c_id: "post" }),
      table("note", ["id", "post_id"], { post_id: "post" }),
    ];
    const { entities } = entitiesFromTables(stored, "public", postgres, configured);
    const names = entities.flatMap(({ fields }) =>
      fields.flatMap(({ name, options }) =>
        options?.foreignKey ? [[name, options.foreignKey.inverseName]] : [],
      ),
    );
    expect(names).toEqual([
      ["a_id", "notes"],
      ["b_id", undefined],
      ["c_id", "comments"],
      ["post_id", "notes_post"],
    ]);
  });
});

it.each([
  ["comment", "comments"],
  ["Category", "Categories"],
  ["day", "days"],
  ["box", "boxes"],
  ["Address", "Addresses"],
  ["BRANCH", "BRANCHES"],
  ["ITEM", "ITEMS"],
  ["orders", "orders"],
  ["t", "ts"],
  ["blog_2", "blog_2s"],
])("the plural of %s is %s", (one, several) => {
  expect(plural(one)).toBe(several);
});
