import { describe, expect, it } from "vitest";
import type { Config } from "../../../runtime/config/config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { callersWith } from "../../../runtime/surfaces/openapi/audience.js";
import { openapiDocument } from "../../../runtime/surfaces/openapi/openapi-document.js";
import { endpoints } from "../../../runtime/surfaces/endpoints/endpoints.js";

const everybody = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
const auth = { secretKey: "x".repeat(32) };
const plain = { isEditable: true, isRequired: false } as const;

function modelOf(entities: object, more: Partial<Config> = {}) {
  const config = { database: { dialect: "sqlite", name: ":memory:" }, entities, ...more } as Config;
  return resolveModel(config);
}

type Any = Readonly<Record<string, never>>;
/** The document as a tool parses it. */
function documentOf(entities: object, more: Partial<Config> = {}, roles?: readonly string[]) {
  const audience = roles === undefined ? {} : { audience: callersWith(roles) };
  return JSON.parse(JSON.stringify(openapiDocument(modelOf(entities, more), audience))) as {
    readonly security: unknown;
    readonly tags: readonly { readonly name: string }[];
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: Readonly<Record<string, Readonly<Record<string, Any>>>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly security?: unknown;
  readonly responses: object;
}

const operationsOf = ({ paths }: ReturnType<typeof documentOf>) =>
  Object.values(paths).flatMap((item) => Object.values(item));
const schemasOf = (document: ReturnType<typeof documentOf>) =>
  document.components["schemas"] as unknown as Readonly<
    Record<string, { properties: Readonly<Record<string, object>>; required?: string[] }>
  >;

/** All references of a document. */
function referencesIn(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === "$ref" && typeof value === "string" ? [value] : referencesIn(value),
  );
}

function isThere(document: object, reference: string): boolean {
  let part: unknown = document;
  for (const name of reference.slice(2).split("/"))
    part = (part as Record<string, unknown> | undefined)?.[name];
  return part !== undefined;
}

describe("the examples of a document", () => {
  const comment = {
    fields: {
      text: { type: "string", ...plain },
      kind: { type: "string", ...plain, values: ["praise", "question"] },
      postid: {
        type: "int",
        ...plain,
        foreignKey: { targetEntityName: "post", resolvedEntityName: "post", inverseName: "comments" },
      },
    },
    permissions: everybody,
  };
  const post = { fields: { title: { type: "string", ...plain } }, permissions: everybody };
  const examplesIn = (document: ReturnType<typeof documentOf>, name: string) =>
    Object.entries(document.components["parameters"] ?? {}).flatMap(([component, parameter]) =>
      component.replace(/-\d+$/, "") === name ? [(parameter as { example?: unknown }).example] : [],
    );

  it("examples of the OpenAPI document name the fields and relations of each entity, and descriptions name none", () => {
    const document = documentOf({ post, comment });
    expect(examplesIn(document, "select")).toEqual(["id,title,count(comments)", "id,text,post(title)"]);
    expect(examplesIn(document, "groups")).toEqual(["count()", "kind,count()"]);
    const parameters = Object.values(document.components["parameters"] ?? {}) as unknown as readonly {
      description?: string;
    }[];
    const words = parameters.flatMap(({ description = "" }) => [...description.matchAll(/`([^`]+)`/g)]);
    expect(words.length).toBeGreaterThan(10);
    // Calls and comparisons name fields, unless they count.
    for (const [, word = ""] of words) expect(word).not.toMatch(/\w\((?!\))|\w[<>~]|~(?!count)\w|^\w+,\w/);
  });

  it("examples of the OpenAPI document use nothing that some readers may not read", () => {
    const open = { ...comment, permissions: { read: ["guest"] } };
    const closed = { ...post, permissions: { read: ["admin"] } };
    const [ofComment, ofPost] = examplesIn(documentOf({ comment: open, post: closed }, { auth }), "select");
    expect(ofComment).toBe("id,text");
    expect(ofPost).toBe("id,title,owner(username),count(comments)");
    const partly = { ...post, permissions: { read: [{ role: "guest", fields: { exclude: ["title"] } }] } };
    expect(examplesIn(documentOf({ comment: open, post: partly }), "select")).toEqual([
      "id,text,post(id)",
      "id,count(comments)",
    ]);
    const flat = documentOf({ comment: open, post }, { server: { maxDepth: 0 } });
    expect(examplesIn(flat, "select")).toEqual(["id,text", "id,title"]);
  });
});

describe("the description of a document", () => {
  const post = { fields: { title: { type: "string", ...plain } }, permissions: everybody };
  const textOf = (entities: object, more: Partial<Config> = {}) =>
    openapiDocument(modelOf(entities, more)).info.description ?? "";

  it("the description of the OpenAPI document introduces what is on: reading, logging in and errors", () => {
    const text = textOf({ hidden: { ...post, permissions: { read: ["member"] } }, post }, { auth });
    expect(text).toContain("GET /api/data/post?where=id%3E10&select=id,title&orderBy=~createdat&take=10");
    expect(text).toContain("`POST /api/auth/token`");
    expect(text).toContain("RFC 9457");
    expect(textOf({ post })).not.toMatch(/token|log in/i);
    expect(textOf({ post }, { endpoints: ["path"] })).not.toContain("**Read**");
    expect(textOf({ post: { ...post, permissions: { create: ["guest"] } } })).not.toContain("**Read**");
    const jwt = { issuer: "https://id.example.com/", audience: "a", jwksUri: "https://id.example.com/keys" };
    expect(textOf({ post }, { auth: { jwt } })).toContain("**Send your token**");
  });

  it("the description of the OpenAPI document is the one of the configuration, if it gives one", () => {
    expect(textOf({ post }, { openapi: { description: "Posts." } })).toBe("Posts.");
  });
});

describe("the operations of a document", () => {
  const fields = { title: { type: "string", ...plain } };

  it("the OpenAPI document has the operations of the table of endpoints", () => {
    const count = endpoints.reduce((sum, { methods }) => sum + methods.length, 0);
    const code = { type: "string", isEditable: true, isRequired: true, isUnique: true } as const;
    const all = operationsOf(documentOf({ post: { fields: { ...fields, code }, permissions: everybody } }));
    // Two of them also as streams.
    expect(all).toHaveLength(count + 2);
    const queries = documentOf({ post: { fields, permissions: everybody } }, { endpoints: ["query"] });
    expect(Object.keys(queries.paths).some((path) => path.includes("findall"))).toBe(false);
  });

  it("the OpenAPI document has no operation that no role may do, and no path for records without a key", () => {
    const entities = { post: { fields, isReadOnly: true, primaryKey: [], permissions: { read: ["guest"] } } };
    expect(operationsOf(documentOf(entities)).map(({ operationId }) => operationId)).toEqual([
      "readPostPage",
      "queryPost",
      "aggregatePost",
      "findAllPost",
      "findPostByCondition",
      "streamRecords",
    ]);
  });

  it("operations of the OpenAPI document come in the order of the entities: queries, writes, and reads by path last", () => {
    const document = documentOf({
      zebra: { fields, permissions: everybody },
      apple: { fields, permissions: everybody },
    });
    expect(document.tags.map(({ name }) => name)).toEqual(["zebra", "apple", "Streams"]);
    const places = Object.entries(document.paths).map(([path, item]) => ({
      path,
      ids: Object.values(item).map(({ operationId }) => operationId),
    }));
    const ofEach = ["Zebra", "Apple"].map((type) => [
      [`read${type}Page`, `create${type}`, `updateMany${type}`, `deleteMany${type}`],
      [`query${type}`],
      [`aggregate${type}`],
      [`read${type}`, `put${type}`, `update${type}`, `delete${type}`],
      [`findAll${type}`],
      [`find${type}ByCondition`],
      [`find${type}ById`],
    ]);
    expect(places.map(({ ids }) => ids)).toEqual([...ofEach.flat(), ["streamRecords", "createRecordStream"]]);
  });

  it("operations of the OpenAPI document have a parameter for each field of the key", () => {
    const part = { isEditable: false, isRequired: true };
    const entity = {
      fields: { orderid: { type: "string", ...part }, access: { type: "int", ...part } },
      primaryKey: ["orderid", "access"],
      permissions: everybody,
    };
    const { paths, components } = documentOf({ line: entity });
    expect(Object.keys(paths)).toContain("/api/data/line/{access}/findbyid/{orderid}/{accessKey}");
    expect(components["parameters"]?.["orderid"]).toMatchObject({
      in: "path",
      schema: { minLength: 1, maxLength: 255 },
    });
    expect(JSON.stringify(paths["/api/data/line"]?.["post"]?.responses)).toContain(
      '"required":["orderid","access"]',
    );
  });

  it("operations of the OpenAPI document have unique identifiers as names, for any names of entities", () => {
    const names = [
      "class",
      "user_item",
      "userItem_",
      "UserItem2",
      "problem",
      "not",
      "page",
      "xPage",
      "x",
      "select",
      "count",
      "where",
    ];
    const document = documentOf(
      Object.fromEntries(names.map((name) => [name, { fields, permissions: everybody }])),
    );
    const ids = operationsOf(document).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9_]*$/);
    for (const name of Object.keys(schemasOf(document))) expect(name).toMatch(/^[A-Za-z]\w*$/);
    expect(referencesIn(document).length).toBeGreaterThan(names.length);
    for (const reference of referencesIn(document))
      expect(reference).toSatisfy((each: string) => isThere(document, each));
  });

  it("operations of the OpenAPI document have the same names for all callers", () => {
    const open = { fields, permissions: everybody };
    const closed = { fields, permissions: { read: ["editor"] } };
    const entities = { user_item: closed, userItem: open };
    const whole = operationsOf(documentOf(entities, { auth }));
    const own = operationsOf(documentOf(entities, { auth }, ["guest"]));
    expect(own.map(({ operationId }) => operationId)).toContain("readUserItem2");
    expect(whole.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(own.map(({ operationId }) => operationId)),
    );
  });

  it("operations of the OpenAPI document need a token if guests may not use them", () => {
    const permissions = { read: ["guest"], create: ["member"] };
    const document = documentOf({ post: { fields, permissions } }, { auth });
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.paths["/api/data/post"]?.["get"]?.security).toEqual([{}, { bearer: [] }]);
    expect(document.paths["/api/data/post"]?.["post"]).not.toHaveProperty("security");
    expect(document.paths["/api/auth/token"]?.["post"]?.security).toEqual([]);
    expect(documentOf({ post: { fields, permissions: everybody } }).security).toEqual([]);
  });
});

describe("the schemas of a document", () => {
  it("schemas of the OpenAPI document have limits for written values, but not for stored values", () => {
    const entity = {
      fields: {
        title: {
          type: "string",
          ...plain,
          isRequired: true,
          maxLength: 40,
          minLength: 2,
          description: "The words.",
        },
        views: { type: "int", ...plain, minimum: 0, maximum: 9, label: "Views" },
        price: { type: "decimal", ...plain, precision: 5, scale: 2 },
        kind: { type: "enum", ...plain, values: ["a", "b"], default: "a" },
        pin: { type: "secret", ...plain },
      },
      permissions: everybody,
    };
    const schemas = schemasOf(documentOf({ post: entity }));
    expect(schemas["NewPost"]).toEqual({
      type: "object",
      required: ["title"],
      properties: {
        title: { type: "string", minLength: 2, maxLength: 40, description: "The words." },
        views: { type: ["integer", "null"], format: "int32", minimum: 0, maximum: 9, title: "Views" },
        price: {
          type: ["string", "null"],
          format: "decimal",
          pattern: "^-?(?:0|[1-9]\\d{0,2})(?:\\.\\d{1,2})?$",
        },
        kind: { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }], default: "a" },
        pin: { type: ["string", "null"], maxLength: 1024, writeOnly: true },
      },
    });
    expect(schemas["PostChanges"]).toMatchObject({ minProperties: 1 });
    expect(schemas["SelectedPost"]?.properties).not.toHaveProperty("pin");
    expect(schemas["SelectedPost"]?.properties).toMatchObject({
      id: { type: "integer", readOnly: true },
      title: { type: "string", description: "The words." },
      views: { title: "Views" },
    });
    expect(schemas["SelectedPost"]?.properties["title"]).not.toHaveProperty("maxLength");
  });

  it("schemas of the OpenAPI document have the labels of lists of ids, but not for the ids", () => {
    const toMany = { targetEntityName: "tag", resolvedEntityName: "tags", isManyToMany: true } as const;
    const tagids = { type: "int", ...plain, label: "Tags", foreignKey: toMany } as const;
    const words = { type: "list", of: "string", ...plain, label: "Keywords" } as const;
    const tag = { fields: {}, permissions: everybody };
    const post = { fields: { tagids, words }, permissions: everybody };
    const schemas = schemasOf(documentOf({ tag, post }));
    for (const name of ["NewPost", "PostChanges", "SelectedPost"]) {
      const ids = schemas[name]?.properties["tagids"];
      expect(ids, name).toMatchObject({ title: "Tags", items: { type: "integer" } });
      const list = schemas[name]?.properties["words"];
      expect(list, name).toMatchObject({ title: "Keywords", items: { type: "string" } });
      for (const each of [ids, list]) expect(JSON.stringify(each).match(/"title"/g), name).toHaveLength(1);
    }
    expect(schemas["Mistake"]?.properties).toHaveProperty("label");
  });

  it("the OpenAPI document has the label of a key in records, but not in answers that are only the id", () => {
    const code = { type: "string", ...plain, isRequired: true, isEditable: false, label: "Code" } as const;
    const country = { fields: { code }, primaryKey: "code", permissions: everybody };
    const document = documentOf({ country });
    expect(schemasOf(document)["NewCountry"]?.properties["code"]).toMatchObject({ title: "Code" });
    expect(JSON.stringify(document.paths)).not.toContain('"title":"Code"');
  });

  const author = {
    type: "int",
    ...plain,
    foreignKey: { targetEntityName: "author", resolvedEntityName: "author", inverseName: "posts" },
  };

  it("schemas of the OpenAPI document have the related records that the caller may read", () => {
    const entities = {
      author: { fields: { name: { type: "string", ...plain } }, permissions: { read: ["editor"] } },
      post: { fields: { authorid: author }, permissions: { read: ["guest"] } },
    };
    const whole = schemasOf(documentOf(entities, { auth }));
    expect(whole["SelectedPost"]?.properties["author"]).toEqual({
      anyOf: [{ $ref: "#/components/schemas/SelectedAuthor" }, { type: "null" }],
    });
    expect(whole["SelectedAuthor"]?.properties).toHaveProperty(["count(posts)"]);
    // Guests can read only the key.
    expect(whole["Post"]?.required).not.toContain("author");
    expect(
      schemasOf(documentOf(entities, { auth }, ["guest", "member", "editor"]))["Post"]?.required,
    ).toContain("author");
    const guest = schemasOf(documentOf(entities, { auth }, ["guest"]));
    expect(guest["SelectedPost"]?.properties).not.toHaveProperty("author");
    expect(guest).not.toHaveProperty("SelectedAuthor");
  });

  it("schemas of the OpenAPI document require the members that every caller gets in every record", () => {
    const fields = { title: { type: "string", ...plain }, price: { type: "int", ...plain } };
    const permissions = { read: ["owner", { role: "guest", fields: { exclude: ["price"] } }] };
    const schemas = schemasOf(documentOf({ item: { fields, permissions } }, { auth }));
    expect(schemas["SelectedItem"]?.properties).toHaveProperty("price");
    expect(schemas["Item"]?.required).toContain("title");
    expect(schemas["Item"]?.required).not.toContain("price");
  });

  it("schemas of the OpenAPI document have the fields that the caller may set", () => {
    const roles = (of: readonly string[]) => schemasOf(documentOf({}, { auth }, of))["NewUser"]?.properties;
    expect(roles(["guest"])).not.toHaveProperty("roles");
    expect(roles(["guest", "member", "admin"])).toHaveProperty("roles");
    expect(roles(["guest"])).toHaveProperty("confirmPassword");
  });
});

describe("the document", () => {
  it("the OpenAPI document of a caller who may do nothing is empty", () => {
    const entities = { post: { fields: {}, permissions: { read: ["editor"] } } };
    const { paths, components, tags } = documentOf(entities);
    expect({ paths, components, tags }).toEqual({ paths: {}, components: {}, tags: [] });
  });

  it("the OpenAPI document does not show descriptions of users to callers who may only log in", () => {
    const permissions = { read: ["admin"], create: ["admin"], update: ["admin"], delete: ["admin"] };
    const entities = { user: { description: "The spies.", fields: {}, permissions } };
    expect(documentOf(entities, { auth }, ["guest"]).tags).toEqual([
      { name: "user", description: "Log-in and tokens." },
    ]);
    const [first] = documentOf(entities, { auth }, ["admin"]).tags;
    expect(first).toMatchObject({ description: "The spies." });
  });

  it("the OpenAPI document describes the header by which reads from replicas see earlier writes", () => {
    const entities = { item: { fields: { title: { type: "string", ...plain } }, permissions: everybody } };
    const headersOf = (database: object) => {
      const operations = operationsOf(
        documentOf(entities, { database: database as Config["database"], batch: true }),
      );
      const text = (part: unknown) => JSON.stringify(part).includes("/databasePosition");
      const named = (part: unknown) => JSON.stringify(part).includes("/Database-Position");
      const idsOf = (those: readonly Operation[]) => those.map(({ operationId }) => operationId).toSorted();
      return {
        sent: idsOf(operations.filter(text)),
        answered: idsOf(operations.filter(({ responses }) => named(responses))),
      };
    };
    const { sent, answered } = headersOf({
      dialect: "postgres",
      name: "data",
      userName: "a",
      replicas: { servers: ["postgres://replica/data"] },
    });
    expect(sent).toEqual(expect.arrayContaining(["readItemPage", "aggregateItem", "queryItem"]));
    expect(answered).toEqual(expect.arrayContaining(["batch", "createItem", "updateManyItem"]));
    const all = operationsOf(documentOf(entities, { batch: true })).map(({ operationId }) => operationId);
    expect([...sent, ...answered].toSorted()).toEqual(all.toSorted());
    expect(headersOf({ dialect: "sqlite", name: ":memory:" })).toEqual({ sent: [], answered: [] });
  });

  it("the OpenAPI document of 500 entities is smaller than 3.3 MB and contains all of them", () => {
    const entities = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => {
        const foreignKey = {
          targetEntityName: `entity${Math.max(0, index - 1)}`,
          resolvedEntityName: "previous",
        };
        const fields = {
          title: { type: "string", ...plain },
          content: { type: "richtext", ...plain },
          views: { type: "int", ...plain },
          previousid: { type: "int", ...plain, foreignKey },
        };
        return [`entity${index}`, { fields, permissions: everybody }];
      }),
    );
    const model = modelOf(entities, { auth });
    const text = JSON.stringify(openapiDocument(model));
    expect(Buffer.byteLength(text)).toBeLessThan(3_300_000);
    const document = JSON.parse(text) as ReturnType<typeof documentOf>;
    expect(document.paths).toHaveProperty("/api/data/entity499/{id}");
    expect(document.paths).toHaveProperty("/api/data/{entity}/{access}/findbyid/{id}");
    const ofMany = document.paths["/api/data/{entity}"] ?? {};
    expect(Object.entries(ofMany).map(([method, { operationId }]) => [method, operationId])).toEqual(
      expect.arrayContaining([
        ["post", "createMany"],
        ["patch", "updateMany"],
        ["delete", "deleteMany"],
      ]),
    );
    expect(document.tags.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Reads by path", "Writes of many records"]),
    );
    // A parameter lists the entities.
    const [entityName] = (
      ofMany["patch"] as unknown as { parameters: readonly { schema: { enum: string[] } }[] }
    ).parameters;
    expect(entityName?.schema.enum).toHaveLength(500);
    const references = new Set(referencesIn(document));
    expect(references.size).toBeGreaterThan(500);
    for (const reference of references)
      expect(reference).toSatisfy((each: string) => isThere(document, each));
  });
});
