import { describe, expect, it } from "vitest";

import { policyFile, repositoryFile, routesFile, schemaFile } from "./generated.js";
import { conflict, edit, edits, merge } from "./merged.js";

const windows = (text: string): string => text.replaceAll("\n", "\r\n");

/** Merges a list: the generator wrote `base`, the user changed it to `yours`, and the generator now writes `next`. */
function mergeList(base: string, yours: string, next: string): string {
  const result = merge(`${base}\n`, `${yours}\nown();\n`, `${next}\n`);
  expect(result.conflicts).toEqual([]);
  return result.text.slice(0, -"\nown();\n".length);
}

describe("line ends and BOM", () => {
  const yours = edit(schemaFile, "id: field.int()", "id: field.bigint()");
  const next = edit(
    schemaFile,
    "  title: field.string(),\n});",
    "  title: field.string(),\n  slug: field.string(),\n});",
  );
  const both = edit(next, "id: field.int()", "id: field.bigint()");

  it("a merge keeps CRLF, also in inserted text", () => {
    expect(merge(schemaFile, windows(yours), next).text).toBe(windows(both));
  });

  it("a merge keeps a BOM and CRLF, also in an unedited file", () => {
    expect(merge(schemaFile, `\uFEFF${windows(yours)}`, next).text).toBe(`\uFEFF${windows(both)}`);
    expect(merge(schemaFile, `\uFEFF${schemaFile}`, next).text).toBe(`\uFEFF${next}`);
    expect(merge(schemaFile, windows(schemaFile), next).text).toBe(windows(next));
  });

  it("a merge keeps CRLF within conflicts", () => {
    const other = edit(schemaFile, "id: field.int()", "id: field.uuid()");
    const marked = edit(
      yours,
      "  id: field.bigint(),",
      conflict("  id: field.bigint(),", "  id: field.int(),", "  id: field.uuid(),"),
    );
    expect(merge(schemaFile, windows(yours), other).text).toBe(windows(marked));
  });

  it("a merge keeps CRLF in a body that was merged line by line", () => {
    const mine = edit(routesFile, "    replyPage(req,", "    audit(caller);\n    replyPage(req,");
    const theirs = edit(routesFile, '"read", blogpostPolicy, req', '"list", blogpostPolicy, req');
    const expected = edit(mine, '"read", blogpostPolicy, req', '"list", blogpostPolicy, req');
    expect(merge(routesFile, windows(mine), theirs).text).toBe(windows(expected));
  });

  it("a merge keeps mixed line ends and a missing last one as they are", () => {
    const mixed = yours.replace("\n", "\r\n").slice(0, -1);
    expect(merge(schemaFile, mixed, next).text).toBe(both.replace("\n", "\r\n").slice(0, -1));
  });
});

describe("another formatter", () => {
  it("a merge indents inserted text like the file", () => {
    const tabs = edit(repositoryFile, ".count();", ".total();").replaceAll("  ", "\t");
    const next = edit(
      repositoryFile,
      "  /** Removes one",
      "  /**\n   * Sums up.\n   */\n  async sum() {\n    if (a) {\n      b();\n    }\n  }\n\n  /** Removes one",
    );
    const sum = "\t/**\n\t * Sums up.\n\t */\n\tasync sum() {\n\t\tif (a) {\n\t\t\tb();\n\t\t}\n\t}\n\n";
    expect(merge(repositoryFile, tabs, next).text).toBe(
      edit(tabs, "\t/** Removes one", `${sum}\t/** Removes one`),
    );
  });

  it("a merge keeps the user's four spaces, missing semicolons and single quotes, and changes nothing else", () => {
    const yours = `// @data-api a
import { z } from 'kit'

export interface Table {
    id: number
    own: string
}

export const a = z.object({
    id: z.int('x')
})
`;
    const base = `// @data-api a
import { z } from "kit";

export interface Table {
  id: number;
}

export const a = z.object({
  id: z.int("x"),
});
`;
    const next = edits(
      base,
      ["  id: number;\n", "  id: number;\n  title: string;\n"],
      ['  id: z.int("x"),\n', '  id: z.int("x"),\n  title: z.string(),\n'],
    );
    expect(merge(base, yours, next).text).toBe(
      edits(
        yours,
        ["    id: number\n", "    id: number\n    title: string\n"],
        ["    id: z.int('x')\n", "    id: z.int('x'),\n    title: z.string()\n"],
      ),
    );
  });

  it("a merge takes the new layout of an unedited list", () => {
    const yours = edit(schemaFile, ".partial();", ".partial().strict();");
    const next = edit(
      schemaFile,
      "z.object({ title: field.string({ maxLength: 200 }) })",
      "z\n  .object({\n    title: field.string({ maxLength: 200 }),\n    slug: field.string(),\n  })\n  ",
    );
    expect(merge(schemaFile, yours, next).text).toContain("\n  slug: field.string(),\n");
    expect(merge(schemaFile, yours, next).text).toContain(".partial().strict();");
  });
});

describe("a change of the generator's layout alone", () => {
  it("a change of the generator's layout alone is applied to unedited parts, but not to edited parts", () => {
    const base = "export const a = f(1, 2);\n\nexport const b = f(1, 2);\n\nexport const c = 1;\n";
    const next =
      "export const a = f(\n  1,\n  2,\n);\n\nexport const b = f(\n  1,\n  2,\n);\n\nexport const c = 2;\n";
    const yours = edit(base, "b = f(1, 2)", "b = f(1, 3)");
    expect(merge(base, yours, next).text).toBe(
      "export const a = f(\n  1,\n  2,\n);\n\nexport const b = f(1, 3);\n\nexport const c = 2;\n",
    );
  });
});

describe("separators", () => {
  it.each<[string, string, string, string, string]>([
    [
      "into one line",
      "f({ a: 1 });",
      "f({ a: 1, own: 0 });",
      "f({ a: 1, b: 2 });",
      "f({ a: 1, b: 2, own: 0 });",
    ],
    [
      "at the end of one line",
      "f({ a: 1 });",
      "f({ own: 0, a: 1 });",
      "f({ a: 1, b: 2 });",
      "f({ own: 0, a: 1, b: 2 });",
    ],
    [
      "at the start of one line",
      "f({ b: 1 });",
      "f({ b: 1, own: 0 });",
      "f({ a: 1, b: 1 });",
      "f({ a: 1, b: 1, own: 0 });",
    ],
    ["into nothing", "f({});", "f({}, own);", "f({ a: 1, b: 2 });", "f({ a: 1, b: 2 }, own);"],
    [
      "into nothing, on lines",
      "f({});",
      "f({}, own);",
      "f({\n  a: 1,\n  b: 2,\n});",
      "f({\n  a: 1,\n  b: 2,\n}, own);",
    ],
    [
      "last of one line removed",
      "f({ a: 1, b: 2 });",
      "f({ a: 1, b: 2 }, own);",
      "f({ a: 1 });",
      "f({ a: 1 }, own);",
    ],
    [
      "last after an own member removed",
      "f({ a: 1, b: 2 });",
      "f({ own: 0, a: 1, b: 2 });",
      "f({ a: 1 });",
      "f({ own: 0, a: 1 });",
    ],
    [
      "first of one line removed",
      "f({ a: 1, b: 2 });",
      "f({ a: 1, b: 2, own: 0 });",
      "f({ b: 2 });",
      "f({ b: 2, own: 0 });",
    ],
    ["only member removed", "f({ a: 1 });", "f({ a: 1 }, own);", "f({});", "f({}, own);"],
    [
      "no trailing comma on lines",
      "f({\n  a: 1,\n});",
      "f({\n  own: 0,\n  a: 1\n});",
      "f({\n  a: 1,\n  b: 2,\n});",
      "f({\n  own: 0,\n  a: 1,\n  b: 2\n});",
    ],
    [
      "last removed, no trailing comma",
      "f({\n  a: 1,\n  b: 2,\n});",
      "f({\n  own: 0,\n  a: 1,\n  b: 2\n});",
      "f({\n  a: 1,\n});",
      "f({\n  own: 0,\n  a: 1\n});",
    ],
    [
      "after a comment",
      "f({\n  a: 1,\n});",
      "f({\n  own: 0,\n  a: 1 // last\n});",
      "f({\n  a: 1,\n  b: 2,\n});",
      "f({\n  own: 0,\n  a: 1, // last\n  b: 2\n});",
    ],
    [
      "a comment into one line",
      "f({\n  a: 1,\n});",
      "f({ a: 1, own: 0 });",
      "f({\n  a: 1,\n  b: 2, // b\n});",
      "f({ a: 1,\n  b: 2, // b\n  own: 0 });",
    ],
    [
      "interface on one line",
      "interface A { a: 1; }",
      "interface A { a: 1; own: 0 }",
      "interface A { a: 1; b: 2; }",
      "interface A { a: 1; b: 2; own: 0 }",
    ],
    [
      "interface with commas",
      "interface A {\n  a: 1;\n}",
      "interface A {\n  own: 0,\n  a: 1,\n}",
      "interface A {\n  a: 1;\n  b: 2;\n}",
      "interface A {\n  own: 0,\n  a: 1,\n  b: 2,\n}",
    ],
    [
      "interface without separators",
      "interface A {\n  a: 1;\n}",
      "interface A {\n  own: 0\n  a: 1\n}",
      "interface A {\n  a: 1;\n  b: 2;\n}",
      "interface A {\n  own: 0\n  a: 1\n  b: 2\n}",
    ],
    [
      "one line without a last separator",
      "interface A { a: 1; }",
      "interface A extends B { a: 1 }",
      "interface A { a: 1; b: 2; }",
      "interface A extends B { a: 1; b: 2 }",
    ],
    [
      "enum",
      "enum A {\n  a,\n}",
      "enum A {\n  own,\n  a\n}",
      "enum A {\n  a,\n  b,\n}",
      "enum A {\n  own,\n  a,\n  b\n}",
    ],
    [
      "a comment at the end of the list",
      "f({\n  a: 1,\n});",
      "f({\n  a: 1,\n  // own: 0\n});",
      "f({\n  a: 1,\n  b: 2,\n});",
      "f({\n  a: 1,\n  b: 2,\n  // own: 0\n});",
    ],
    [
      "a comment after one member of a line",
      "f({\n  a: 1,\n  b: 2,\n});",
      "f({ a: 1, b: 2, own: 0 });",
      "f({\n  a: 1, // a\n  b: 2,\n});",
      "f({ a: 1, // a\n b: 2, own: 0 });",
    ],
    [
      "a comment before one member of a line",
      "f({ a: 1, /* b */ b: 2 });",
      "f({ a: 1, /* b */ b: 2, own: 0 });",
      "f({ a: 1 });",
      "f({ a: 1, own: 0 });",
    ],
    [
      "a comment of the generator",
      "f({\n  a: 1,\n  b: 2,\n});",
      "f({\n  a: 1,\n  b: 2,\n  own: 0,\n});",
      "f({\n  a: 1,\n\n  // free\n\n  b: 2,\n});",
      "f({\n  a: 1,\n\n  // free\n\n  b: 2,\n  own: 0,\n});",
    ],
    [
      "a comment on the line of the brace",
      "f({\n  b: 1,\n});",
      "f({ // own\n  b: 1,\n});",
      "f({\n  a: 1,\n  b: 1,\n});",
      "f({ // own\n  a: 1,\n  b: 1,\n});",
    ],
  ])("a merge sets the separators of a list that fit its style: %s", (_, base, yours, next, expected) => {
    expect(mergeList(base, yours, next)).toBe(expected);
  });
});

describe("order and place", () => {
  it("a merge keeps the order of the user, and inserts after the nearest remaining sibling", () => {
    const base = "f({\n  a: 1,\n  b: 2,\n  c: 3,\n});";
    const yours = "f({\n  c: 3,\n  a: 1,\n});";
    expect(mergeList(base, yours, "f({\n  a: 1,\n  b: 2,\n  x: 0,\n  y: 0,\n  c: 4,\n});")).toBe(
      "f({\n  c: 4,\n  a: 1,\n  x: 0,\n  y: 0,\n});",
    );
  });

  it.each([0, 1, 2])("a merge puts empty lines around a method that replaces method %i", (at) => {
    const print = (names: readonly string[]): string =>
      `class A {\n${names.map((name) => `  ${name}() {\n    return 1;\n  }`).join("\n\n")}\n}`;
    const names = ["a", "b", "c"];
    const base = print(names);
    expect(mergeList(base, print([...names, "own"]), print(names.with(at, "d")))).toBe(
      print([...names.with(at, "d"), "own"]),
    );
    expect(mergeList(base, print(names.with(at, "own")), print([...names, "d"]))).toBe(
      print(at === 2 ? ["a", "b", "d", "own"] : [...names.with(at, "own"), "d"]),
    );
  });

  it("a merge puts a new first member first", () => {
    expect(
      mergeList(
        "class A {\n  b = 1;\n}",
        "class A {\n  own = 0;\n  b = 1;\n}",
        "class A {\n  a = 1;\n\n  b = 1;\n}",
      ),
    ).toBe("class A {\n  a = 1;\n\n  own = 0;\n  b = 1;\n}");
  });

  it("a merge puts a new first route after code that the user put before the routes", () => {
    const guard = '  router.use("/", guard);\n\n';
    const first = '  router.get("/count", async (req, res) => {\n    res.end();\n  });\n\n';
    const before = '  router.get("/:access';
    const yours = edit(routesFile, before, guard + before);
    const next = edit(routesFile, before, first + before);
    expect(merge(routesFile, yours, next).text).toBe(edit(routesFile, before, guard + first + before));
  });

  it("a merge puts declarations below imports that the user added", () => {
    const yours = edit(
      policyFile,
      'import type { Policy } from "data-api/kit";',
      'import type { Policy } from "data-api/kit";\nimport own from "own";',
    );
    const next = edit(policyFile, "/** Who may", "export const version = 2;\n\n/** Who may");
    expect(merge(policyFile, yours, next).text).toBe(
      edit(yours, "/** Who may", "export const version = 2;\n\n/** Who may"),
    );
  });

  it("a merge puts an empty line between the user's imports and a new first declaration", () => {
    const base = "// @data-api a\nexport const a = 1;\n";
    const yours = '// @data-api a\nimport own from "own";\n';
    const next = "// @data-api a\nexport const b = 1;\nexport const a = 1;\n";
    expect(merge(base, yours, next).text).toBe(`${yours}\nexport const b = 1;\n`);
  });

  it("a merge matches two routes of one path by what they do, then by order", () => {
    const own = '  router.delete("/:id", async (req, res) => {\n    own(req, res);\n  });\n\n';
    const yours = edit(routesFile, '  router.delete("/:id"', `${own}  router.delete("/:id"`);
    const next = edit(routesFile, "res.status(204)", "res.status(200)");
    expect(merge(routesFile, yours, next).text).toBe(edit(yours, "res.status(204)", "res.status(200)"));
  });
});

describe("comments", () => {
  it("comments are deleted with the unit that they are attached to", () => {
    const yours = edit(schemaFile, "id: field.int()", "id: field.bigint()");
    const next = edit(
      schemaFile,
      "/** What a create takes. */\nexport const newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 200 }),\n});\n",
      "",
    );
    const expected = edit(next, "id: field.int()", "id: field.bigint()");
    expect(merge(schemaFile, yours, next).text).toBe(expected);
  });

  it("comments of the user stay in their place if they are separated by empty lines", () => {
    const free = "// Ours: below are writes.\n\n";
    const yours = edit(schemaFile, "/** What a create takes. */", `${free}/** What a create takes. */`);
    const next = edit(
      schemaFile,
      "/** What a create takes. */\nexport const newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 200 }),\n});\n",
      "",
    );
    expect(merge(schemaFile, yours, next).text).toBe(
      edit(next, "export const blogpostChanges", `${free}export const blogpostChanges`),
    );
  });

  it("changes of comments by the user count as edits", () => {
    const yours = edit(repositoryFile, "/** How many blogposts there are. */", "/** How many. */");
    const next = edit(
      repositoryFile,
      "  /** How many blogposts there are. */\n  async count(grant: Grant): Promise<number> {\n    return this.select(grant).count();\n  }\n\n",
      "",
    );
    const result = merge(repositoryFile, yours, next);
    expect(result.conflicts.map(({ unit, reason }) => [unit, reason])).toEqual([
      ["class BlogpostRepository.count", "removed-by-config"],
    ]);
  });

  it("comments of the generator are added, changed and removed", () => {
    const base = "// @data-api a\n\n// Part one.\n\na();\n\n// Part two.\n\nb();\n";
    const yours = `${base}own();\n`;
    expect(merge(base, yours, edit(base, "one", "1")).text).toBe(edit(yours, "one", "1"));
    expect(merge(base, yours, edit(base, "// Part two.\n\n", "")).text).toBe(
      edit(yours, "// Part two.\n\n", ""),
    );
    expect(merge(base, yours, edit(base, "b();\n", "b();\n\n// Part three.\n")).text).toBe(
      edit(yours, "b();\n", "b();\n\n// Part three.\n"),
    );
    expect(merge(base, edit(yours, "// Part two.\n\n", ""), edit(base, "one", "1")).text).toBe(
      edit(edit(yours, "// Part two.\n\n", ""), "one", "1"),
    );
  });

  it("comments directly above the header do not belong to it", () => {
    const yours = `// Licence.\n${edit(policyFile, 'admin"],\n}', 'owner"],\n}')}`;
    const next = edit(policyFile, "@data-api blogpost/policy", "@data-api article/policy");
    expect(merge(policyFile, yours, next).text).toBe(
      edit(yours, "@data-api blogpost/policy", "@data-api article/policy"),
    );
  });

  it("comments above the first import and around the header belong to the file", () => {
    const lint = "/* eslint-disable */\n";
    const yours = edit(policyFile, "import type", `${lint}import type`);
    const next = edit(policyFile, 'import type { Policy } from "data-api/kit";\n\n', "")
      .replace(" as const satisfies Policy", " as const")
      .replace("a/policy", "b/policy");
    expect(merge(policyFile, yours, next).text).toBe(edit(next, "/** Who", `${lint}\n/** Who`));
  });
});

describe("a new method beside those of yours", () => {
  const base = "export class A extends B<Row> {}\n";
  const hook = "  /** A hook. */\n  hook() {\n    return 1;\n  }\n";
  const next = `export class A extends B<Row> {\n${hook}}\n`;

  it.each([
    ["a method", "  own() {\n    return 1;\n  }\n"],
    ["a method with a comment", "  /** Ours. */\n  own() {\n    return 1;\n  }\n"],
    ["a method on one line", "  own() { return 1; }\n"],
    ["a property", "  own = 1;\n"],
    ["a comment", "  // Ours.\n"],
  ])("a new method stands apart from %s of yours that took its place", (_, own) => {
    const yours = `export class A extends B<Row> {\n${own}}\n`;
    expect(merge(base, yours, next).text).toBe(`export class A extends B<Row> {\n${hook}\n${own}}\n`);
    const windowsText = windows(`export class A extends B<Row> {\n${hook}\n${own}}\n`);
    expect(merge(base, windows(yours), next).text).toBe(windowsText);
  });

  it("a new method keeps the blank line that is there", () => {
    const yours = "export class A extends B<Row> {\n\n  own = 1;\n}\n";
    expect(merge(base, yours, next).text).toBe(`export class A extends B<Row> {\n${hook}\n  own = 1;\n}\n`);
  });

  it("a new method moves what stands on the line of the brace to a line of its own", () => {
    const yours = "export class A extends B<Row> { own() { return 1; } }\n";
    expect(merge(base, yours, next).text).toBe(
      `export class A extends B<Row> {\n${hook}\n  own() { return 1; } }\n`,
    );
  });

  it("a new method takes the place of a method that is gone, before yours", () => {
    const own = "\n  own() {\n    return 1;\n  }\n";
    const other = hook.replaceAll("hook", "other");
    const [before, after] = [hook, other].map((method) => `export class A extends B<Row> {\n${method}`);
    expect(merge(`${before}}\n`, `${before}${own}}\n`, `${after}}\n`).text).toBe(`${after}${own}}\n`);
  });
});
