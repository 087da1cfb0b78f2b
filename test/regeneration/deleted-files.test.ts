import type { AddressInfo } from "node:net";
import path from "node:path";
import SqliteFile from "better-sqlite3";
import type { ApiServer, Config, EntityConfig } from "data-api";
import { expect, test } from "vitest";
import { blog, content, index, policy, repository, routes, schema, tag, title } from "./case.js";
import { compileTrees } from "./compile.js";
import { createFolder, Workspace } from "./workspace.js";

// A manually deleted file stays deleted if nothing imports it, and index.ts works without it.

const tagid = {
  type: "int",
  isEditable: true,
  isRequired: false,
  foreignKey: { targetEntityName: "tag", resolvedEntityName: "tag" },
} as const;
const config = blog({ fields: { title, content, tagid } }, { tag });
const tagSchema = "tag/tag.schema.ts";

/** The trees of the tests, by name. They are compiled together at the end, as reading the package's types is slow. */
const trees = new Map<string, Readonly<Record<string, string>>>();

const deletable = [schema, repository, routes, policy, tagSchema];

const subsets: readonly (readonly string[])[] = Array.from({ length: 2 ** deletable.length }, (_, bits) =>
  deletable.filter((_file, at) => (bits & (1 << at)) !== 0),
);

/** Whether a deleted file is written again: the policy, and files that another file imports. */
function comesBack(file: string, deleted: readonly string[]): boolean {
  const isThere = (other: string): boolean => !deleted.includes(other);
  if (file === policy) return true;
  if (file === schema) return isThere(routes) || isThere(repository);
  // The tag's repository and routes import its schema.
  return file === tagSchema;
}

async function generated(): Promise<Workspace> {
  const workspace = new Workspace(createFolder(path.join(import.meta.dirname, "../.tmp/regeneration")));
  expect((await workspace.generate(config)).exitCode).toBe(0);
  return workspace;
}

test("with any generated files deleted, the server works, and --restore restores each file", async () => {
  for (const deleted of subsets) {
    const name = deleted.map((file) => path.basename(file)).join(" ") || "none";
    const workspace = await generated();
    const before = workspace.tree();
    for (const file of deleted) workspace.remove(file);
    if (deleted.length > 0) expect((await workspace.generate(config, "--check")).exitCode, name).toBe(2);
    const { exitCode, output } = await workspace.generate(config);
    expect(exitCode, output).toBe(0);

    const gone = deleted.filter((file) => !comesBack(file, deleted));
    const back = deleted.filter((file) => comesBack(file, deleted));
    for (const file of deleted) expect(workspace.exists(file), `${name}: ${file}`).toBe(back.includes(file));
    for (const file of gone) {
      expect(output).toContain(`warning  ${file}: it was deleted, so index.ts uses the runtime's default`);
      expect(workspace.read(index)).not.toContain(path.basename(file, ".ts"));
    }
    for (const file of back) expect(output).toContain(`create  ${file}`);
    for (const file of back.filter((each) => each !== policy))
      expect(output).toMatch(
        new RegExp(`warning {2}${file}: it was deleted, but "\\S+" imports it, so it is written again`),
      );
    expect(await workspace.generate(config)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
    expect((await workspace.generate(config, "--check")).exitCode).toBe(0);
    trees.set(name, Object.fromEntries(Object.entries(workspace.tree())));
    if (!deleted.includes(tagSchema)) await expectServed(workspace, name);

    const restored = await workspace.generate(config, ...gone.flatMap((file) => ["--restore", file]));
    expect(restored.exitCode, restored.output).toBe(0);
    expect(workspace.tree(), name).toEqual(before);
  }
}, 240_000);

async function expectServed(workspace: Workspace, name: string): Promise<void> {
  const { createApi } = (await import(/* @vite-ignore */ path.join(workspace.out, index))) as {
    createApi: (
      given: Config,
    ) => ApiServer & { repositories: { blogpost: { count: () => Promise<number> } } };
  };
  const api = createApi(config);
  api.setupApiEndpoints();
  const server = await api.startAsync(0);
  try {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api/data/blogpost`;
    const send = (body: object) =>
      fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await send({ title: 1 })).status, name).toBe(400);
    expect((await send({ title: "Trains", content: "Cool" })).status, name).toBe(201);
    const found = await fetch(`${url}/public/findall/title/0/10`);
    expect(await found.json(), name).toMatchObject({ count: 1, items: [{ id: 1, title: "Trains" }] });
    expect(await api.repositories.blogpost.count()).toBe(1);
  } finally {
    await api.stopAsync();
  }
}

test.each<readonly [string, EntityConfig]>([
  [
    "that is read-only",
    {
      primaryKey: "label",
      fields: { label: { ...title, isEditable: false } },
      systemFields: { createdat: false, updatedat: false },
      isReadOnly: true,
      permissions: { read: ["guest"] },
    },
  ],
  ["without write permissions", { ...tag, permissions: { read: ["guest"] } }],
  ["without any permissions", { ...tag, permissions: {} }],
])(
  "an entity %s gives the same answers without its generated files",
  async (what, note) => {
    const given = blog({}, { note });
    const files = ["note/note.schema.ts", "note/note.repository.ts", "note/note.routes.ts"];
    const subsets = Array.from({ length: 2 ** files.length }, (_, bits) =>
      files.filter((_file, at) => (bits & (1 << at)) !== 0),
    );
    const answers = new Set<string>();
    for (const deleted of subsets) {
      const workspace = new Workspace(createFolder(path.join(import.meta.dirname, "../.tmp/regeneration")));
      expect((await workspace.generate(given)).exitCode).toBe(0);
      const before = workspace.tree();
      for (const file of deleted) if (workspace.exists(file)) workspace.remove(file);
      const { exitCode, output } = await workspace.generate(given);
      expect(exitCode, output).toBe(0);
      expect(await workspace.generate(given)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
      const names = deleted.map((file) => path.basename(file)).join(" ") || "none";
      trees.set(`${what}, without ${names}`, workspace.tree());
      answers.add(await answersOf(workspace, given));
      const gone = Object.keys(before).filter(
        (file) => !file.startsWith(".data-api/") && !workspace.exists(file),
      );
      expect((await workspace.generate(given, ...gone.flatMap((file) => ["--restore", file]))).exitCode).toBe(
        0,
      );
      expect(workspace.tree()).toEqual(before);
    }
    expect([...answers]).toHaveLength(1);
  },
  240_000,
);

/** The answers of the generated server to each kind of request for a note. */
async function answersOf(workspace: Workspace, given: Config): Promise<string> {
  const { createApi } = (await import(/* @vite-ignore */ path.join(workspace.out, index))) as {
    createApi: (config: Config) => ApiServer;
  };
  const name = path.join(workspace.out, "..", `${path.basename(workspace.out)}.db`);
  const file = new SqliteFile(name);
  file.exec(
    "create table note (id integer primary key, label text not null, createdat datetime not null, updatedat datetime not null); insert into note values (1, 'x', '2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z')",
  );
  file.close();
  const api = createApi({ ...given, database: { dialect: "sqlite", name } });
  api.setupApiEndpoints();
  const server = await api.startAsync(0);
  try {
    const { port } = server.address() as AddressInfo;
    const answers = [];
    for (const [method, place] of [
      ["GET", "note/public/findall/label/0/10"],
      ["GET", "note/public/findbyid/1"],
      ["GET", "note/public/findbyid/x"],
      ["POST", "note"],
      ["PATCH", "note/1"],
      ["DELETE", "note/1"],
    ] as const) {
      const reply = await fetch(`http://127.0.0.1:${port}/api/data/${place}`, {
        method,
        headers: { "Content-Type": "application/json", "X-Request-Id": "test" },
        ...(method !== "GET" && { body: '{"label":"y"}' }),
      });
      answers.push([
        reply.status,
        reply.headers.get("allow"),
        (await reply.text()).replace(/urn:data-api:request:[^"]*/, ""),
      ]);
    }
    return JSON.stringify(answers);
  } finally {
    await api.stopAsync();
  }
}

test("edits in the remaining files are kept, and a deleted file that they import is written again", async () => {
  const workspace = await generated();
  workspace.write(
    routes,
    workspace
      .read(routes)
      .replace("const id = kit.parseId<number>(req.params.id, entity);", "$&\n    void entity.name;")
      .replace(/\n {2}router\.post\("\/",[^]*?\n {2}\}\);\n/, ""),
  );
  workspace.remove(repository);
  expect((await workspace.generate(config)).exitCode).toBe(0);
  expect(workspace.read(routes)).toContain("void entity.name;");
  expect(workspace.read(routes)).not.toContain('router.post("/"');
  expect(workspace.read(routes)).toContain('import type { BlogpostRepository } from "../index.js";');
  trees.set("edited", workspace.tree());

  const own = 'export type { BlogpostRepository as Own } from "../blogpost/blogpost.repository.js";\n';
  workspace.write("tag/tag.routes.ts", workspace.read("tag/tag.routes.ts") + own);
  const { output } = await workspace.generate(config);
  expect(output).toContain(`warning  ${repository}: it was deleted, but "tag/tag.routes.ts" imports it`);
  trees.set("brought back", workspace.tree());
  expect(await workspace.generate(config)).toMatchObject({ exitCode: 0, output: "Nothing to change.\n" });
}, 240_000);

test("names in index.ts differ from those of other entities after files are deleted", async () => {
  const names = [
    "post",
    "new_post",
    "post_changes",
    "config",
    "entity",
    "repository",
    "routes_of",
    "post_record",
  ];
  const entities = Object.fromEntries(names.map((name) => [name, { ...tag, table: name }]));
  const all = { ...blog(), entities };
  const workspace = new Workspace();
  expect((await workspace.generate(all)).exitCode).toBe(0);
  for (const name of names.filter((each) => each !== "entity")) {
    workspace.remove(`${name}/${name}.repository.ts`);
    workspace.remove(`${name}/${name}.routes.ts`);
  }
  expect((await workspace.generate(all)).exitCode).toBe(0);
  for (const name of names.slice(0, 3)) workspace.remove(`${name}/${name}.schema.ts`);
  expect((await workspace.generate(all)).exitCode).toBe(0);
  trees.set("names", workspace.tree());
}, 240_000);

test("a deleted file is reported once, although another entity's file has been moved away", async () => {
  const config = { ...blog(), entities: { a: tag, b: tag } };
  const workspace = new Workspace();
  await workspace.generate(config);
  workspace.write("a/a.routes.ts", workspace.read("b/b.routes.ts"));
  workspace.remove("b/b.routes.ts");
  const { output } = await workspace.generate(config);
  expect(output.split("it was deleted, so").length - 1).toBe(1);
});

test("the remaining generated code compiles after every deletion of files", () => {
  expect(trees.size).toBe(2 ** deletable.length + 3 * 2 ** 3 + 3);
  expect(compileTrees(trees)).toEqual([]);
});
