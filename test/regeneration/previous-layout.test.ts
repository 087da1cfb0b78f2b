import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { withEntities } from "./case.js";
import { compileTrees } from "./compile.js";
import { after, applyEdit, before, cut, replace, transform, type Edit } from "./edits.js";
import { entities } from "./previous/entities.js";
import { freshTree, Workspace } from "./workspace.js";

// `previous/tree` was generated before schemas of inputs were derived from those of records, like the code in existing
// projects: with six type arguments of `Repository`, and with the table type and the described fields in each schema.
const same = withEntities(entities);
const text = { type: "string", isEditable: true, isRequired: true } as const;
const changed = withEntities({
  ...entities,
  post: {
    ...entities.post,
    fields: { ...entities.post.fields, views: { ...text, type: "int", isRequired: false } },
  },
});
const configs = [
  ["while the configuration stays", same],
  ["while the configuration changes", changed],
] as const;

const trees = new Map<string, Readonly<Record<string, string>>>();
let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
  fs.cpSync(path.join(import.meta.dirname, "previous/tree"), workspace.out, { recursive: true });
  // The baselines of a tree without edits are its files.
  for (const file of workspace.files().filter((name) => name.endsWith(".ts")))
    workspace.write(`.data-api/base/${file.replace(/\/\w+\./, "/")}.base`, workspace.read(file));
});

/** Expects a run without conflicts that keeps the texts in `kept`, and then a run that changes nothing. */
async function expectSmooth(
  config: typeof same,
  edits: readonly Edit[],
  kept: readonly (readonly [file: string, text: string])[] = [],
) {
  for (const edit of edits) await applyEdit(workspace, edit);
  expect(await workspace.generate(config)).toMatchObject({ exitCode: 0 });
  for (const [file, line] of kept) expect(workspace.read(file), file).toContain(line);
  trees.set(expect.getState().currentTestName ?? "", workspace.tree());
  const before = workspace.snapshot();
  expect(await workspace.generate(config)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
  expect(workspace.snapshot()).toEqual(before);
}

/** Expects conflicts in one file, which still has the texts of the edits. */
async function expectConflict(file: string, edits: readonly Edit[], kept: readonly string[]) {
  for (const edit of edits) await applyEdit(workspace, edit);
  const { exitCode, output } = await workspace.generate(same);
  expect(exitCode).toBe(3);
  expect(output).toContain(`conflict  ${file}:`);
  for (const line of kept) expect(workspace.read(file)).toContain(line);
}

describe.each(configs)("%s", (_title, config) => {
  test("unedited files equal those generated into an empty folder", async () => {
    await expectSmooth(config, []);
    expect(workspace.tree()).toEqual(await freshTree(config));
  });

  test("edits outside of what changes are kept in the new layout", async () => {
    const newest = '    return this.db.selectFrom("post").select("title").limit(1).execute();\n';
    const own = "export const titles = z.array(postSchema.shape.title);\n\n";
    await expectSmooth(
      config,
      [
        replace("post/post.repository.ts", "PostShape> {}", `PostShape> {\n  newest() {\n${newest}  }\n}`),
        before("post/post.schema.ts", "export type Post =", own),
        after("task/task.repository.ts", "    return this", "/* here */"),
        after("line/line.schema.ts", "export type Line = ", "/* of an order */ "),
      ],
      [
        ["post/post.repository.ts", newest],
        ["post/post.schema.ts", own],
        ["task/task.repository.ts", "return this/* here */.entity"],
        ["line/line.schema.ts", "/* of an order */ z.output"],
      ],
    );
    expect(workspace.read("post/post.repository.ts")).toContain("extends Repository<PostShape> {");
    expect(workspace.read("post/post.schema.ts")).toContain(".partial();");
    expect(workspace.read("post/post.schema.ts")).not.toContain("postFields");
  });

  test("routes that were edited keep their layout, and follow the configuration", async () => {
    const seen = '    res.setHeader("X-Seen", String(caller.isAuthenticated));\n';
    const id = "    const id = parseId<number>(req.params.id, entity);\n";
    const found = "    const record = await repository.findById(id, grant);\n";
    const touch = '  router.post("/:id/touch", update);\n';
    await expectSmooth(
      config,
      [
        after("post/post.routes.ts", id + found, seen),
        after("line/line.routes.ts", '  router.put("/:orderid/:nr", update);\n', touch),
      ],
      [
        ["post/post.routes.ts", found + seen],
        ["line/line.routes.ts", touch],
        ["task/task.routes.ts", 'import * as kit from "data-api/kit";\n'],
      ],
    );
    expect(workspace.read("post/post.routes.ts")).not.toContain("kit.");
  });

  test("routes keep edits of what the configuration does not change, also if the generated side is to win", async () => {
    const seen = '    res.setHeader("X-Seen", String(caller.isAuthenticated));\n';
    const found = "    const record = await repository.findById(id, grant);\n";
    await applyEdit(workspace, after("post/post.routes.ts", found, seen));
    const { exitCode } = await workspace.generate(config, "--on-conflict", "generated");
    expect(exitCode).toBe(0);
    expect(workspace.read("post/post.routes.ts")).toContain(found + seen);
    await expectSmooth(config, []);
  });

  test("edits may use the names that are now derived", async () => {
    await expectSmooth(config, [
      replace(
        "post/post.repository.ts",
        "import type { Post, PostChanges,",
        "import type { Post, PostTable, PostChanges,",
      ),
      replace(
        "post/post.repository.ts",
        "PostShape> {}",
        [
          "PostShape> {",
          '  titleOf(row: Pick<PostTable, "title">, _all?: keyof Database): Post["title"] {',
          "    return row.title;",
          "  }",
          "",
          "  change(changes: PostChanges, input: NewPost) {",
          "    return { ...input, ...changes };",
          "  }",
          "}",
        ].join("\n"),
      ),
    ]);
  });

  test("a schema file whose schemas were edited keeps them written out", async () => {
    const checked = "}).refine(({ title, content }) => title !== content);\n";
    await expectSmooth(
      config,
      [
        replace(
          "post/post.schema.ts",
          "  content: field.richtext(),\n});\n\n/** What an update",
          `  content: field.richtext().min(1),\n${checked}\n/** What an update`,
        ),
        replace(
          "task/task.schema.ts",
          "  id: field.int(),\n  title: field.string(),\n",
          "  id: field.int(),\n  title: field.string().toLowerCase(),\n",
        ),
        replace(
          "comment/comment.schema.ts",
          "  id: field.int(),\n",
          "  id: field.int(),\n  age: z.number().optional(),\n",
        ),
        cut("line/line.schema.ts", "  product: field.string().nullish(),\n"),
      ],
      [
        ["post/post.schema.ts", "  content: field.richtext().min(1),\n"],
        ["post/post.schema.ts", checked],
        ["task/task.schema.ts", "  title: field.string().toLowerCase(),\n"],
        ["comment/comment.schema.ts", "  age: z.number().optional(),\n"],
      ],
    );
    for (const name of ["post", "task", "comment", "line"]) {
      const schema = workspace.read(`${name}/${name}.schema.ts`);
      expect(schema, name).toMatch(/export const new\w+Schema = z\.object\(\{/);
      expect(schema, name).toMatch(/Table = RowsIn<Database, "\w+">;/);
      expect(schema, name).not.toContain("Fields = {");
    }
    expect(workspace.read("line/line.schema.ts")).not.toContain("nullish");
    const { exitCode } = await workspace.generate(config, "--force", "task/task.schema.ts");
    expect(exitCode).toBe(0);
    expect(workspace.read("task/task.schema.ts")).toBe((await freshTree(config))["task/task.schema.ts"]);
  });

  test("files in a format of their own take the new layout", async () => {
    await expectSmooth(config, [
      transform("post/post.schema.ts", "reformat"),
      transform("post/post.repository.ts", "reformat"),
      transform("line/line.schema.ts", "crlf"),
      transform("task/task.routes.ts", "tabs"),
    ]);
    expect(workspace.read("post/post.schema.ts")).toContain("...postInputs.shape");
    expect(workspace.read("line/line.schema.ts")).toMatch(/^(?:.*\r\n)+$/);
  });
});

test("an edit in a declaration that the new layout removes is a conflict that keeps it", async () => {
  await expectConflict(
    "post/post.schema.ts",
    [
      after("post/post.schema.ts", "export interface PostTable {\n", "  rowid: Generated<number>;\n"),
      after("post/post.schema.ts", "export const postFields = {\n", '  more: "text",\n'),
    ],
    ["  rowid: Generated<number>;\n", '  more: "text",\n'],
  );
});

test("another base class of a repository is a conflict with the new layout that keeps it", async () => {
  const mine = 'extends Audited(Repository)<Post, NewPost, PostChanges, Database, "id", PostShape>';
  await expectConflict(
    "post/post.repository.ts",
    [
      replace(
        "post/post.repository.ts",
        'extends Repository<Post, NewPost, PostChanges, Database, "id", PostShape>',
        mine,
      ),
    ],
    [mine],
  );
});

test("a deleted declaration stays deleted in the new layout", async () => {
  await applyEdit(
    workspace,
    cut("post/post.schema.ts", "export type PostChanges = z.input<typeof postChangesSchema>;\n"),
  );
  expect(await workspace.generate(same)).toMatchObject({ exitCode: 0 });
  expect(workspace.read("post/post.schema.ts")).not.toContain("export type PostChanges");
});

test("all results of the new layout compile", () => {
  expect(trees.size).toBe(14);
  expect(compileTrees(new Map(Array.from(trees.values(), (tree, index) => [String(index), tree])))).toEqual(
    [],
  );
});
