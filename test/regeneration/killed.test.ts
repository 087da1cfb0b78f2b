import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { OutputFolder } from "../../generator/files/output-folder.js";
import type { PlanOptions } from "../../generator/plan/plan.js";
import {
  blog,
  content,
  entity,
  limitTitle,
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
import { after, applyEdit, cut, type Edit, move, remove, replace, transform } from "./edits.js";
import { BrittleFolder, Killed, regenerate } from "./planned.js";
import { stride } from "../runs.js";
import { createFolder, Workspace } from "./workspace.js";

/** The test kills the process after every n-th change. Scenarios start at different changes. */
const EACH = stride(3);

type Config = ReturnType<typeof blog>;

interface Scenario {
  /** Whether the run has conflicts. */
  readonly conflicts?: true;
  readonly config: Config;
  readonly edits: readonly Edit[];
  readonly next: Config;
  readonly options?: Partial<PlanOptions>;
}

const trimOptional = replace(
  schema,
  "title: field.string().nullable()",
  "title: field.string().trim().nullable()",
);
const member = after(schema, "  tables: Database;\n", "  legacy: string;\n");

const scenarios: Readonly<Record<string, Scenario>> = {
  "a first run": { config: withEntities({ tag }), edits: [], next: blog({}, { tag }) },
  "edits and a change of the whole configuration": {
    config: blog(),
    edits: [setHeader, member, cut(routes, '  router.put("/:id", update);\n'), remove(repository)],
    next: blog({ ...uuidKey, fields: { views, title }, permissions: { read: ["admin"] } }),
  },
  "a conflict": {
    conflicts: true,
    config: blog(),
    edits: [limitTitle, setHeader],
    next: blog({ ...uuidKey, fields: { title: short, content, views } }),
  },
  "a conflict that is resolved": {
    config: blog(),
    edits: [limitTitle, setHeader],
    next: blog({ ...uuidKey, fields: { title: short, content } }),
    options: { onConflict: "yours" },
  },
  "an edit beside what the configuration removes": {
    config: blog({ fields: { title: { ...title, isRequired: false } } }),
    edits: [trimOptional],
    next: blog({ fields: { title } }),
  },
  "a removed entity, edited": {
    config: blog({}, { tag }),
    edits: [setHeader],
    next: withEntities({ tag: entity({ fields: { label: title, views } }) }),
  },
  "a removed entity, unedited": { config: blog({}, { tag }), edits: [], next: blog() },
  "a renamed field": {
    config: blog(),
    edits: [trimTitle, setHeader],
    next: blog({ ...uuidKey, fields: { headline: { ...title, renamedFrom: "title" }, views } }),
  },
  "a renamed field in a conflict": {
    conflicts: true,
    config: blog(),
    edits: [limitTitle, setHeader],
    next: blog({ ...uuidKey, fields: { headline: { ...short, renamedFrom: "title" }, views } }),
  },
  "a renamed entity": {
    config: blog({}, { tag }),
    edits: [trimTitle, setHeader, member],
    next: withEntities({ article: entity({ renamedFrom: "blogpost" }), tag }),
  },
  "a renamed entity with a conflict, a moved and a deleted file": {
    conflicts: true,
    config: blog({ fields: { title, content } }),
    edits: [limitTitle, setHeader, move(policy, "access/posts.ts"), remove(repository)],
    next: withEntities({
      article: entity({ renamedFrom: "blogpost", ...uuidKey, fields: { title: short, content } }),
    }),
  },
  "a renamed entity with a renamed field in a conflict": {
    conflicts: true,
    config: blog(),
    edits: [limitTitle, setHeader, member, transform(repository, "crlf")],
    next: withEntities({
      article: entity({
        renamedFrom: "blogpost",
        fields: { headline: { ...short, renamedFrom: "title" }, content },
      }),
    }),
  },
  "a name in different case": {
    config: blog(),
    edits: [trimTitle, setHeader],
    next: withEntities({ blogPost: entity({ table: "blogpost" }) }),
  },
  adoption: {
    config: blog(),
    edits: [setHeader, remove(".data-api")],
    next: blog({ ...uuidKey }),
    options: { adopt: true },
  },
  "a file that --force overwrites": {
    config: blog(),
    edits: [setHeader, trimTitle],
    next: blog({ fields: { title: short, content } }),
    options: { force: new Set([schema]) },
  },
};

test.each(Object.entries(scenarios).map(([name, scenario], index) => [name, scenario, index] as const))(
  "a run of generate that is killed after any change is completed by the next one: %s",
  async (_name, { conflicts: hasConflicts = false, config, edits, next, options }, index) => {
    const prepared = new Workspace();
    await regenerate(config, new OutputFolder(prepared.out));
    for (const edit of edits) await applyEdit(prepared, edit);
    const copy = (): Workspace => {
      const workspace = new Workspace(createFolder());
      fs.cpSync(prepared.out, workspace.out, { recursive: true });
      return workspace;
    };

    const whole = copy();
    const plan = await regenerate(next, new OutputFolder(whole.out), options);
    const wanted = plan.files.filter((file) => file.conflicts.length > 0).map((file) => file.path);
    expect(wanted.length > 0).toBe(hasConflicts);
    await regenerate(next, new OutputFolder(whole.out), options);
    const expected = whole.tree();

    for (let changes = index % EACH; ; changes += EACH) {
      const workspace = copy();
      const kill = regenerate(next, new BrittleFolder(workspace.out, changes), options).catch(
        (error: unknown) => error,
      );
      if (!((await kill) instanceof Killed)) {
        expect(changes).toBeGreaterThan(2);
        return;
      }
      const again = await regenerate(next, new OutputFolder(workspace.out), options);
      expect(workspace.tree(), `killed after ${changes} changes`).toEqual(expected);
      const left = again.files.filter((file) => file.conflicts.length > 0).map((file) => file.path);
      expect(left, `killed after ${changes} changes`).toEqual(wanted);
      fs.rmSync(path.dirname(workspace.out), { recursive: true });
    }
  },
);

test("a merge that a killed run has recorded and not written is done by the next one, also after another edit", async () => {
  const workspace = new Workspace();
  const optional = { ...title, isRequired: false };
  await regenerate(blog({ fields: { title: optional } }), new OutputFolder(workspace.out));
  await applyEdit(workspace, trimOptional);
  const next = blog({ fields: { title } });
  await expect(regenerate(next, new BrittleFolder(workspace.out, 1))).rejects.toThrow(Killed);
  expect(workspace.exists(".data-api/pending/blogpost/schema.json")).toBe(true);
  expect((await workspace.status()).output).not.toContain("conflict");

  await applyEdit(workspace, member);
  const { files } = await regenerate(next, new OutputFolder(workspace.out));
  expect(files.flatMap(({ conflicts }) => conflicts)).toEqual([]);
  expect(workspace.read(schema)).toContain("  title: field.string().trim(),\n");
  expect(workspace.read(schema)).toContain("  legacy: string;\n");
  expect(workspace.exists(".data-api/pending")).toBe(false);
});
