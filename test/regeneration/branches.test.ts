import fs from "node:fs";
import path from "node:path";
import type { Config } from "data-api";
import { describe, expect, test } from "vitest";
import { blog, content, entity, routes, schema, setHeader, tag, title, uuidKey, views } from "./case.js";
import { after, applyEdit, type Edit, replace } from "./edits.js";
import { runGit } from "./run-git.js";
import { Workspace, type Result } from "./workspace.js";

/** A git repository with generated code. */
class Repository extends Workspace {
  constructor() {
    super();
    this.git("init", "--quiet", "--initial-branch", "main");
    fs.writeFileSync(path.join(this.folder, ".gitignore"), "data-api.config.mjs\n");
  }

  git(...args: readonly string[]): ReturnType<typeof runGit> {
    return runGit(this.folder, ...args);
  }

  async commit(config: Config, edits: readonly Edit[]): Promise<void> {
    expect((await this.generate(config)).exitCode).toBe(0);
    for (const edit of edits) await applyEdit(this, edit);
    this.git("add", "--all");
    expect(this.git("commit", "--quiet", "--message", "Generate").exitCode).toBe(0);
  }

  /** Merges two branches with a common base. Returns the files that git could not merge. */
  async merge(from: Config, ours: Branch, theirs: Branch): Promise<readonly string[]> {
    await this.commit(from, ours.shared ?? []);
    this.git("checkout", "--quiet", "-b", "theirs");
    await this.commit(theirs.config, theirs.edits ?? []);
    this.git("checkout", "--quiet", "main");
    await this.commit(ours.config, ours.edits ?? []);
    const { exitCode } = this.git("merge", "--no-edit", "theirs");
    const unmerged = this.git("diff", "--name-only", "--diff-filter=U").output.split("\n").filter(Boolean);
    expect(exitCode).toBe(unmerged.length > 0 ? 1 : 0);
    return unmerged.map((file) => file.replace(/^api\//, ""));
  }

  /** Resolves conflicts by taking one or both sides. */
  settle(files: readonly string[], how: keyof typeof ways): void {
    for (const file of files) {
      const text = this.read(file);
      expect(text).toMatch(/^<{7} /m);
      this.write(file, text.replaceAll(/^<{7}.*\n([^]*?)^={7}\n([^]*?)^>{7}.*\n/gm, ways[how]));
    }
  }
}

interface Branch {
  readonly config: Config;
  readonly edits?: readonly Edit[];
  /** Edits made before the branches parted. */
  readonly shared?: readonly Edit[];
}

const ways = { both: "$1$2", ours: "$1", theirs: "$2" } as const;

const own = after(
  schema,
  "export type Blogpost = z.output<typeof blogpostSchema>;\n",
  "export type Blogposts = readonly Blogpost[];\n",
);
const method = replace(
  "blogpost/blogpost.repository.ts",
  " {}",
  " {\n  get isNew(): boolean {\n    return true;\n  }\n}",
);
const gone = after(
  routes,
  "    const record = await repository.delete(id, grant, options);\n",
  '    res.setHeader("X-Gone", "1");\n',
);

/** The same result without branches: generated once and then edited. */
async function direct(config: Config, edits: readonly Edit[]): Promise<Readonly<Record<string, string>>> {
  const workspace = new Workspace();
  await workspace.generate(config);
  for (const edit of edits) await applyEdit(workspace, edit);
  return workspace.tree();
}

function expectDone({ exitCode, output }: Result): void {
  expect(output).not.toContain("conflict");
  expect(exitCode).toBe(0);
}

describe("two branches that both generate, merged by git", () => {
  test("a field added at the start on one branch and at the end on another: git merges them without a conflict", async () => {
    const repository = new Repository();
    const both = blog({ fields: { first: title, title, content, last: title } });
    const unmerged = await repository.merge(
      blog(),
      { config: blog({ fields: { first: title, title, content } }), shared: [setHeader], edits: [method] },
      { config: blog({ fields: { title, content, last: title } }), edits: [gone] },
    );
    expect(unmerged).toEqual([]);
    expectDone(await repository.generate(both));
    expect(repository.tree()).toEqual(await direct(both, [setHeader, method, gone]));
    expect((await repository.generate(both, "--check")).exitCode).toBe(0);
  });

  test.each(["both", "ours", "theirs"] as const)(
    "a field added at the end on two branches: git conflicts only in the schema, and with any side (%s) both remain",
    async (how) => {
      const repository = new Repository();
      const both = blog({ fields: { title, content, ours: title, theirs: title } });
      const unmerged = await repository.merge(
        blog(),
        { config: blog({ fields: { title, content, ours: title } }), shared: [setHeader], edits: [method] },
        { config: blog({ fields: { title, content, theirs: title } }), edits: [gone] },
      );
      expect(unmerged).toEqual([schema]);
      expect(await repository.generate(both)).toMatchObject({ exitCode: 3 });
      repository.settle(unmerged, how);
      expectDone(await repository.generate(both));
      expect(repository.tree()).toEqual(await direct(both, [setHeader, method, gone]));
      expect((await repository.generate(both, "--check")).exitCode).toBe(0);
    },
  );

  test("a field added at the end of an edited schema on two branches, one side taken: the lost field can be restored", async () => {
    const repository = new Repository();
    const both = blog({ fields: { title, content, ours: title, theirs: title } });
    const unmerged = await repository.merge(
      blog(),
      { config: blog({ fields: { title, content, ours: title } }), shared: [own] },
      { config: blog({ fields: { title, content, theirs: title } }) },
    );
    expect(unmerged).toEqual([schema]);
    repository.settle(unmerged, "ours");
    const { exitCode, output } = await repository.generate(both);
    expect(exitCode).toBe(0);
    const lost = [...output.matchAll(/--restore (\S+#.+) brings it back/g)].map(([, place = ""]) => place);
    expect(lost.map((place) => place.replace(/.*#/, ""))).toEqual(["const blogpostSchema.theirs"]);
    expect((await repository.generate(both)).output).toBe("Nothing to change.\n");
    expectDone(await repository.generate(both, ...lost.flatMap((place) => ["--restore", place])));
    expect(repository.tree()).toEqual(await direct(both, [own]));
  });

  test("a field added at the end of an edited schema on two branches, both sides kept: nothing is lost", async () => {
    const repository = new Repository();
    const both = blog({ fields: { title, content, ours: title, theirs: title } });
    const unmerged = await repository.merge(
      blog(),
      { config: blog({ fields: { title, content, ours: title } }), shared: [own] },
      { config: blog({ fields: { title, content, theirs: title } }) },
    );
    repository.settle(unmerged, "both");
    expectDone(await repository.generate(both));
    expect(repository.tree()).toEqual(await direct(both, [own]));
  });

  test("a key changed on one branch, and roles and a field on another: all changes are merged", async () => {
    const repository = new Repository();
    const permissions = { read: ["guest"], create: ["admin"], update: ["admin"], delete: ["admin"] };
    const both = blog({ ...uuidKey, fields: { title, content, views }, permissions });
    const unmerged = await repository.merge(
      blog(),
      { config: blog(uuidKey), shared: [setHeader, gone] },
      { config: blog({ fields: { title, content, views }, permissions }) },
    );
    expect(unmerged).toEqual([]);
    expectDone(await repository.generate(both));
    const fresh = new Workspace();
    await fresh.generate(both);
    for (const edit of [setHeader, gone]) await applyEdit(fresh, edit);
    expect(repository.tree()).toEqual(fresh.tree());
  });

  test.each(["both", "ours", "theirs"] as const)(
    "an entity added on each branch: both remain after index.ts is resolved by taking %s",
    async (how) => {
      const repository = new Repository();
      const both = blog({}, { tag, comment: entity() });
      const unmerged = await repository.merge(
        blog(),
        { config: blog({}, { tag }), shared: [setHeader] },
        { config: blog({}, { comment: entity() }) },
      );
      expect(unmerged).toEqual(["index.ts"]);
      repository.settle(unmerged, how);
      expectDone(await repository.generate(both));
      expect(repository.tree()).toEqual(await direct(both, [setHeader]));
    },
  );

  test.each(["ours", "theirs"] as const)(
    "different roles on two branches: the policy has the roles of both after it is resolved by taking %s",
    async (how) => {
      const repository = new Repository();
      const both = blog({ permissions: { read: ["admin", "editor"] } });
      const unmerged = await repository.merge(
        blog(),
        { config: blog({ permissions: { read: ["admin"] } }) },
        { config: blog({ permissions: { read: ["editor"] } }) },
      );
      expect(unmerged).toEqual(["blogpost/blogpost.policy.ts"]);
      repository.settle(unmerged, how);
      const result = await repository.generate(both);
      expectDone(result);
      expect(result.output).toContain("roles   blogpost.read: ");
      expect(repository.tree()).toEqual(await direct(both, []));
    },
  );
});
