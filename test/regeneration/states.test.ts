import fs from "node:fs";
import path from "node:path";
import type { Config } from "data-api";
import { expect, test } from "vitest";
import { blog, content, entity, routes, schema, setHeader, tag, title, views } from "./case.js";
import { compileTrees } from "./compile.js";
import { applyEdit } from "./edits.js";
import { Workspace } from "./workspace.js";

// A state is trusted only for its own entity, and only if the files confirm it.

const config = blog({}, { tag });
const changed = blog({ fields: { title, content, views } }, { tag });
const state = (name: string): string => `.data-api/state/${name}.json`;

function copy(workspace: Workspace, from: string, to: string): void {
  workspace.write(to, workspace.read(from));
}

function edit(workspace: Workspace, file: string, change: (text: string) => string): void {
  const text = workspace.read(file);
  expect(change(text)).not.toBe(text);
  workspace.write(file, change(text));
}

/** A state in the format of earlier versions, which did not name its entity. */
function anonymous(text: string): string {
  return text.replace(/^ {2}"entity": .*\n/m, "");
}

const lies: Readonly<Record<string, (workspace: Workspace) => void>> = {
  "a copy under a name without an entity": (workspace) => {
    copy(workspace, state("blogpost"), state("old"));
  },
  "a copy that does not name its entity": (workspace) => {
    copy(workspace, state("blogpost"), state("old"));
    edit(workspace, state("old"), anonymous);
  },
  "a copy with its baselines": (workspace) => {
    fs.cpSync(
      path.join(workspace.out, ".data-api/base/blogpost"),
      path.join(workspace.out, ".data-api/base/old"),
      {
        recursive: true,
      },
    );
    copy(workspace, state("blogpost"), state("old"));
    edit(workspace, state("old"), (text) => text.replace('"entity": "blogpost"', '"entity": "old"'));
  },
  "one entity's over another's": (workspace) => {
    copy(workspace, state("blogpost"), state("tag"));
  },
  "one entity's over another's, without a name": (workspace) => {
    copy(workspace, state("blogpost"), state("tag"));
    edit(workspace, state("tag"), anonymous);
  },
  "two swapped states": (workspace) => {
    const [blogpost, other] = [workspace.read(state("blogpost")), workspace.read(state("tag"))];
    workspace.write(state("tag"), blogpost);
    workspace.write(state("blogpost"), other);
  },
  "a state that was renamed": (workspace) => {
    copy(workspace, state("blogpost"), state("post"));
    workspace.remove(state("blogpost"));
  },
  "a copy with its name in different case": (workspace) => {
    copy(workspace, state("blogpost"), state("BlogPost"));
  },
  "paths of another entity, the index and baselines": (workspace) => {
    for (const [from, to] of [
      ["tag/tag.schema.ts", "blogpost/blogpost.schema.ts"],
      ["tag/tag.routes.ts", "index.ts"],
      ["tag/tag.policy.ts", ".data-api/base/blogpost/policy.ts.base"],
    ] as const)
      edit(workspace, state("tag"), (text) => text.replace(from, to));
  },
  "a path of the user's own": (workspace) => {
    edit(workspace, state("tag"), (text) => text.replace("tag/tag.schema.ts", "own.ts"));
  },
  "the index's over an entity's": (workspace) => {
    copy(workspace, state("_index"), state("blogpost"));
  },
  "an entity's over the index's": (workspace) => {
    copy(workspace, state("blogpost"), state("_index"));
  },
  "invalid JSON": (workspace) => {
    edit(workspace, state("blogpost"), (text) => `${text}${text}`);
  },
  "with a byte order mark and CRLF": (workspace) => {
    edit(workspace, state("blogpost"), (text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`);
  },
  "names that no entity can have": (workspace) => {
    for (const name of ["..", ".", "a b", "constructor", "-", "_index copy"])
      copy(workspace, state("blogpost"), `.data-api/state/${name}.json`);
  },
  "no states": (workspace) => {
    workspace.remove(".data-api/state");
  },
};

const own = "export const own = 1;\n";

async function prepared(): Promise<Workspace> {
  const workspace = new Workspace();
  await workspace.generate(config);
  await applyEdit(workspace, setHeader);
  workspace.write("own.ts", own);
  return workspace;
}

function codeOf(workspace: Workspace): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(workspace.tree()).filter(
      ([file]) => !file.startsWith(".data-api/") || file.endsWith(".ts"),
    ),
  );
}

const results = new Map<string, Readonly<Record<string, string>>>();

test.each(Object.entries(lies))(
  "generate gives the same code in spite of a wrong state: %s",
  async (name, tell) => {
    const [workspace, other] = [await prepared(), await prepared()];
    const before = codeOf(workspace);
    for (const each of [workspace, other]) tell(each);

    const same = await workspace.generate(config);
    expect(same.exitCode, same.output).toBe(0);
    expect(codeOf(workspace)).toEqual(before);
    expect(same.output).not.toMatch(/delete|was removed from the configuration/);
    expect((await workspace.generate(config)).output).toBe("Nothing to change.\n");
    expect((await workspace.generate(config, "--check")).exitCode).toBe(0);

    // The same change with an intact state must give the same result.
    const honest = await prepared();
    await honest.generate(changed);
    const next = await other.generate(changed);
    expect(next.exitCode, next.output).toBe(0);
    expect(codeOf(other)).toEqual(codeOf(honest));
    expect((await other.generate(changed)).output).toBe("Nothing to change.\n");
    results.set(name, codeOf(other));
  },
);

test("generated code compiles, and is the same, after every wrong state", () => {
  expect(compileTrees(new Map([...results].slice(0, 1)))).toEqual([]);
  expect(new Set([...results.values()].map((tree) => JSON.stringify(tree))).size).toBe(1);
});

test("a copied state of generated code is reported and removed", async () => {
  const workspace = await prepared();
  copy(workspace, state("blogpost"), state("old"));
  const { output } = await workspace.generate(config);
  expect(output).toContain(
    'hint    .data-api/state/old.json is a copy of the state of "blogpost", so it is ignored and removed\n',
  );
  expect(workspace.exists(state("old"))).toBe(false);
});

test("a state of generated code that is a symbolic link is rejected, and nothing is written", async () => {
  const workspace = await prepared();
  fs.symlinkSync("blogpost.json", path.join(workspace.out, state("old")));
  const before = workspace.snapshot();
  const { exitCode, output } = await workspace.generate(config);
  expect(output).toContain('".data-api/state/old.json" in the output folder is a symbolic link.');
  expect(exitCode).toBe(1);
  expect(workspace.snapshot()).toEqual(before);
});

test("a word that was replaced in code and baselines is a conflict when the configuration changes that code", async () => {
  const workspace = await prepared();
  for (const file of [routes, ".data-api/base/blogpost/routes.ts.base"])
    edit(workspace, file, (text) => text.replaceAll(/\bselection\b/g, "chosen"));
  const before = workspace.read(routes);
  const { exitCode, output } = await workspace.generate(blog({ systemFields: { id: "uuid" } }, { tag }));
  expect(exitCode).toBe(3);
  expect(output).toContain(`conflict  ${routes} (its baseline was changed by another tool; --adopt keeps it`);
  expect(workspace.read(routes)).toBe(before);
});

test("a file at another entity's path is kept when the entity from which it was moved is removed", async () => {
  const workspace = await prepared();
  // A user has started a new entity with a file of the old one.
  fs.renameSync(path.join(workspace.out, "tag/tag.routes.ts"), path.join(workspace.out, "label.ts"));
  workspace.write("label/label.routes.ts", workspace.read("label.ts"));
  workspace.remove("label.ts");
  const { output } = await workspace.generate(blog({}, { label: entity({ fields: { name: title } }) }));
  expect(output).not.toContain("delete  label/");
  expect(workspace.exists("label/label.routes.ts")).toBe(true);
  expect(workspace.exists(schema)).toBe(true);
});

test("an unknown baseline is a conflict after a change, or is accepted by a run without a change", async () => {
  const workspace = await prepared();
  const tell = (): void => {
    for (const name of ["blogpost", "tag", "_index"])
      edit(workspace, state(name), (text) => text.replaceAll(/: "[\w-]{43}"/g, `: "${"x".repeat(43)}"`));
  };
  tell();
  // The types of tables follow the configuration, whatever happens to the code.
  const tables = { [".data-api/database.ts"]: "" };
  const before = codeOf(workspace);
  expect(await workspace.generate(changed)).toMatchObject({ exitCode: 3 });
  expect({ ...codeOf(workspace), ...tables }).toEqual({ ...before, ...tables });
  expect(await workspace.generate(config)).toMatchObject({ exitCode: 0 });
  expect(await workspace.generate(changed)).toMatchObject({ exitCode: 0 });
  expect(codeOf(workspace)[routes]).toBe(before[routes]);
});

test("a changed baseline of one of several operations is a conflict", async () => {
  const calls = (type: "string" | "int"): Config => {
    const operation = { parameters: { word: { type } }, permissions: ["guest"], handler: () => undefined };
    return { ...config, operations: { greet: operation, wave: operation } };
  };
  const file = "operations/greet.operation.ts";
  const workspace = new Workspace();
  await workspace.generate(calls("string"));
  for (const each of [file, ".data-api/base/operations/greet/operation.ts.base"])
    edit(workspace, each, (text) => text.replaceAll(/\binput\b/g, "entry"));
  const before = workspace.read(file);
  const { exitCode, output } = await workspace.generate(calls("int"));
  expect(output).toContain(`conflict  ${file} (its baseline was changed by another tool; --adopt keeps it`);
  expect(exitCode).toBe(3);
  expect(workspace.read(file)).toBe(before);
});
