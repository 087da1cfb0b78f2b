import { describe, expectTypeOf, it } from "vitest";
import {
  DataApi,
  defineConfig,
  type ChangesOf,
  type Config,
  type EntityName,
  type NewRecordOf,
  type Page,
  type RecordOf,
  type RepositoryOf,
} from "data-api";

const key = { isEditable: false, isRequired: true } as const;
const open = { isEditable: true, isRequired: false } as const;
const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    blogpost: {
      fields: {
        title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
        content: { type: "richtext", isEditable: true, isRequired: false },
        state: {
          type: "string",
          isEditable: true,
          isRequired: true,
          values: ["draft", "public"],
          default: "draft",
        },
        level: { type: "int", isEditable: true, isRequired: false, values: [1, 2, 3] },
        views: { type: "int", isEditable: false, isRequired: true, default: 0 },
        reviewed: { type: "boolean", isEditable: true, isRequired: false, isIgnoredOnCreate: true },
        password: { type: "secret", isEditable: true, isRequired: true },
        big: { type: "bigint", isEditable: true, isRequired: true },
        price: { type: "decimal", isEditable: true, isRequired: true },
        score: { type: "float", isEditable: true, isRequired: true },
        day: { type: "date", isEditable: true, isRequired: true },
        data: { type: "json", isEditable: true, isRequired: true },
      },
      permissions: { read: ["guest"] },
    },
    tag: {
      fields: { name: { type: "string", isEditable: false, isRequired: true } },
      permissions: {},
      systemFields: { id: "uuid", updatedat: false },
    },
    blog: { fields: { id: { type: "date", ...key } }, permissions: {}, primaryKey: "BlogId" },
    session: { fields: {}, permissions: {}, primaryKey: ["key"], systemFields: { id: "uuid" } },
    country: { fields: { code: { type: "string", ...key } }, permissions: {}, primaryKey: "code" },
    setting: {
      fields: { name: { type: "string", ...key, values: ["theme", "size"] } },
      permissions: {},
      primaryKey: ["name"],
    },
    invoice: {
      fields: { nr: { type: "bigint", ...key, isIgnoredOnCreate: true }, note: { type: "text", ...open } },
      permissions: {},
      primaryKey: "nr",
    },
    line: {
      fields: {
        orderid: { type: "string", ...key },
        nr: { type: "int", ...key },
        product: { type: "string", ...open },
      },
      permissions: {},
      primaryKey: ["orderid", "nr"],
    },
    latest: {
      fields: { sensor: { type: "uuid", ...key }, value: { type: "float", ...open } },
      permissions: { read: ["guest"] },
      isReadOnly: true,
      primaryKey: "sensor",
      systemFields: { updatedat: true },
    },
  },
});
type Blog = typeof config;
type Blogpost = RecordOf<Blog, "blogpost">;
type NewBlogpost = NewRecordOf<Blog, "blogpost">;
type BlogpostChanges = ChangesOf<Blog, "blogpost">;
type Tag = RecordOf<Blog, "tag">;

type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Is only compiled, never run. */
function onlyCompiled(use: () => unknown): void {
  expectTypeOf(use).toBeFunction();
}

describe("defineConfig", () => {
  it("defineConfig keeps the literals of a configuration in its type", () => {
    expectTypeOf<EntityName<Blog>>().toEqualTypeOf<
      "blogpost" | "tag" | "blog" | "session" | "country" | "setting" | "invoice" | "line" | "latest"
    >();
    expectTypeOf<Blog["entities"]["blogpost"]["fields"]["title"]["type"]>().toEqualTypeOf<"string">();
    expectTypeOf<Blog["entities"]["blogpost"]["fields"]["state"]["values"]>().toEqualTypeOf<
      readonly ["draft", "public"]
    >();
    expectTypeOf<Blog>().toExtend<Config>();
  });

  it("the type of defineConfig rejects a value that is not a configuration", () => {
    const database = { dialect: "sqlite", name: "x" } as const;
    const right = { type: "int", isEditable: true, isRequired: true } as const;
    expectTypeOf(defineConfig).toBeCallableWith({
      database,
      entities: { a: { fields: { b: right }, permissions: {} } },
    });
    onlyCompiled(() => [
      // @ts-expect-error -- no such type
      defineConfig({ database, entities: { a: { fields: { b: misspelt }, permissions: {} } } }),
      // @ts-expect-error -- isRequired is missing
      defineConfig({ database, entities: { a: { fields: { b: omitted }, permissions: {} } } }),
      // @ts-expect-error -- permissions are missing
      defineConfig({ database, entities: { a: { fields: { b: right } } } }),
      // @ts-expect-error -- roles are a list
      defineConfig({ database, entities: { a: { fields: {}, permissions: { read: "guest" } } } }),
      // @ts-expect-error -- a default is JSON
      defineConfig({ database, entities: { a: { fields: { b: dated }, permissions: {} } } }),
      // @ts-expect-error -- entities are missing
      defineConfig({ database }),
      // @ts-expect-error -- no such dialect
      defineConfig({ database: { dialect: "oracle", name: "x" }, entities: {} }),
    ]);
  });
});

const omitted = { type: "int", isEditable: true } as const;
const misspelt = { ...omitted, isRequired: true, type: "strin" } as const;
const dated = { ...omitted, isRequired: true, default: new Date() } as const;

describe("a record", () => {
  it("the type of a record has the members that reads return", () => {
    expectTypeOf<Blogpost["id"]>().toEqualTypeOf<number>();
    expectTypeOf<Blogpost["title"]>().toEqualTypeOf<string>();
    expectTypeOf<Blogpost["content"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Blogpost["state"]>().toEqualTypeOf<"draft" | "public">();
    expectTypeOf<Blogpost["level"]>().toEqualTypeOf<1 | 2 | 3 | null>();
    expectTypeOf<Blogpost["views"]>().toEqualTypeOf<number>();
    expectTypeOf<Blogpost["reviewed"]>().toEqualTypeOf<boolean | null>();
    expectTypeOf<Blogpost["big"]>().toEqualTypeOf<number | string>();
    expectTypeOf<Blogpost["price"]>().toEqualTypeOf<string>();
    expectTypeOf<Blogpost["score"]>().toEqualTypeOf<number>();
    expectTypeOf<Blogpost["day"]>().toEqualTypeOf<string>();
    expectTypeOf<Blogpost["data"]>().toEqualTypeOf<JsonValue>();
    expectTypeOf<Blogpost["createdat"]>().toEqualTypeOf<string>();
    expectTypeOf<Blogpost["updatedat"]>().toEqualTypeOf<string>();
  });

  it("the type of a record has no secrets, and no members that are switched off", () => {
    expectTypeOf<Blogpost>().not.toHaveProperty("password");
    expectTypeOf<keyof Tag>().toEqualTypeOf<"id" | "name" | "createdat">();
    expectTypeOf<Tag["id"]>().toEqualTypeOf<string>();
  });
});

describe("a new record", () => {
  it("the type of a new record requires the required members without a default", () => {
    type Required = {
      [K in keyof NewBlogpost]-?: object extends Pick<NewBlogpost, K> ? never : K;
    }[keyof NewBlogpost];
    expectTypeOf<Required>().toEqualTypeOf<
      "title" | "password" | "big" | "price" | "score" | "day" | "data"
    >();
  });

  it("the type of a new record has no members that a create ignores or the server sets", () => {
    expectTypeOf<keyof NewBlogpost>().toEqualTypeOf<
      | "title"
      | "password"
      | "big"
      | "price"
      | "score"
      | "day"
      | "data"
      | "content"
      | "state"
      | "level"
      | "views"
    >();
    expectTypeOf<NewBlogpost["state"]>().toEqualTypeOf<"draft" | "public" | undefined>();
    expectTypeOf<NewBlogpost["content"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<NewBlogpost["views"]>().toEqualTypeOf<number | undefined>();
  });
});

describe("changes", () => {
  it("the type of changes has only optional members, which are those that can be changed", () => {
    expectTypeOf<keyof BlogpostChanges>().toEqualTypeOf<
      | "title"
      | "content"
      | "state"
      | "level"
      | "reviewed"
      | "password"
      | "big"
      | "price"
      | "score"
      | "day"
      | "data"
    >();
    expectTypeOf<object>().toExtend<BlogpostChanges>();
    expectTypeOf<BlogpostChanges["title"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<BlogpostChanges["reviewed"]>().toEqualTypeOf<boolean | null | undefined>();
  });
});

describe("the server object", () => {
  const full = {
    title: "t",
    password: "p",
    big: 1,
    price: "1",
    score: 1,
    day: "2024-02-29",
    data: null,
  };

  it("the type of a server has repositories of the configuration's records", () => {
    onlyCompiled(async () => {
      const api = new DataApi(config);
      const posts = api.repository("blogpost");
      expectTypeOf(await posts.findById(1)).toEqualTypeOf<Blogpost | undefined>();
      expectTypeOf(await posts.find()).toEqualTypeOf<Page<Blogpost>>();
      expectTypeOf(await posts.count("views>1")).toEqualTypeOf<number>();
      expectTypeOf(await posts.create(full)).toEqualTypeOf<Blogpost>();
      expectTypeOf(await posts.update(1, { title: "n" })).toEqualTypeOf<Blogpost | undefined>();
      expectTypeOf(await posts.delete(1)).toEqualTypeOf<Blogpost | undefined>();
      expectTypeOf(await api.repository("tag").findById("x")).toEqualTypeOf<Tag | undefined>();
      await posts.find({ where: "views>1", orderBy: "~title", skip: 0, take: 5 });
    });
  });

  it("the type of a server rejects members that the configuration does not have", () => {
    onlyCompiled(async () => {
      const api = new DataApi(config);
      const posts = api.repository("blogpost");
      // @ts-expect-error -- no such entity
      api.repository("blogposts");
      // @ts-expect-error -- not a text
      await posts.create({ ...full, title: 1 });
      // @ts-expect-error -- title is missing
      await posts.create({ password: "p", big: 1, price: "1", score: 1, day: "x", data: null });
      // @ts-expect-error -- required fields are never null
      await posts.create({ ...full, title: null });
      // @ts-expect-error -- not one of the listed values
      await posts.create({ ...full, state: "secret" });
      // @ts-expect-error -- not one of the listed values
      await posts.create({ ...full, level: 4 });
      // @ts-expect-error -- a decimal is a text
      await posts.create({ ...full, price: 1.5 });
      // Callers cannot give it in a create, server code can.
      await posts.create({ ...full, reviewed: true });
      // @ts-expect-error -- a value of another type
      await posts.create({ ...full, reviewed: 1 });
      // @ts-expect-error -- the server sets it
      await posts.create({ ...full, createdat: "2024-02-29T12:00:00.000Z" });
      // @ts-expect-error -- the server sets it
      await posts.create({ ...full, createdat: "x" });
      // @ts-expect-error -- no such field
      await posts.create({ ...full, nope: 1 });
      // Callers cannot change it, server code can.
      await posts.update(1, { views: 5 });
      // @ts-expect-error -- a key stays
      await posts.update(1, { id: 5 });
      // @ts-expect-error -- not a text
      await posts.update(1, { title: 1 });
      // @ts-expect-error -- not the type of its key
      await posts.findById("1");
      // @ts-expect-error -- not the type of its key
      await api.repository("tag").delete(1);
      // @ts-expect-error -- no such field to sort by
      await posts.find({ orderBy: "nope" });
      // @ts-expect-error -- secrets cannot be sorted by
      await posts.find({ orderBy: "~password" });
    });
  });

  it("the types of records and repositories use the key of the configuration", () => {
    expectTypeOf<RecordOf<Blog, "blog">["BlogId"]>().toEqualTypeOf<number>();
    expectTypeOf<RecordOf<Blog, "blog">["id"]>().toEqualTypeOf<string>();
    expectTypeOf<keyof RecordOf<Blog, "session">>().toEqualTypeOf<"key" | "createdat" | "updatedat">();
    expectTypeOf<keyof RecordOf<Blog, "country">>().toEqualTypeOf<"code" | "createdat" | "updatedat">();
    expectTypeOf<NewRecordOf<Blog, "country">>().toEqualTypeOf<{ readonly code: string }>();
    expectTypeOf<keyof NewRecordOf<Blog, "invoice">>().toEqualTypeOf<"note">();
    expectTypeOf<keyof ChangesOf<Blog, "line">>().toEqualTypeOf<"product">();
    expectTypeOf<keyof RecordOf<Blog, "line">>().toEqualTypeOf<
      "orderid" | "nr" | "product" | "createdat" | "updatedat"
    >();
    type IdOf<N extends EntityName<Blog>> = Parameters<RepositoryOf<Blog, N>["findById"]>[0];
    type Line = RecordOf<Blog, "line">;
    expectTypeOf<IdOf<"blog">>().toEqualTypeOf<number>();
    expectTypeOf<IdOf<"session">>().toEqualTypeOf<string>();
    expectTypeOf<IdOf<"country">>().toEqualTypeOf<string>();
    expectTypeOf<IdOf<"setting">>().toEqualTypeOf<"theme" | "size">();
    expectTypeOf<IdOf<"invoice">>().toEqualTypeOf<number | string>();
    expectTypeOf<IdOf<"line">>().toEqualTypeOf<Pick<Line, "orderid" | "nr">>();
    onlyCompiled(async () => {
      const api = new DataApi(config);
      const lines = api.repository("line");
      expectTypeOf(await lines.update({ orderid: "a", nr: 1 }, { product: null })).toEqualTypeOf<
        Line | undefined
      >();
      expectTypeOf(await lines.create({ orderid: "a", nr: 1 }, undefined, { returning: "id" })).toEqualTypeOf<
        Line | Pick<Line, "orderid" | "nr">
      >();
      await lines.find({ orderBy: "~orderid" });
      // @ts-expect-error -- the key has two fields
      await lines.findById("a");
      // @ts-expect-error -- nr is missing
      await lines.findById({ orderid: "a" });
      // @ts-expect-error -- not the type of a part of its key
      await lines.delete({ orderid: "a", nr: "1" });
      // @ts-expect-error -- the caller must supply it
      await lines.create({ orderid: "a" });
      // @ts-expect-error -- a key never changes
      await lines.update({ orderid: "a", nr: 1 }, { nr: 2 });
      // @ts-expect-error -- the database generates it
      await api.repository("invoice").create({ nr: 1 });
      // @ts-expect-error -- there is no such field to sort by
      await api.repository("country").find({ orderBy: "id" });
    });
  });

  it("the type of a repository rejects writes of a read-only entity", () => {
    type Latest = RecordOf<Blog, "latest">;
    expectTypeOf<keyof Latest>().toEqualTypeOf<"sensor" | "value" | "updatedat">();
    onlyCompiled(async () => {
      const latest = new DataApi(config).repository("latest");
      expectTypeOf(await latest.findById("x")).toEqualTypeOf<Latest | undefined>();
      // @ts-expect-error -- nothing can be created
      await latest.create({});
      // @ts-expect-error -- nothing can be changed
      await latest.update("x", {});
    });
  });

  it("a server accepts any names for a configuration that is not known at compile time", () => {
    onlyCompiled(async () => {
      const anyConfig: Config = config;
      const api = new DataApi(anyConfig);
      const record = await api.repository("anything").findById(1);
      expectTypeOf(record?.id).toExtend<number | string | undefined>();
    });
  });
});

const tasks = defineConfig({
  database: { dialect: "sqlite", name: "x" },
  entities: {
    task: {
      fields: {
        state: { type: "enum", values: ["open", "done"], isEditable: true, isRequired: true },
        level: { type: "enum", values: ["low", "high"], isEditable: true, isRequired: false },
        tags: { type: "list", of: "string", isEditable: true, isRequired: true },
        sizes: { type: "list", of: "bigint", isEditable: true, isRequired: false },
      },
      permissions: {},
    },
  },
});

describe("a list", () => {
  it("the type of a list is a list of values of its type", () => {
    type Task = RecordOf<typeof tasks, "task">;
    expectTypeOf<Task["tags"]>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<Task["sizes"]>().toEqualTypeOf<readonly (number | string)[] | null>();
  });
});

describe("an enum", () => {
  it("the type of an enum is a union of its values", () => {
    expectTypeOf(tasks).toExtend<Config>();
    type Task = RecordOf<typeof tasks, "task">;
    expectTypeOf<Task["state"]>().toEqualTypeOf<"open" | "done">();
    expectTypeOf<Task["level"]>().toEqualTypeOf<"low" | "high" | null>();
    expectTypeOf<NewRecordOf<typeof tasks, "task">["state"]>().toEqualTypeOf<"open" | "done">();
  });
});
