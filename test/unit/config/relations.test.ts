import { describe, expect, it } from "vitest";
import type { AuthConfig, Config, EntityConfig, FieldConfig, ForeignKeyConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import type { Relation } from "../../../runtime/model/model.js";
import { field, openEntity } from "../../conformance/fields.js";

const database = { dialect: "sqlite", name: ":memory:" } as const;
const users: AuthConfig = { secretKey: "0123456789abcdef0123456789abcdef" };
type Entities = Config["entities"];

/** A foreign key to `post`, or to the target in the options. */
const refer = (
  foreignKey: Partial<ForeignKeyConfig>,
  options: Partial<Omit<FieldConfig, "foreignKey">> = {},
): FieldConfig => field("int", { ...options, foreignKey: { targetEntityName: "post", ...foreignKey } });

const list = (foreignKey: Partial<ForeignKeyConfig>) => refer({ isManyToMany: true, ...foreignKey });

const post = openEntity({ title: field("string") });
const key = (type: FieldConfig["type"]) => field(type, { isRequired: true, isEditable: false });

/** The relations of an entity as texts: the fields by which they find the target's records. */
function relationsOf(entityName: string, entities: Entities, auth?: AuthConfig): readonly string[] {
  const { entitiesByName } = resolveModel({ database, entities, ...(auth !== undefined && { auth }) });
  return entitiesByName.get(entityName)?.relations.map(describeRelation) ?? [];
}

function describeRelation(relation: Relation): string {
  const { name, isList, target, sourceFields, targetFields, through, isInverse, memberNames } = relation;
  const names = (fields: Relation["sourceFields"]) => fields.map((each) => each.name).join("+");
  const table = through && `${through.table.table}(${through.sourceField.name}, ${through.targetField.name})`;
  const path = [names(sourceFields), ...(table === undefined ? [] : [table]), names(targetFields)].join(
    " = ",
  );
  const end = isInverse ? "there" : "here";
  return `${name}: ${isList ? "list of " : ""}${target.name} by ${path}, ${memberNames.join("+")} ${end}`;
}

describe("the relations of an entity", () => {
  it("the relations of an entity are the records that foreign keys point to, and the lists of records that point back", () => {
    const entities = {
      post,
      comment: openEntity({ postid: refer({ resolvedEntityName: "post", inverseName: "comments" }) }),
    };
    expect(relationsOf("comment", entities)).toEqual(["post: post by postid = id, postid here"]);
    expect(relationsOf("post", entities)).toEqual(["comments: list of comment by id = postid, postid there"]);
  });

  it("a foreign key gives relations only in the directions that have a name", () => {
    const entities = {
      post,
      one: openEntity({ postid: refer({ resolvedEntityName: "post" }) }),
      other: openEntity({ postid: refer({ inverseName: "others" }) }),
      none: openEntity({ postid: refer({}) }),
    };
    expect(relationsOf("post", entities)).toEqual(["others: list of other by id = postid, postid there"]);
    expect(relationsOf("one", entities)).toHaveLength(1);
    expect(relationsOf("other", entities)).toEqual([]);
    expect(relationsOf("none", entities)).toEqual([]);
  });

  it("a relation leads back to one record, if the key is unique or the whole primary key", () => {
    const unique = openEntity({ postid: refer({ inverseName: "cover" }, { isUnique: true }) });
    const detail = openEntity(
      { postid: refer({ inverseName: "detail" }, { isRequired: true, isEditable: false }) },
      { primaryKey: "postid" },
    );
    const part = openEntity(
      {
        postid: refer({ inverseName: "parts" }, { isRequired: true, isEditable: false }),
        nr: key("int"),
      },
      { primaryKey: ["postid", "nr"] },
    );
    expect(relationsOf("post", { post, unique, detail, part })).toEqual([
      "cover: unique by id = postid, postid there",
      "detail: detail by id = postid, postid there",
      "parts: list of part by id = postid, postid there",
    ]);
  });

  it("a relation of several fields has these in the order of the target's key", () => {
    const line = openEntity({ order: key("int"), nr: key("int") }, { primaryKey: ["order", "nr"] });
    const fields = { nr: field("int"), order: field("int"), other: field("int", { isUnique: true }) };
    const reference = { targetEntityName: "LINE", fields: ["order", "nr"] };
    const note = openEntity(fields, {
      foreignKeys: [
        { ...reference, resolvedEntityName: "line", inverseName: "notes" },
        { ...reference, fields: ["order", "other"], inverseName: "last" },
      ],
    });
    const whole = openEntity(
      { nr: key("int"), order: key("int") },
      { primaryKey: ["nr", "order"], foreignKeys: [{ ...reference, inverseName: "whole" }] },
    );
    expect(relationsOf("note", { line, note, whole })).toEqual([
      "line: line by order+nr = order+nr, order+nr here",
    ]);
    expect(relationsOf("line", { line, note, whole })).toEqual([
      "notes: list of note by order+nr = order+nr, order+nr there",
      "last: note by order+nr = order+other, order+other there",
      "whole: whole by order+nr = order+nr, order+nr there",
    ]);
  });

  it("a list of ids gives relations in both directions", () => {
    const entities = {
      post,
      tag: openEntity({
        postids: list({ resolvedEntityName: "posts", inverseName: "tags", joinTable: "tagged" }),
      }),
    };
    expect(relationsOf("tag", entities)).toEqual([
      "posts: list of post by id = tagged(sourceid, targetid) = id, postids here",
    ]);
    expect(relationsOf("post", entities)).toEqual([
      "tags: list of tag by id = tagged(targetid, sourceid) = id, postids there",
    ]);
  });

  it("a relation may lead to the entity itself", () => {
    const self = openEntity({
      parentid: refer({ targetEntityName: "Post", resolvedEntityName: "parent", inverseName: "children" }),
      likeids: list({ resolvedEntityName: "likes", inverseName: "likedBy" }),
    });
    expect(relationsOf("post", { post: self })).toEqual([
      "parent: post by parentid = id, parentid here",
      "children: list of post by id = parentid, parentid there",
      "likes: list of post by id = post_likeids(sourceid, targetid) = id, likeids here",
      "likedBy: list of post by id = post_likeids(targetid, sourceid) = id, likeids there",
    ]);
  });

  it("relations lead to the server's users and back, and to the owner only from the record", () => {
    const entities = {
      post: openEntity({
        editorid: refer({ targetEntityName: "user", resolvedEntityName: "editor", inverseName: "edited" }),
      }),
    };
    expect(relationsOf("post", entities, users)).toEqual([
      "editor: user by editorid = id, editorid here",
      "owner: user by ownerid = id, ownerid here",
    ]);
    expect(relationsOf("user", entities, users)).toEqual([
      "edited: list of post by id = editorid, editorid there",
    ]);
  });

  it("the server's own tables have no relations", () => {
    const entities = { post, tag: openEntity({ postids: list({ resolvedEntityName: "posts" }) }) };
    const { tables } = resolveModel({ database, entities, auth: users });
    const others = tables.filter(({ name }) => !["post", "tag", "user"].includes(name));
    expect(others.length).toBeGreaterThan(0);
    expect(others.flatMap(({ relations }) => relations)).toEqual([]);
  });
});

/** The mistakes of a configuration, each with its path. */
function check(entities: Entities, auth?: AuthConfig) {
  return checkConfig({ database, entities, ...(auth !== undefined && { auth }) }).map(({ path, message }) => [
    path,
    message,
  ]);
}

describe("the name of a relation back", () => {
  const place = "entities.e.fields.postid.foreignKey.inverseName";
  const named = (inverseName: string, target: EntityConfig = post, auth?: AuthConfig) =>
    check({ post: target, e: openEntity({ postid: refer({ inverseName }) }) }, auth);

  it.each([
    [
      "",
      'must begin with a letter and hold only letters, digits and _ (use "table" or "column" for another name in the database)',
    ],
    [
      "a b",
      'must begin with a letter and hold only letters, digits and _ (use "table" or "column" for another name in the database)',
    ],
    ["a".repeat(64), "has 64 characters; 63 are allowed"],
    ["toString", "is a name that every JavaScript object inherits; choose another"],
    ["__proto__", "is a name that every JavaScript object inherits; choose another"],
    ["Count", "is a word of selections and conditions"],
    ["and", "is a word of selections and conditions"],
    ["or", "is a word of selections and conditions"],
    ["not", "is a word of selections and conditions"],
  ])("the name of a relation back must be a valid name: not %j", (name, mistake) => {
    const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
    expect(named(name)).toEqual([[place, `the name ${shown} ${mistake}.`]]);
  });

  it.each([
    ["TITLE", "from entities.post.fields.title"],
    ["editor", "from entities.post.fields.editorid.foreignKey.resolvedEntityName"],
    ["Tags", "from entities.post.fields.tagids.foreignKey.resolvedEntityName"],
    ["tagids", "from entities.post.fields.tagids"],
    ["pair", "from entities.post.foreignKeys.0.resolvedEntityName"],
    ["Id", "set by the server"],
    ["createdat", "set by the server"],
    ["ownerid", "set by the server"],
    ["owner", "set by the server"],
  ])("the name of a relation back must not be that of a member of the target: %s", (name, from) => {
    const pair = openEntity({ a: key("int"), b: key("int") }, { primaryKey: ["a", "b"] });
    const target = openEntity(
      {
        title: field("string"),
        other: field("int"),
        editorid: refer({ targetEntityName: "user", resolvedEntityName: "editor" }),
        tagids: list({ targetEntityName: "user", resolvedEntityName: "tags" }),
      },
      {
        foreignKeys: [
          { fields: ["other", "editorid"], targetEntityName: "pair", resolvedEntityName: "pair" },
        ],
      },
    );
    const e = openEntity({ postid: refer({ inverseName: name }) });
    expect(check({ post: target, pair, e }, users)).toEqual([
      [place, `"post" has "${name}" already, ${from}: choose another name.`],
    ]);
  });

  it("the name of a relation back must not be that of a member of users", () => {
    const of = (inverseName: string, user?: EntityConfig) => {
      const e = openEntity({ postid: refer({ targetEntityName: "USER", inverseName }) });
      return check({ e, ...(user !== undefined && { user }) }, users);
    };
    for (const name of ["username", "Password", "roles", "tokenversion", "usernamekey"])
      expect(of(name)).toEqual([
        [place, `"user" has "${name}" already, set by the server: choose another name.`],
      ]);
    expect(of("Email", { fields: { email: field("string") }, permissions: {} })).toEqual([
      [place, '"user" has "Email" already, from entities.user.fields.email: choose another name.'],
    ]);
    expect(of("edited")).toEqual([]);
    // Users have no owner.
    expect(of("owner")).toEqual([]);
  });

  it("the name of a relation back must not be that of another relation back", () => {
    const fields = {
      a: refer({ inverseName: "Same" }),
      b: refer({ inverseName: "same", targetEntityName: "POST" }),
      c: list({ inverseName: "SAME" }),
      d: refer({ inverseName: "other" }),
    };
    const taken = "already, from entities.e.fields.a.foreignKey.inverseName: choose another name.";
    expect(
      check({ post, e: openEntity(fields), f: openEntity({ a: refer({ inverseName: "other" }) }) }),
    ).toEqual([
      ["entities.e.fields.b.foreignKey.inverseName", `"post" has "same" ${taken}`],
      ["entities.e.fields.c.foreignKey.inverseName", `"post" has "SAME" ${taken}`],
      [
        "entities.f.fields.a.foreignKey.inverseName",
        '"post" has "other" already, from entities.e.fields.d.foreignKey.inverseName: choose another name.',
      ],
    ]);
  });

  it("the name of a relation back differs from the key's own record, if the key points to its own entity", () => {
    const self = openEntity({ postid: refer({ resolvedEntityName: "parent", inverseName: "Parent" }) });
    expect(check({ post: self })).toEqual([
      [
        "entities.post.fields.postid.foreignKey.inverseName",
        '"post" has "Parent" already, from entities.post.fields.postid.foreignKey.resolvedEntityName: choose another name.',
      ],
    ]);
  });

  it("the name of a relation back may be that of a member of the other entity, or of another target", () => {
    const entities = {
      post,
      other: openEntity({}),
      e: openEntity({
        title: field("string"),
        a: refer({ inverseName: "e" }),
        b: refer({ targetEntityName: "other", inverseName: "e" }),
      }),
    };
    expect(check(entities)).toEqual([]);
  });

  it("the name of a relation back is checked for keys of several fields too, together with other mistakes", () => {
    const pair = openEntity({ a: key("int"), b: key("int") }, { primaryKey: ["a", "b"] });
    const fields = { a: field("int"), b: field("int") };
    const to = { targetEntityName: "pair", fields: ["a", "b"] };
    const e = openEntity(fields, {
      foreignKeys: [
        { ...to, inverseName: "A" },
        { ...to, fields: ["b", "a"], inverseName: "1st", targetEntityName: "pear" },
      ],
    });
    expect(check({ pair, e })).toEqual([
      ["entities.e.foreignKeys.1.fields", "these fields are a foreign key already."],
      ["entities.e.foreignKeys.1.targetEntityName", 'there is no entity "pear"; there are: pair, e.'],
      [
        "entities.e.foreignKeys.0.inverseName",
        '"pair" has "A" already, from entities.pair.fields.a: choose another name.',
      ],
      [
        "entities.e.foreignKeys.1.inverseName",
        'the name "1st" must begin with a letter and hold only letters, digits and _ (use "table" or "column" for another name in the database).',
      ],
    ]);
  });
});
