import { expect, it } from "vitest";
import type { Config, EntityConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain, to } from "../conformance/fields.js";
import { useFresh } from "./fresh.js";
import { pushTo } from "./push.js";

type Entities = Config["entities"];

const tags = (renamedFrom?: string): EntityConfig["fields"][string] =>
  field("int", {
    foreignKey: { targetEntityName: "tag", resolvedEntityName: "all", isManyToMany: true },
    ...(renamedFrom !== undefined && { renamedFrom }),
  });
const tag = plain({ label: field("string", { isUnique: true }) });

/**
 * With everything that is named after a table and its columns: indexes, foreign keys, a join table, references to it.
 */
const before: Entities = {
  post: plain({
    title: field("string", { isUnique: true }),
    views: field("int", { isIndexed: true }),
    writer: to("person", "author"),
    tags: tags(),
  }),
  comment: plain({ post: to("post", "about"), text: field("text") }),
  person: plain({ name: field("string") }),
  tag,
};
const after: Entities = {
  article: plain(
    {
      headline: field("string", { isUnique: true, renamedFrom: "title" }),
      views: field("int", { isIndexed: true }),
      person: to("person", "author", "int", { renamedFrom: "writer" }),
      labels: tags("tags"),
    },
    { renamedFrom: "post" },
  ),
  comment: plain({ post: to("article", "about"), text: field("text") }),
  person: plain({ name: field("string") }),
  tag,
};
const verify = { schema: "verify" } as const;

await describeDialects("renaming", (dialect) => {
  const fresh = useFresh(dialect);
  const { start, refusal, dump, database } = fresh;
  const { diff, push } = pushTo(database);

  const fill = async () => {
    const api = await start(before);
    const person = await api.repository("person").create({ name: "Ann" });
    const label = await api.repository("tag").create({ label: "sql" });
    const post = await api
      .repository("post")
      .create({ title: "One", views: 7, writer: person.id, tags: [label.id] });
    await api.repository("comment").create({ post: post.id, text: "Yes" });
    await api.stopAsync();
  };

  it("a start lists the statements of a rename and changes nothing, and a push keeps all data", async () => {
    await fill();
    const stored = await dump();
    for (const mode of [{}, verify]) {
      const message = await refusal(after, mode);
      expect(message).toContain('The table "article" is called "post". Run "data-api db push"');
      expect(message).toContain('The column "article"."headline" is called "title".');
      expect(message).toContain('The table "article_labels" is called "post_tags".');
      for (const { kind, isOptional, sql } of await diff(after)) {
        expect(kind).toBe("rename");
        if (!isOptional) for (const statement of sql) expect(message).toContain(`${statement};`);
      }
      expect(await dump()).toBe(stored);
    }
    expect(await push(after)).toEqual([]);
    // Everything is named as if created under the new names, and no difference is left.
    const renamed = await dump();
    expect(renamed).not.toMatch(/\b(?:ux|ix|fk)_post\b|\bpost_tags\b|\.title\b|\.writer\b/);
    expect(renamed).toMatch(/ux_article\.headline/);
    expect(renamed).toMatch(/ix_article\.views/);
    expect(await push(after)).toEqual([]);
    const api = await start(after, verify);
    expect(await api.repository("article").find()).toMatchObject({
      items: [
        {
          headline: "One",
          views: 7,
          person: 1,
          author: { name: "Ann" },
          labels: [1],
          all: [{ label: "sql" }],
        },
      ],
    });
    expect(await api.repository("comment").find()).toMatchObject({ items: [{ about: { headline: "One" } }] });
    await expect(api.repository("article").create({ headline: "One" })).rejects.toMatchObject({
      code: "unique-conflict",
      issues: [{ path: "headline" }],
    });
    await expect(api.repository("article").create({ person: 999 })).rejects.toMatchObject({
      code: "foreign-key-conflict",
      issues: [{ path: "person" }],
    });
  });

  it("after a rename, the former names are free for a new table and a new column", async () => {
    await fill();
    await push(after);
    const fields = Object.fromEntries(
      Object.entries(after["article"]?.fields ?? {}).map(([name, each]) => [
        name,
        { ...each, renamedFrom: undefined },
      ]),
    );
    const both = await start({
      ...after,
      post: before["post"] as EntityConfig,
      article: plain({ ...fields, title: field("string", { isUnique: true }) }),
    });
    for (const [name, member] of [
      ["post", "title"],
      ["article", "title"],
      ["article", "headline"],
    ] as const) {
      await both.repository(name).create({ [member]: "twice" });
      await expect(both.repository(name).create({ [member]: "twice" })).rejects.toMatchObject({
        code: "unique-conflict",
      });
    }
  });

  it("a rename is refused if both names exist", async () => {
    await start({
      post: plain({ title: field("string") }),
      article: plain({ title: field("string"), name: field("string") }),
    });
    const stored = await dump();
    const renamed = {
      article: plain({ name: field("string", { renamedFrom: "title" }) }, { renamedFrom: "post" }),
    };
    const message = await refusal(renamed);
    expect(message).toContain('The tables "article" and "post" both exist');
    expect(message).toContain('The columns "article"."name" and "title" both exist');
    expect((await push(renamed)).map(({ kind }) => kind)).toEqual(["decide", "decide"]);
    expect(await dump()).toBe(stored);
  });

  it("a rename does nothing if the configuration names the table, or if another entity or field uses the name", async () => {
    await start({ post: plain({ title: field("string") }), other: plain({ name: field("string") }) });
    const stored = await dump();
    await start({
      article: plain(
        { headline: field("string", { column: "title", renamedFrom: "title" }) },
        { table: "post", renamedFrom: "post" },
      ),
      other: plain({ name: field("string") }),
    });
    expect(await dump()).toBe(stored);
    const taken = {
      article: plain({ x: field("string") }, { renamedFrom: "post" }),
      old: plain(
        { y: field("string", { column: "title" }), z: field("string", { renamedFrom: "title" }) },
        { table: "post" },
      ),
    };
    expect((await diff(taken)).map(({ kind }) => kind)).toEqual(["add", "add"]);
  });

  it("a push renames a column and changes its type together, and either alone", async () => {
    const api = await start({ post: plain({ title: field("string", { maxLength: 20 }), n: field("int") }) });
    await api.repository("post").create({ title: "One", n: 7 });
    const changed = {
      article: plain(
        { name: field("string", { maxLength: 30, renamedFrom: "title" }), n: field("float") },
        { renamedFrom: "post" },
      ),
    };
    const left = await push(changed);
    const rows = () => database().run(["select name, n from article"]);
    expect(await rows()).toMatchObject([{ name: "One" }]);
    if (dialect.name === "sqlite") {
      expect(left.map(({ message }) => message)).toEqual([
        expect.stringContaining('"article"."n" is of type'),
      ]);
      return;
    }
    expect(left.map(({ kind }) => kind)).toEqual(["alter", "alter"]);
    expect(await push(changed, "--accept-changes")).toEqual([]);
    expect(await (await start(changed, verify)).repository("article").find()).toMatchObject({
      items: [{ name: "One", n: 7 }],
    });
  });

  it.skipIf(dialect.name === "sqlite")(
    "the losses of a change are reported before the rename is done",
    async () => {
      const api = await start({ post: plain({ title: field("string") }) });
      await api.repository("post").create({ title: "One" });
      await api.repository("post").create({ title: "Three" });
      const changed = {
        article: plain({ name: field("int", { renamedFrom: "title" }) }, { renamedFrom: "post" }),
      };
      const [change] = (await diff(changed)).filter(({ kind }) => kind !== "rename");
      expect(change?.kind).toBe("alterWithLoss");
      expect(change?.message).toContain("2 rows (the first: id = 1) would lose");
    },
  );

  it("a push completes an interrupted rename", async () => {
    await start({ post: plain({ title: field("string", { isUnique: true }) }) });
    const named = { article: plain({ title: field("string", { isUnique: true }) }, { renamedFrom: "post" }) };
    const [table] = await diff(named);
    await database().run(table?.sql ?? []);
    // The index still has its old name, with which the server can work.
    await start(named, verify);
    expect((await diff(named)).map(({ kind }) => kind)).toEqual(["rename"]);
    expect(await push(named)).toEqual([]);
    expect(await dump()).toContain("ux_article.title");
  });

  it.skipIf(dialect.name !== "postgres")(
    "a push changes only the case of a name if the database distinguishes case",
    async () => {
      await database().run([
        'create table "Post" (id int generated by default as identity primary key, "Title" varchar(255))',
      ]);
      const small = {
        post: plain({ title: field("string", { renamedFrom: "Title" }) }, { renamedFrom: "Post" }),
      };
      expect((await diff(small)).map(({ sql }) => sql)).toEqual([
        ['alter table "Post" rename to "post"'],
        ['alter table "post" rename column "Title" to "title"'],
      ]);
      expect(await push(small)).toEqual([]);
    },
  );

  it.skipIf(dialect.name !== "postgres")(
    "a push changes the case of a table's name and of the names of its foreign keys",
    async () => {
      const fields = { title: field("string", { isUnique: true }), writer: to("Person", "author") };
      const person = (more = {}) => plain({ name: field("string", { isIndexed: true }) }, more);
      await start({ Post: plain(fields), Person: person() });
      const small = {
        post: plain({ ...fields, writer: to("person", "author") }, { renamedFrom: "Post" }),
        person: person({ renamedFrom: "Person" }),
      };
      expect(await push(small)).toEqual([]);
      expect(await dump()).toMatch(/\bfk_post\.writer\b/);
    },
  );

  it("a rename of a read-only table is left to the user", async () => {
    await start({ base: plain({ title: field("string") }) });
    await database().run(["create view old_view as select id, title from base"]);
    const seen = {
      base: plain({ title: field("string") }),
      seen: plain(
        {
          id: field("int", { isRequired: true, isEditable: false }),
          name: field("string", { renamedFrom: "title" }),
        },
        { renamedFrom: "old_view", isReadOnly: true, primaryKey: "id", permissions: { read: ["guest"] } },
      ),
    };
    expect((await push(seen)).map(({ kind, message }) => [kind, message])).toEqual([
      [
        "decide",
        'The table or view "seen" is called "old_view", and the entity "seen" is read-only: set its "table" to "old_view".',
      ],
      [
        "decide",
        'The column "seen"."name" is called "title", and the entity "seen" is read-only: set "column" of the field "name" to "title".',
      ],
    ]);
  });

  it.skipIf(dialect.name !== "mysql" && dialect.name !== "postgres")(
    "a rename keeps the delete action of a foreign key",
    async () => {
      await start({ person: plain({}), post: plain({ writer: to("person", "author") }) });
      const name = "fk_post.writer";
      if (dialect.name === "mysql") {
        await database().run([
          `alter table post drop foreign key \`${name}\``,
          `alter table post add constraint \`${name}\` foreign key (writer) references person (id) on delete cascade`,
        ]);
      } else {
        await database().run([
          `alter table post drop constraint "${name}", add constraint "${name}" foreign key (writer) references person (id) on delete cascade`,
        ]);
      }
      await database().run(["insert into person (id) values (1)", "insert into post (writer) values (1)"]);
      expect(
        await push({
          person: plain({}),
          article: plain(
            { by: to("person", "author", "int", { renamedFrom: "writer" }) },
            { renamedFrom: "post" },
          ),
        }),
      ).toEqual([]);
      expect(await database().run(["delete from person", "select * from article"])).toEqual([]);
    },
  );
});
