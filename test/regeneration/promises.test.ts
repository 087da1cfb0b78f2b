import { expect, test } from "vitest";
import { OutputFolder } from "../../generator/files/output-folder.js";
import {
  blog,
  content,
  entity,
  everyone,
  policy,
  repository,
  routes,
  schema,
  setHeader,
  short,
  tag,
  title,
  trimTitle,
  uuidKey,
  views,
  withEntities,
} from "./case.js";
import { after, applyEdit, cut, type Edit, move, replace, transform } from "./edits.js";
import { regenerate } from "./planned.js";
import { freshTree, Workspace } from "./workspace.js";

const legacy = after(schema, "  tables: Database;\n", "  legacy: string;\n");
const method = replace(repository, " {}", " {\n  get isNew(): boolean {\n    return true;\n  }\n}");
const edits: readonly Edit[] = [
  setHeader,
  trimTitle,
  legacy,
  method,
  cut(routes, '  router.patch("/:id", update);\n'),
];

async function edited(config = blog({}, { tag }), ...also: readonly Edit[]): Promise<Workspace> {
  const workspace = new Workspace();
  await workspace.generate(config);
  for (const edit of [...edits, ...also]) await applyEdit(workspace, edit);
  return workspace;
}

function changedFiles(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((file) => before[file] !== after[file])
    .sort();
}

test("generate writes the same bytes for the same configuration in any folder", async () => {
  const config = blog({ fields: { title, views } }, { tag, Zebra: tag, apple: tag });
  const [one, other] = [new Workspace(), new Workspace()];
  await one.generate(config);
  await other.generate(config);
  expect(other.tree()).toEqual(one.tree());
  const text = JSON.stringify(one.tree());
  expect(text).not.toContain(one.folder);
  expect(text).not.toMatch(/\d{4}-\d\d-\d\d/);
});

test("the order in which a folder lists its files has no effect on generated code", async () => {
  class Shuffled extends OutputFolder {
    override list(folder: string): readonly string[] {
      return super.list(folder).toReversed();
    }
    override listSources(): readonly string[] {
      return super.listSources().toReversed();
    }
  }
  const next = blog({ fields: { title, content, views } });
  const [one, other] = [
    await edited(blog({}, { tag }), move(policy, "access/posts.ts")),
    await edited(blog({}, { tag }), move(policy, "access/posts.ts")),
  ];
  await regenerate(next, new OutputFolder(one.out));
  await regenerate(next, new Shuffled(other.out));
  expect(other.tree()).toEqual(one.tree());
});

test("a second run of generate writes nothing after any first run", async () => {
  const workspace = await edited();
  const histories = [
    blog({ ...uuidKey, fields: { title, content, views } }, { tag }),
    blog({ fields: { headline: { ...title, renamedFrom: "title" }, content } }),
    withEntities({ article: entity({ renamedFrom: "blogpost", fields: { headline: title } }) }),
  ];
  for (const config of histories) {
    const first = await workspace.generate(config);
    expect(first.output).not.toBe("Nothing to change.\n");
    const before = workspace.snapshot();
    expect(await workspace.generate(config)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
    expect(workspace.snapshot()).toEqual(before);
    expect((await workspace.generate(config, "--check")).exitCode).toBe(0);
  }
});

test("a change of one entity changes only its own generated files and records", async () => {
  const workspace = await edited(blog({}, { tag, comment: entity() }));
  await workspace.generate(blog({}, { tag, comment: entity() }));
  const before = workspace.snapshot();
  await workspace.generate(blog({}, { tag: entity({ fields: { label: short } }), comment: entity() }));
  expect(changedFiles(before, workspace.snapshot())).toEqual([
    ".data-api/base/tag/schema.ts.base",
    ".data-api/fields/tag.ts",
    ".data-api/state/tag.json",
    "tag/tag.schema.ts",
  ]);
});

test("a new entity also changes index.ts, but no generated code of other entities", async () => {
  const workspace = await edited();
  await workspace.generate(blog({}, { tag }));
  const before = workspace.snapshot();
  await workspace.generate(blog({}, { tag, comment: entity() }));
  const changed = changedFiles(before, workspace.snapshot());
  expect(changed.filter((file) => !file.includes("comment"))).toEqual([
    ".data-api/base/index.ts.base",
    ".data-api/database.ts",
    ".data-api/state/_index.json",
    "index.ts",
  ]);
});

test.each([
  [
    "fields",
    blog({ fields: { title, views, content } }, { tag }),
    blog({ fields: { title, views, content, author: title } }, { tag }),
  ],
  [
    "keys and roles",
    blog(uuidKey, { tag }),
    blog({ ...uuidKey, permissions: { ...everyone, read: ["admin"], delete: [] } }, { tag }),
  ],
  ["entities", blog({}, { tag, comment: entity() }), blog({}, { comment: entity() })],
  [
    "names",
    blog({ fields: { headline: { ...title, renamedFrom: "title" }, content } }, { tag }),
    withEntities({
      article: entity({
        renamedFrom: "blogpost",
        fields: { headline: { ...title, renamedFrom: "title" }, content },
      }),
      tag,
    }),
  ],
  ["a field, added and removed", blog({ fields: { title, content, views } }, { tag }), blog({}, { tag })],
])(
  "two changes of the configuration one by one give the same code as both at once: %s",
  async (_name, first, second) => {
    const [inTurn, atOnce] = [await edited(), await edited()];
    expect((await inTurn.generate(first)).exitCode).toBe(0);
    expect((await inTurn.generate(second)).exitCode).toBe(0);
    expect((await atOnce.generate(second)).exitCode).toBe(0);
    expect(inTurn.tree()).toEqual(atOnce.tree());
  },
);

test("without edits, any sequence of changes gives the same code as a new generation", async () => {
  const workspace = new Workspace();
  const last = withEntities({
    note: entity({ renamedFrom: "comment", fields: { text: { ...content, renamedFrom: "content" } } }),
    tag: entity({ ...uuidKey, fields: { label: short, views } }),
  });
  for (const config of [
    blog({}, { tag }),
    blog({ fields: { title: short, views } }, { tag, comment: entity() }),
    withEntities({ comment: entity({ fields: { content, title } }), tag: entity(uuidKey) }),
    last,
  ]) {
    expect((await workspace.generate(config)).exitCode).toBe(0);
  }
  expect(workspace.tree()).toEqual(await freshTree(last));
});

test("after a formatter has changed some files, later code differs only in the format of these files", async () => {
  const next = blog({ ...uuidKey, fields: { title, content, views } }, { tag });
  const plain = await edited();
  const formatted = await edited(
    blog({}, { tag }),
    transform(repository, "reformat"),
    transform("tag/tag.routes.ts", "reformat"),
  );
  await plain.generate(next);
  const { exitCode, output } = await formatted.generate(next);
  expect(exitCode).toBe(0);
  expect(output).not.toContain("tag");
  expect(changedFiles(plain.tree(), formatted.tree())).toEqual([repository, "tag/tag.routes.ts"]);
});
