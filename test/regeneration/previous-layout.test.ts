import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { compileTrees } from "./compile.js";
import { withEntities } from "./case.js";
import { after, applyEdit, replace, type Edit } from "./edits.js";
import { freshTree, Workspace } from "./workspace.js";

vi.setConfig({ testTimeout: 120_000 });

// `previous/tree` is what version 0.1 generated, as it lies in projects of today.
const text = { type: "string", isEditable: true, isRequired: true } as const;
const everyone = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };
const fixed = { isEditable: false, isRequired: true } as const;
const entities = {
  post: { fields: { title: text, content: { ...text, type: "richtext" } }, permissions: everyone },
  comment: { fields: { words: text }, permissions: { read: ["guest"], create: ["guest"] } },
  line: {
    fields: {
      orderid: { ...text, ...fixed, maxLength: 20 },
      nr: { ...fixed, type: "int" },
      product: { ...text, isRequired: false },
    },
    primaryKey: ["orderid", "nr"],
    permissions: everyone,
  },
  total: {
    fields: {
      day: { ...fixed, type: "date" },
      sum: { type: "decimal", isEditable: false, isRequired: false },
    },
    primaryKey: "day",
    isReadOnly: true,
    systemFields: { createdat: false, updatedat: false },
    permissions: { read: ["guest"] },
  },
} as const;
const same = withEntities(entities);
const changed = withEntities({
  ...entities,
  post: {
    ...entities.post,
    fields: { ...entities.post.fields, views: { ...text, type: "int", isRequired: false } },
  },
});

const trees = new Map<string, Readonly<Record<string, string>>>();
let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
  fs.cpSync(path.join(import.meta.dirname, "previous/tree"), workspace.out, { recursive: true });
});

/** Generated again, it has no conflicts, says all that is in `kept`, and is at rest. */
async function expectSmooth(
  config: typeof same,
  edits: readonly Edit[],
  kept: Readonly<Record<string, string>>,
) {
  for (const edit of edits) await applyEdit(workspace, edit);
  expect(await workspace.generate(config)).toMatchObject({ exitCode: 0 });
  for (const [file, line] of Object.entries(kept)) expect(workspace.read(file), file).toContain(line);
  trees.set(expect.getState().currentTestName ?? "", workspace.tree());
  const before = workspace.snapshot();
  expect(await workspace.generate(config)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
  expect(workspace.snapshot()).toEqual(before);
}

const line = "    const id = parseId<number>(req.params.id, entity);\n";
const byId = `${line}    const record = await repository.findById(id, grant);\n`;

test("what nobody has edited is as it is generated into an empty folder", async () => {
  await expectSmooth(changed, [], {});
  expect(workspace.tree()).toEqual(await freshTree(changed));
});

const elsewhere = [
  after("post/post.routes.ts", byId, '    res.setHeader("X-Seen", "yes");\n'),
  after("post/post.routes.ts", '  router.put("/:id", update);\n', '  router.post("/:id/touch", update);\n'),
  replace(
    "post/post.schema.ts",
    "  content: field.richtext(),\n});\n\n/** What an update",
    "  content: field.richtext().min(1),\n});\n\n/** What an update",
  ),
  replace("post/post.repository.ts", "Database> {}", "Database> {\n  newest() {\n    return 1;\n  }\n}"),
];

test.each([
  ["while the configuration stays", same],
  ["while the configuration changes", changed],
])("edits beside what is laid out anew stay in it, %s", async (_title, config) => {
  await expectSmooth(config, elsewhere, {
    "post/post.routes.ts": '    res.setHeader("X-Seen", "yes");\n',
    "post/post.schema.ts": "  content: field.richtext().min(1),\n",
    "post/post.repository.ts": "  newest() {\n",
  });
  expect(workspace.read("post/post.routes.ts")).toContain('router.post("/:id/touch", update);');
  expect(workspace.read("post/post.routes.ts")).toContain("const find: RequestHandler<FindParams>");
});

const inHandler =
  "    const page = await repository.find(query, grant);\n    replyFound(res, page);\n  });\n\n";

test.each([
  ["while the configuration stays", same],
  ["while the configuration changes", changed],
])("a file whose edits are in what is laid out anew keeps its layout, %s", async (_title, config) => {
  const seen = '    res.setHeader("X-Count", String(page.count));\n';
  await expectSmooth(
    config,
    [
      replace(
        "post/post.routes.ts",
        `${inHandler}  router.post("/"`,
        inHandler.replace("    replyFound", `${seen}    replyFound`) + '  router.post("/"',
      ),
      replace(
        "comment/comment.routes.ts",
        '    const grant = authorize(caller, commentPolicy, "delete");\n',
        '    const grant = authorize(caller, commentPolicy, "delete");\n    res.setHeader("X-Gone", "yes");\n',
      ),
      replace(
        "line/line.routes.ts",
        "nr: req.params.key2 }, entity);\n    const record = await repository.delete(",
        "nr: req.params.key2 }, entity);\n    // Gone for good.\n    const record = await repository.delete(",
      ),
    ],
    {
      "post/post.routes.ts": seen,
      "comment/comment.routes.ts": 'res.setHeader("X-Gone", "yes");',
      "line/line.routes.ts": "    // Gone for good.\n",
    },
  );
  expect(workspace.read("post/post.routes.ts")).not.toContain("FindParams");
  expect(workspace.read("line/line.routes.ts")).toContain(":key1/:key2");
  const { exitCode } = await workspace.generate(config, "--force", "line/line.routes.ts");
  expect(exitCode).toBe(0);
  expect(workspace.read("line/line.routes.ts")).toBe((await freshTree(config))["line/line.routes.ts"]);
});

test("what became of all of them compiles", () => {
  expect(trees.size).toBe(5);
  expect(compileTrees(new Map(Array.from(trees.values(), (tree, index) => [String(index), tree])))).toEqual(
    [],
  );
});
