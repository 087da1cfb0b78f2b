import fs from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { ApiServer, Config, Repository } from "data-api";
import { afterAll, expect, test } from "vitest";
import { blog, content, repository, routes, schema, title, views } from "./case.js";
import { after, applyEdit, replace } from "./edits.js";
import { createFolder, Workspace } from "./workspace.js";

interface Post {
  readonly id: number;
  readonly title: string;
}

type Posts = Repository<Post> & {
  newest(count: number): Promise<readonly Post[]>;
};

type Api = ApiServer & { readonly repositories: { readonly blogpost: Posts } };

const running: Api[] = [];
afterAll(async () => {
  for (const api of running) await api.stopAsync();
});

/** Starts what stands in the output folder and gives a function that calls it. */
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

test("edits do what they did, and changes of the configuration what they say, in one server", async () => {
  // Inside this project, where the generated code finds what it imports.
  const workspace = new Workspace(createFolder(path.join(import.meta.dirname, "../.tmp/regeneration")));
  await workspace.generate(blog());
  const edits = [
    after(
      routes,
      "    const record = await repository.findById(id, grant);\n",
      '    res.setHeader("X-Seen", "yes");\n',
    ),
    after(
      routes,
      '  router.put("/:id", update);\n',
      '  router.get("/newest/:count", async (req, res) => {\n    res.json(await repository.newest(Number(req.params.count)));\n  });\n',
    ),
    replace(
      schema,
      "  content: field.richtext(),\n});\n\n/** What an update",
      '  content: field.richtext(),\n}).refine(({ title, content }) => title !== content, { path: ["content"], message: "must differ from the title" });\n\n/** What an update',
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

  expect((await call("DELETE", "blogpost/1")).status).toBe(401);
});

test("code of other roles than the configuration's does not start", async () => {
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
