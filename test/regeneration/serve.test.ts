import fs from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { ApiServer, Config, PlainEntity, Repository } from "data-api";
import { afterAll, expect, test } from "vitest";
import { blog, content, repository, routes, schema, title, views } from "./case.js";
import { after, applyEdit, before, replace } from "./edits.js";
import { createFolder, Workspace } from "./workspace.js";

interface Post {
  readonly id: number;
  readonly title: string;
}

type Posts = Repository<PlainEntity<Post>> & {
  newest(count: number): Promise<readonly Post[]>;
};

type Api = ApiServer<(name: "blogpost") => Posts> & { readonly repositories: { readonly blogpost: Posts } };

const running: Api[] = [];
afterAll(async () => {
  for (const api of running) await api.stopAsync();
});

/** Starts the code in the output folder, and returns a function that sends requests to it. */
async function serve(workspace: Workspace, config: Config) {
  const module = (await import(/* @vite-ignore */ path.join(workspace.out, "index.ts"))) as {
    createApi: (config: Config) => Api;
  };
  const api = module.createApi(config);
  api.setupApiEndpoints();
  const server = await api.startAsync(0);
  running.push(api);
  const { port } = server.address() as AddressInfo;
  const call = (method: string, place: string, body?: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/api/data/${place}`, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { api, call };
}

test("edits of generated code still work after changes of the configuration", async () => {
  // Inside this repository, so that the imports of the generated code resolve.
  const workspace = new Workspace(createFolder(path.join(import.meta.dirname, "../.tmp/regeneration")));
  await workspace.generate(blog());
  const edits = [
    before(
      routes,
      "    kit.replyRecord(res, await repository.findById(id, grant));\n",
      '    res.setHeader("X-Seen", "yes");\n',
    ),
    after(
      routes,
      '  router.put("/:id", update);\n',
      '  router.get("/newest/:count", async (req, res) => {\n    res.json(await repository.newest(Number(req.params.count)));\n  });\n',
    ),
    replace(
      schema,
      "newBlogpostSchema = z.object({ ...blogpostInputs.shape });",
      'newBlogpostSchema = z.object({ ...blogpostInputs.shape }).refine(({ title, content }) => title !== content, { path: ["content"], message: "must differ from the title" });',
    ),
    replace(
      repository,
      " {}",
      ' {\n  newest(count: number) {\n    return this.db.selectFrom("blogpost").select(["id", "title"]).orderBy("id", "desc").limit(count).execute();\n  }\n}',
    ),
  ];
  for (const edit of edits) await applyEdit(workspace, edit);
  const config = blog({
    fields: { title: { ...title, maxLength: 20 }, content, views },
    permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["admin"] },
  });
  expect(await workspace.generate(config)).toMatchObject({ exitCode: 0 });
  const { api, call } = await serve(workspace, config);

  const created = await call("POST", "blogpost", { title: "Trains", content: "Cool", views: 3 });
  expect(created.status).toBe(201);
  await call("POST", "blogpost", { title: "Planes", content: "Loud" });

  const refused = await call("POST", "blogpost", { title: "Same", content: "Same" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    errors: [{ path: "content", message: expect.stringContaining("must differ from the title") as string }],
  });
  const tooLong = await call("POST", "blogpost", { title: "A title that is too long", content: "Cool" });
  expect(await tooLong.json()).toMatchObject({ status: 400, errors: [{ path: "title", code: "too-long" }] });

  const found = await call("GET", "blogpost/public/findbyid/1");
  expect(found.headers.get("X-Seen")).toBe("yes");
  expect(await found.json()).toMatchObject({ count: 1, items: [{ title: "Trains", views: 3 }] });

  const newest = await call("GET", "blogpost/newest/1");
  expect(await newest.json()).toEqual([{ id: 2, title: "Planes" }]);
  expect(await api.repositories.blogpost.newest(5)).toHaveLength(2);

  expect((await call("DELETE", "blogpost/1")).status).toBe(403);
});

test("generated code whose roles differ from the configuration does not start", async () => {
  const workspace = new Workspace(createFolder(path.join(import.meta.dirname, "../.tmp/regeneration")));
  await workspace.generate(blog());
  const closed = blog({ permissions: { read: ["admin"] } });
  const policy = fs.readFileSync(path.join(workspace.out, "blogpost/blogpost.policy.ts"), "utf8");
  workspace.write(
    "blogpost/blogpost.policy.ts",
    policy.replace('delete: ["guest"]', 'delete: ["guest", "me"]'),
  );
  expect(await workspace.generate(closed)).toMatchObject({ exitCode: 3 });
  await expect(serve(workspace, closed)).rejects.toThrow("the generated policy has other permissions");
});

test("checks that users add to a generated schema answer with their own messages", async () => {
  const workspace = new Workspace(createFolder(path.join(import.meta.dirname, "../.tmp/regeneration")));
  const text = { ...title, isRequired: false };
  const names = [
    "min",
    "minsaid",
    "max",
    "length",
    "trim",
    "email",
    "regex",
    "regexsaid",
    "starts",
    "pipe",
    "choice",
  ];
  const config = blog({
    fields: Object.fromEntries([
      ...[...names, "refined", "refinedsaid", "waits", "changed", "given", "upper"].map(
        (name) => [name, text] as const,
      ),
      ["count", views],
      ["data", { ...views, type: "json" }],
    ]),
  });
  await workspace.generate(config);
  const before = workspace.read(schema);
  const written = before.replace(
    /(newBlogpostSchema = z\.object\(\{\n {2}\.\.\.blogpostInputs\.shape,)[^}]*/,
    `$1
      min: field.string().min(3),
      minsaid: field.string().min(3, "Say more."),
      max: field.string().max(2),
      length: field.string().length(2),
      trim: field.string().trim().min(2),
      email: field.string().email(),
      regex: field.string().regex(/^x/),
      regexsaid: field.string().regex(/^x/, "It begins with an x."),
      starts: field.string().startsWith("x"),
      pipe: field.string().pipe(z.url()),
      choice: z.enum(["a", "b"]),
      refined: field.string().refine((value) => value === "x"),
      refinedsaid: field.string().refine((value) => value === "x", "must be an x"),
      waits: field.string().refine(async (value) => Promise.resolve(value === "x"), "It came late."),
      changed: field.string().transform((value) => value.length).pipe(z.number().min(3)).transform(String),
      given: field.string().default("given"),
      upper: field.string().transform((value) => value.toUpperCase()).optional(),
      count: field.int().refine((value) => value > 5),
      data: field.json().pipe(z.object({ list: z.array(z.string()).min(2) })),
    `,
  );
  expect(written).not.toBe(before);
  workspace.write(schema, written);
  const { call } = await serve(workspace, config);

  const wrong = Object.fromEntries(
    [...names, "refined", "refinedsaid", "waits", "changed"].map((name) => [name, "abc"]),
  );
  const refused = await call("POST", "blogpost", {
    ...wrong,
    min: "a",
    minsaid: "a",
    trim: " a ",
    changed: "a",
    count: 3,
    data: { list: ["a"] },
  });
  expect(refused.status).toBe(400);
  const { errors } = (await refused.json()) as {
    errors: readonly { path: string; code: string; message: string }[];
  };
  expect(errors.map(({ path, code, message }) => `${path} ${code} ${message}`)).toEqual([
    'min too-short "min": Too small: expected string to have >=3 characters.',
    "minsaid too-short Say more.",
    'max too-long "max": Too big: expected string to have <=2 characters.',
    'length too-long "length": Too big: expected string to have exactly 2 characters.',
    'trim too-short "trim": Too small: expected string to have >=2 characters.',
    'email invalid "email": Invalid email address.',
    'regex invalid "regex": Invalid string: must match pattern /^x/.',
    "regexsaid invalid It begins with an x.",
    'starts invalid "starts": Invalid string: must start with "x".',
    'pipe invalid "pipe": Invalid URL.',
    'choice not-listed "choice": Invalid option: expected one of "a"|"b".',
    'refined invalid "refined": Invalid input.',
    'refinedsaid invalid "refinedsaid" must be an x.',
    'changed out-of-range "changed": Too small: expected number to be >=3.',
    'count invalid "count": Invalid input.',
    'data.list too-short "data.list": Too small: expected array to have >=2 items.',
    "waits invalid It came late.",
  ]);
  const wrongType = await call("POST", "blogpost", { min: 5, trim: {}, email: [] });
  expect(await wrongType.json()).toMatchObject({
    errors: expect.arrayContaining([
      { path: "min", code: "wrong-type", message: '"min" must be text.', params: { type: "string" } },
      { path: "trim", code: "wrong-type", message: '"trim" must be text.', params: { type: "string" } },
      { path: "email", code: "wrong-type", message: '"email" must be text.', params: { type: "string" } },
    ]) as unknown,
  });

  const right = {
    ...Object.fromEntries(names.map((name) => [name, "xy"])),
    email: "a@b.example",
    pipe: "https://a.example",
  };
  const created = await call("POST", "blogpost", {
    ...right,
    min: "xyz",
    minsaid: "xyz",
    trim: "  xyz ",
    choice: "a",
    refined: "x",
    refinedsaid: "x",
    waits: "x",
    changed: "four",
    upper: "loud",
    count: "6",
    data: { list: ["a", "b"] },
  });
  expect(created.status).toBe(201);
  const found = await call("GET", "blogpost/public/findbyid/1");
  expect(await found.json()).toMatchObject({
    items: [
      { trim: "xyz", changed: "4", given: "given", upper: "LOUD", count: 6, data: { list: ["a", "b"] } },
    ],
  });
});

test("batches and transactions use the edited schemas and repositories of generated code", async () => {
  const workspace = new Workspace(createFolder(path.join(import.meta.dirname, "../.tmp/regeneration")));
  const config: Config = { ...blog(), batch: true };
  await workspace.generate(config);
  const edits = [
    replace(
      schema,
      "newBlogpostSchema = z.object({ ...blogpostInputs.shape });",
      'newBlogpostSchema = z.object({ ...blogpostInputs.shape }).refine(({ title, content }) => title !== content, { path: ["content"], message: "must differ from the title" });',
    ),
    replace(
      repository,
      " {}",
      ' {\n  protected override beforeCreate({ input }: { input: object }) {\n    return { ...input, title: "by the hook" };\n  }\n}',
    ),
  ];
  for (const edit of edits) await applyEdit(workspace, edit);
  const { api, call } = await serve(workspace, config);
  const batch = (input: object) => call("POST", "../batch", { operations: [{ create: "blogpost", input }] });

  const refused = await batch({ title: "Same", content: "Same" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    errors: [
      {
        path: "operations.0.input.content",
        message: expect.stringContaining("must differ from the title") as string,
      },
    ],
  });
  expect((await batch({ title: "Trains", content: "Cool" })).status).toBe(200);
  await api.transaction((tx) => tx.repository("blogpost").create({ title: "Planes", content: "Loud" }));
  const { items } = await api.repositories.blogpost.find();
  expect(items.map((post) => post.title)).toEqual(["by the hook", "by the hook"]);
});

test("code that was generated without batches does not start with batches", async () => {
  const workspace = new Workspace(createFolder(path.join(import.meta.dirname, "../.tmp/regeneration")));
  await workspace.generate(blog());
  await expect(serve(workspace, { ...blog(), batch: true })).rejects.toThrow(
    'batch: the generated code of "blogpost" was made without it. Run: npx data-api generate',
  );
});

test("records of a nested list are checked by the edited schema of their own entity", async () => {
  const withComments = (isWritable: boolean): Config => ({
    ...blog(
      {},
      {
        comment: {
          fields: {
            postid: {
              type: "int",
              isEditable: false,
              isRequired: true,
              foreignKey: { targetEntityName: "blogpost", inverseName: "comments", isWritable },
            },
            text: { type: "string", isEditable: true, isRequired: true },
          },
          permissions: { read: ["guest"], create: ["guest"], update: ["guest"] },
        },
      },
    ),
  });
  const stale = new Workspace(createFolder(path.join(import.meta.dirname, "../.tmp/regeneration")));
  await stale.generate(withComments(false));
  await expect(serve(stale, withComments(true))).rejects.toThrow(
    'the generated code was made before "comments" was writable',
  );
  const workspace = new Workspace(createFolder(path.join(import.meta.dirname, "../.tmp/regeneration")));
  await workspace.generate(withComments(true));
  const comments = "comment/comment.schema.ts";
  const edits = [
    replace(comments, "  text: field.string(),", "  text: field.string().trim(),"),
    replace(
      comments,
      "newCommentSchema = z.object({ ...commentInputs.shape });",
      'newCommentSchema = z.object({ ...commentInputs.shape }).refine(({ text }) => text !== "spam", { path: ["text"], message: "must not be spam" });',
    ),
    replace(
      "comment/comment.repository.ts",
      " {}",
      " {\n  protected override beforeCreate({ input }: { input: { text: string } }) {\n    return { ...input, text: `${input.text}!` };\n  }\n}",
    ),
  ];
  for (const edit of edits) await applyEdit(workspace, edit);
  const { api, call } = await serve(workspace, withComments(true));
  const post = { title: "Trains", content: "Cool" };
  const refused = await call("POST", "blogpost", { ...post, comments: [{ text: " a " }, { text: "spam" }] });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ errors: [{ path: "comments.1.text" }] });
  expect((await call("POST", "blogpost", { ...post, comments: [{ text: " a " }] })).status).toBe(201);
  const { items } = await api.repositories.blogpost.find({ select: { comments: { text: true } } } as never);
  expect(items).toEqual([{ comments: [{ text: "a!" }] }]);
});
