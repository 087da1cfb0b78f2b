import { describe, expectTypeOf, it } from "vitest";
import {
  DataApi,
  defineConfig,
  where,
  type Config,
  type OrderOf,
  type Page,
  type ReadPage,
  type RecordOf,
  type RepositoryOf,
  type SelectedOf,
  type ShapeOf,
  type WhereOf,
} from "data-api";

const open = { isEditable: true, isRequired: false } as const;
const given = { isEditable: true, isRequired: true } as const;
const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "0123456789abcdef0123456789abcdef" },
  entities: {
    user: {
      fields: { city: { type: "string", ...open } },
      permissions: { read: ["owner", "admin", { role: "guest", fields: { include: ["id", "USERNAME"] } }] },
    },
    post: {
      fields: {
        title: { type: "string", ...given },
        state: { type: "string", ...given, values: ["draft", "sent"] },
        views: { type: "int", ...given },
        price: { type: "decimal", ...open },
        secret: { type: "secret", ...given },
        labels: { type: "list", of: "string", ...given },
        extra: { type: "json", ...open },
        feed: { type: "xml", ...open },
        authorid: {
          type: "int",
          ...given,
          foreignKey: { targetEntityName: "User", resolvedEntityName: "author", inverseName: "posts" },
        },
        blogid: {
          type: "int",
          ...given,
          foreignKey: { targetEntityName: "blog", resolvedEntityName: "blog", inverseName: "posts" },
        },
        parentid: {
          type: "int",
          ...open,
          foreignKey: { targetEntityName: "post", resolvedEntityName: "parent", inverseName: "replies" },
        },
        tagids: {
          type: "int",
          ...open,
          foreignKey: {
            targetEntityName: "tag",
            resolvedEntityName: "tags",
            inverseName: "posts",
            isManyToMany: true,
          },
        },
      },
      permissions: { read: ["guest"] },
    },
    blog: { fields: { name: { type: "string", ...given } }, permissions: { read: ["guest"] } },
    tag: {
      fields: { name: { type: "string", ...given } },
      permissions: {},
      systemFields: { ownerid: false },
    },
    detail: {
      fields: {
        postid: {
          type: "int",
          isEditable: false,
          isRequired: true,
          foreignKey: { targetEntityName: "post", resolvedEntityName: "post", inverseName: "detail" },
        },
        code: {
          type: "int",
          ...given,
          isUnique: true,
          foreignKey: { targetEntityName: "post", inverseName: "coded" },
        },
        note: { type: "text", ...open },
      },
      primaryKey: "postid",
      permissions: { read: ["guest"] },
      systemFields: { ownerid: false },
    },
    line: {
      fields: {
        order: { type: "string", isEditable: false, isRequired: true },
        nr: { type: "int", isEditable: false, isRequired: true },
      },
      primaryKey: ["order", "nr"],
      permissions: { read: ["guest"] },
    },
    comment: {
      fields: {
        order: { type: "string", ...given },
        nr: { type: "int", ...given },
        next: { type: "int", ...open },
        hidden: { type: "string", ...open },
        readerid: {
          type: "int",
          ...given,
          foreignKey: { targetEntityName: "blog", resolvedEntityName: "reader" },
        },
      },
      foreignKeys: [
        {
          fields: ["order", "nr"],
          targetEntityName: "LINE",
          resolvedEntityName: "line",
          inverseName: "comments",
        },
        { fields: ["order", "next"], targetEntityName: "line", resolvedEntityName: "after" },
      ],
      permissions: {
        read: [
          { role: "guest", fields: { exclude: ["hidden", "readerid"] } },
          { role: "member", where: "nr>1", fields: { exclude: ["hidden"] } },
        ],
      },
    },
    log: {
      fields: { at: { type: "datetime", ...open }, text: { type: "text", ...open } },
      primaryKey: [],
      isReadOnly: true,
      permissions: {},
    },
  },
});
type C = typeof config;
type Post = ShapeOf<C, "post">;

/** Is only compiled, never run. */
function onlyCompiled(use: (posts: RepositoryOf<C, "post">, api: DataApi<C>) => unknown): void {
  expectTypeOf(use).toBeFunction();
}

describe("a read with select", () => {
  it("a read with select returns a page of the selected members", () => {
    onlyCompiled(async (posts) => {
      const page = await posts.find({ select: { title: true, id: true, "count(replies)": true } });
      expectTypeOf(page).toExtend<ReadPage<{ id: number; title: string; "count(replies)": number }>>();
      expectTypeOf(page.items).toEqualTypeOf<{ id: number; title: string; "count(replies)": number }[]>();
      expectTypeOf(page.next).toEqualTypeOf<string | undefined>();
      expectTypeOf(page.count).toEqualTypeOf<number | undefined>();
      expectTypeOf(await posts.findById(1, { select: { tagids: true } })).toEqualTypeOf<
        { tagids: number[] } | undefined
      >();
    });
  });

  it("a read without select returns whole records", () => {
    onlyCompiled(async (posts) => {
      expectTypeOf(await posts.find({ where: { views: { gt: 1 } } })).toEqualTypeOf<
        Page<RecordOf<C, "post">>
      >();
      expectTypeOf(await posts.find({ where: "views>1", orderBy: "~title" })).toEqualTypeOf<
        Page<RecordOf<C, "post">>
      >();
      expectTypeOf(await posts.findById(1)).toEqualTypeOf<RecordOf<C, "post"> | undefined>();
    });
  });

  it("a select of * has the type of all fields, without lists of ids", () => {
    type All = SelectedOf<ShapeOf<C, "tag">, { "*": true; "count(posts)": true }>;
    expectTypeOf<All>().toEqualTypeOf<{
      id: number;
      name: string;
      createdat: string;
      updatedat: string;
      "count(posts)": number;
    }>();
    expectTypeOf<keyof SelectedOf<Post, { "*": true }>>().toEqualTypeOf<
      | ("id" | "title" | "state" | "views" | "price" | "labels" | "extra" | "feed" | "authorid")
      | ("blogid" | "parentid" | "createdat" | "updatedat" | "ownerid")
    >();
  });

  it("a read whose select is a text returns records of any form", () => {
    onlyCompiled(async (posts) => {
      const { items } = await posts.find({ select: "id,author(username)" });
      expectTypeOf(items).toEqualTypeOf<Readonly<Record<string, unknown>>[]>();
    });
  });

  it("a read has members that are selected under a condition as optional", () => {
    onlyCompiled(async (posts) => {
      const { items } = await posts.find({ select: { id: true, ...(Math.random() > 1 && { title: true }) } });
      expectTypeOf(items).toExtend<{ id: number; title?: string }[]>();
    });
  });
});

describe("a related record", () => {
  type Name = { name: true };

  it("a related record may be null in its type if its key may be null", () => {
    type Reply = SelectedOf<Post, { parent: { id: true; parent: { title: true } }; blog: Name }>;
    expectTypeOf<Reply>().toEqualTypeOf<{
      parent: { id: number; parent: { title: string } | null } | null;
      blog: { name: string };
    }>();
    type Comment = SelectedOf<ShapeOf<C, "comment">, { line: { nr: true }; after: { nr: true } }>;
    expectTypeOf<Comment>().toEqualTypeOf<{ line: { nr: number }; after: { nr: number } | null }>();
  });

  it("a related record may be null if rights may hide it, and its members are optional if rights may hide them", () => {
    expectTypeOf<SelectedOf<Post, { author: { username: true; city: true } }>>().toEqualTypeOf<{
      author: { username: string; city?: string | null } | null;
    }>();
    expectTypeOf<SelectedOf<Post, { owner: { id: true } }>>().toEqualTypeOf<{
      owner: { id: number } | null;
    }>();
  });

  it("a related record is optional if only some entries hide its key, and not optional if all or none do", () => {
    expectTypeOf<SelectedOf<ShapeOf<C, "comment">, { hidden: true; reader: Name }>>().toEqualTypeOf<{
      hidden: string | null;
      reader?: { name: string };
    }>();
  });

  it("a reverse relation has one record if its key is unique or the whole primary key, otherwise a list", () => {
    expectTypeOf<SelectedOf<Post, { detail: { note: true }; coded: { note: true } }>>().toEqualTypeOf<{
      detail: { note: string | null } | null;
      coded: { note: string | null } | null;
    }>();
    expectTypeOf<SelectedOf<ShapeOf<C, "line">, { comments: { select: { nr: true } } }>>().toEqualTypeOf<{
      comments: { nr: number }[];
    }>();
    expectTypeOf<SelectedOf<ShapeOf<C, "tag">, { posts: { select: { id: true } } }>>().toEqualTypeOf<{
      posts: { id: number }[];
    }>();
    expectTypeOf<SelectedOf<Post, { tags: { take: 3 } }>["tags"]>().toEqualTypeOf<
      { id: number; name: string; createdat: string; updatedat: string }[]
    >();
    expectTypeOf<SelectedOf<ShapeOf<C, "user">, { posts: { select: { id: true } } }>>().toEqualTypeOf<{
      posts: { id: number }[];
    }>();
  });
});

describe("a selection", () => {
  it("the type of a selection rejects members that the entities do not have", () => {
    onlyCompiled(async (posts) => {
      // @ts-expect-error -- no such field
      await posts.find({ select: { id: true, titel: true } });
      // @ts-expect-error -- a secret is never read
      await posts.find({ select: { secret: true } });
      // @ts-expect-error -- no such field of the related record
      await posts.find({ select: { author: { nickname: true } } });
      // @ts-expect-error -- no such field of the records of a list
      await posts.find({ select: { replies: { select: { titel: true } } } });
      // @ts-expect-error -- no such option of a list
      await posts.find({ select: { replies: { select: { id: true }, limit: 3 } } });
      // @ts-expect-error -- another type
      await posts.find({ select: { replies: { where: { views: "many" } } } });
      // @ts-expect-error -- no such field in the list
      await posts.find({ select: { replies: { orderBy: "titel" } } });
      // @ts-expect-error -- only lists are counted
      await posts.find({ select: { "count(author)": true } });
      // @ts-expect-error -- a field has no members of its own
      await posts.find({ select: { title: { id: true } } });
      // @ts-expect-error -- no such field
      await posts.findById(1, { select: { titel: true } });
    });
  });
});

describe("a condition", () => {
  it("the type of a condition has the operators of each type", () => {
    type Where = WhereOf<Post>;
    const conditions: readonly Where[] = [
      "views>10",
      { title: "x", views: [1, 2], price: null, state: { in: ["draft"], ne: "sent" } },
      { title: { contains: "x", notContains: "y", startsWith: "a", endsWith: "b", ignoreCase: true } },
      { views: { gt: 1, gte: 1, lt: 9, lte: 9, notIn: [3] }, authorid: { claim: "id" } },
      { labels: { has: "red" }, feed: { ne: null }, extra: { path: ["color"], eq: "red" } },
      { author: { username: { eq: "anna", ignoreCase: true } }, parent: null },
      { replies: { some: { title: "x" }, every: "views>1", none: {}, count: { gte: 2 } }, tags: null },
      { detail: { note: null }, coded: { post: { author: { posts: { count: 3 } } } } },
      { and: [{ views: 1 }, "views<3"], or: [{ not: { title: "x" } }], not: "title=y" },
      where`title=${"x"}`,
    ];
    expectTypeOf(conditions).toExtend<readonly Where[]>();
  });

  it("the type of a condition rejects other fields, operators, values and relations", () => {
    onlyCompiled(async (posts) => {
      // @ts-expect-error -- no such field
      await posts.find({ where: { titel: "x" } });
      // @ts-expect-error -- a secret is not compared
      await posts.find({ where: { secret: "x" } });
      // @ts-expect-error -- another type
      await posts.find({ where: { title: 1 } });
      // @ts-expect-error -- not one of the listed values
      await posts.find({ where: { state: "gone" } });
      // @ts-expect-error -- never null
      await posts.find({ where: { title: null } });
      // @ts-expect-error -- numbers have no "contains"
      await posts.find({ where: { views: { contains: "1" } } });
      // @ts-expect-error -- times have no "contains"
      await posts.find({ where: { createdat: { startsWith: "2024" } } });
      // @ts-expect-error -- null has no order
      await posts.find({ where: { price: { gt: null } } });
      // @ts-expect-error -- a list is not compared with a value
      await posts.find({ where: { labels: "red" } });
      // @ts-expect-error -- an item of another type
      await posts.find({ where: { labels: { has: 1 } } });
      // @ts-expect-error -- it can only be compared with null
      await posts.find({ where: { feed: { contains: "x" } } });
      // @ts-expect-error -- a condition uses the related records, not their ids
      await posts.find({ where: { tagids: [1] } });
      // @ts-expect-error -- no such field of the related record
      await posts.find({ where: { author: { nickname: "x" } } });
      // @ts-expect-error -- a list has some, none, every and count
      await posts.find({ where: { replies: { all: { title: "x" } } } });
      // @ts-expect-error -- no such field in the list
      await posts.find({ where: { replies: { some: { titel: "x" } } } });
      // @ts-expect-error -- no such field in a part
      await posts.find({ where: { or: [{ titel: "x" }] } });
      // @ts-expect-error -- no such field
      await posts.count({ titel: "x" });
    });
  });
});

describe("an order", () => {
  it("the type of an order has fields that can be sorted by, and paths over to-one relations", () => {
    type Order = OrderOf<Post>;
    expectTypeOf<"title" | "~views" | "author.username" | "~parent.parent.title">().toExtend<Order>();
    expectTypeOf<"labels">().not.toExtend<Order>();
    expectTypeOf<"extra">().not.toExtend<Order>();
    expectTypeOf<"replies.title">().not.toExtend<Order>();
    expectTypeOf<"author.nickname">().not.toExtend<Order>();
    onlyCompiled((posts) => posts.find({ select: { id: true }, orderBy: ["~author.username", "id"] }));
  });
});

describe("records of an unknown configuration", () => {
  it("records of an unknown configuration are read with names of any kind", () => {
    onlyCompiled(async () => {
      const any = new DataApi<Config>(config).repository("anything");
      const { items } = await any.find({ select: { a: true, b: { c: true } }, where: { d: { gt: 1 } } });
      expectTypeOf(items).toEqualTypeOf<Readonly<Record<string, unknown>>[]>();
    });
  });

  it("records without a key can be selected", () => {
    onlyCompiled(async (_posts, api) => {
      const { items } = await api.repository("log").find({ select: { at: true }, where: { text: null } });
      expectTypeOf(items).toEqualTypeOf<{ at: string | null }[]>();
    });
  });
});
