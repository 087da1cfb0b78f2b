import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  blog,
  content,
  entity,
  everyone,
  index,
  repository,
  routes,
  schema,
  tag,
  title,
  views,
  withEntities,
} from "./case.js";
import { compileTrees } from "./compile.js";
import { runs } from "../runs.js";
import { applyEdit, before, move } from "./edits.js";
import { Workspace } from "./workspace.js";

// Imports follow a manually moved file.

const tagid = {
  type: "int",
  isEditable: true,
  isRequired: false,
  foreignKey: { targetEntityName: "tag", resolvedEntityName: "tag" },
} as const;
const plain = blog({}, { tag });

/** The trees of the tests, by name. They are compiled together at the end, as reading the package's types is slow. */
const trees = new Map<string, Readonly<Record<string, string>>>();
const keyed = blog({ fields: { title, content, tagid } }, { tag });

test("the import for a foreign key follows the schema of its target each time it is moved", async () => {
  const workspace = new Workspace();
  await workspace.generate(plain);
  await applyEdit(workspace, move("tag/tag.schema.ts", "models/labels.ts"));
  expect(await workspace.generate(keyed)).toMatchObject({ exitCode: 0 });
  expect(workspace.read(schema)).toContain('import type { tagSchema, TagShape } from "../models/labels.js";');
  expect(workspace.read("tag/tag.routes.ts")).toContain('from "../models/labels.js";');
  trees.set("moved", workspace.tree());

  await applyEdit(workspace, move("models/labels.ts", "labels.ts"));
  await applyEdit(workspace, move(schema, "a/b/c/post.ts"));
  expect(await workspace.generate(keyed)).toMatchObject({ exitCode: 0 });
  expect(workspace.read("a/b/c/post.ts")).toContain(
    'import type { tagSchema, TagShape } from "../../../labels.js";',
  );
  expect(workspace.read(routes)).toContain('from "../a/b/c/post.js";');
  trees.set("moved again", workspace.tree());

  await applyEdit(workspace, move("a/b/c/post.ts", schema));
  await applyEdit(workspace, move("labels.ts", "tag/tag.schema.ts"));
  expect(await workspace.generate(keyed)).toMatchObject({ exitCode: 0 });
  const fresh = new Workspace();
  await fresh.generate(keyed);
  expect(workspace.tree()).toEqual(fresh.tree());
}, 240_000);

test("imports in a moved file that an editor has updated are kept, and so are edits next to them", async () => {
  const workspace = new Workspace();
  await workspace.generate(keyed);
  await applyEdit(workspace, move(routes, "http/posts.ts"));
  await applyEdit(
    workspace,
    before(
      "http/posts.ts",
      "    kit.replyRecord(res, await repository.findById(id, grant));\n",
      "    void id;\n",
    ),
  );
  workspace.write(
    "http/posts.ts",
    workspace.read("http/posts.ts").replaceAll('from "./blogpost', 'from "../blogpost/blogpost'),
  );
  expect(await workspace.generate(keyed)).toMatchObject({ exitCode: 0 });
  expect(workspace.read("http/posts.ts").split('from "../blogpost/')).toHaveLength(4);
  expect(workspace.read("http/posts.ts")).toContain("void id;");
  trees.set("edited", workspace.tree());
}, 240_000);

test("imports in a moved file follow an entity that is renamed in the same run", async () => {
  for (const moved of [routes, schema, repository]) {
    const workspace = new Workspace();
    await workspace.generate(keyed);
    await applyEdit(workspace, move(moved, "elsewhere/moved.ts"));
    workspace.write(
      "elsewhere/moved.ts",
      workspace.read("elsewhere/moved.ts").replaceAll('from "./blogpost', 'from "../blogpost/blogpost'),
    );
    const renamed = withEntities({
      article: entity({
        renamedFrom: "blogpost",
        fields: {
          title,
          content,
          tagid: { ...tagid, foreignKey: { ...tagid.foreignKey, targetEntityName: "label" } },
        },
      }),
      label: { ...tag, renamedFrom: "tag" },
    });
    expect(await workspace.generate(renamed)).toMatchObject({ exitCode: 0 });
    expect(workspace.read("elsewhere/moved.ts")).not.toMatch(/from ".*(blogpost|tag)\//);
    expect(await workspace.generate(renamed)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
    trees.set(`renamed beside ${path.basename(moved)}`, workspace.tree());
  }
}, 240_000);

test("generate finds moved files without their state", async () => {
  const workspace = new Workspace();
  await workspace.generate(keyed);
  await applyEdit(workspace, move(repository, "data/posts.ts"));
  workspace.write("data/posts.ts", `${workspace.read("data/posts.ts")}\nexport const mine = 1;\n`);
  workspace.remove(".data-api/state");
  expect(await workspace.generate(keyed)).toMatchObject({ exitCode: 0 });
  expect(workspace.exists(repository)).toBe(false);
  expect(workspace.read("data/posts.ts")).toContain("export const mine = 1;");
  expect(workspace.read(index)).toContain('from "./data/posts.js";');
});

/** Moves a file like an editor, which updates the imports in it and of it. */
function moveAsEditor(workspace: Workspace, from: string, to: string): void {
  const withImports = (text: string, place: string, target: (module: string) => string, at = place): string =>
    text.replace(/from "(\.[^"]+)"/g, (_, module: string) => {
      const found = target(path.posix.join(path.posix.dirname(place), module));
      const relative = path.posix.relative(path.posix.dirname(at), found);
      return `from "${relative.startsWith(".") ? relative : `./${relative}`}"`;
    });
  const asModule = (file: string): string => file.replace(/\.ts$/, ".js");
  const text = workspace.read(from);
  workspace.remove(from);
  workspace.write(
    to,
    withImports(text, from, (module) => module, to),
  );
  for (const place of Object.keys(workspace.tree()))
    if (place.endsWith(".ts") && place !== to && place !== index)
      workspace.write(
        place,
        withImports(workspace.read(place), place, (module) =>
          module === asModule(from) ? asModule(to) : module,
        ),
      );
}

test.each(["schema", "repository", "routes", "policy"])(
  "imports follow the configuration after an editor has moved the %s",
  async (artifact) => {
    const closed = { ...everyone, create: [], update: [] };
    const next: Readonly<Record<string, ReturnType<typeof blog>>> = {
      closed: blog({ fields: { title, content, tagid }, permissions: closed }, { tag }),
      opened: keyed,
      "without a foreign key": plain,
      renamed: withEntities({
        article: entity({
          renamedFrom: "blogpost",
          permissions: closed,
          fields: {
            title,
            content,
            tagid: { ...tagid, foreignKey: { ...tagid.foreignKey, targetEntityName: "label" } },
          },
        }),
        label: { ...tag, renamedFrom: "tag" },
      }),
    };
    for (const [name, config] of Object.entries(next))
      for (const moved of ["blogpost", "tag"]) {
        const workspace = new Workspace();
        await workspace.generate(name === "opened" ? (next["closed"] ?? keyed) : keyed);
        moveAsEditor(workspace, `${moved}/${moved}.${artifact}.ts`, "elsewhere/moved.ts");
        expect(await workspace.generate(config)).toMatchObject({ exitCode: 0 });
        expect(await workspace.generate(config)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
        trees.set(`${name}, ${artifact} of ${moved}`, workspace.tree());
      }
  },
  240_000,
);

const files = ["blogpost", "tag"].flatMap((entity) =>
  ["schema", "repository", "routes", "policy"].map((artifact) => `${entity}/${entity}.${artifact}.ts`),
);
const places = fc.array(
  fc.record({
    file: fc.nat(files.length - 1),
    folder: fc.constantFrom("", "a/", "a/b/", "tag/", "blogpost/x/"),
  }),
  { maxLength: 6 },
);

/** The number of results of random moves that are compiled. */
const COMPILED = runs(5);

test("after two rounds of random moves of files, a second run of generate changes nothing", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(places, places, fc.constantFrom(".ts", ".mts"), async (first, second, ending) => {
      const workspace = new Workspace();
      await workspace.generate(plain);
      const now = new Map(files.map((file) => [file, file]));
      const shuffle = async (moves: typeof first): Promise<void> => {
        for (const { file, folder } of moves) {
          const from = now.get(files[file] ?? "") ?? "";
          const to = `${folder}moved${file}${ending}`;
          if (from === to) continue;
          await applyEdit(workspace, move(from, to));
          now.set(files[file] ?? "", to);
        }
      };
      await shuffle(first);
      expect(await workspace.generate(keyed)).toMatchObject({ exitCode: 0 });
      await shuffle(second);
      const later = blog({ fields: { title, content, tagid, views } }, { tag });
      expect(await workspace.generate(later)).toMatchObject({ exitCode: 0 });
      expect(await workspace.generate(later)).toEqual({ exitCode: 0, output: "Nothing to change.\n" });
      for (const place of now.values()) expect(workspace.exists(place)).toBe(true);
      if (run++ < COMPILED) trees.set(`random ${run}`, workspace.tree());
    }),
    { seed: 20_261_122, numRuns: runs(15) },
  );
}, 240_000);

test("generated code compiles after every move of its files", () => {
  expect(trees.size).toBe(2 + 1 + 3 + 4 * 8 + COMPILED);
  expect(compileTrees(trees)).toEqual([]);
});
