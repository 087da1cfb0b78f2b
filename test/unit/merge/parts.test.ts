import { describe, expect, it } from "vitest";

import { repositoryFile, routesFile, schemaFile } from "./generated.js";
import { conflict, edit, edits, merge } from "./merged.js";

type Edit = readonly [from: string, to: string];

interface Case {
  readonly file: string;
  readonly mine: Edit;
  readonly theirs: Edit;
  /** For a result that is not simply both edits, one after the other. */
  readonly both?: readonly Edit[];
}

const removal = "await this.delete(id, grant);";

const cases: Readonly<Record<string, Case>> = {
  "body and signature of a method": {
    file: repositoryFile,
    mine: [removal, "await this.archive(id, grant);"],
    theirs: ["remove(id: number,", "remove(id: bigint,"],
  },
  "signature and body of a method": {
    file: repositoryFile,
    mine: ["count(grant: Grant)", "count(grant: Grant, deep = false)"],
    theirs: [".count();", ".total();"],
  },
  "comment and body": {
    file: repositoryFile,
    mine: ["/** Removes one blogpost. */", "/** Archives one blogpost. */"],
    theirs: [removal, "await this.delete(id, grant, true);"],
  },
  "body and comment": {
    file: repositoryFile,
    mine: [removal, "await this.archive(id, grant);"],
    theirs: ["/** Removes one blogpost. */", "/** Removes a blogpost. */"],
  },
  "two lines of one comment": {
    file: repositoryFile.replace(
      "/** Removes one blogpost. */",
      "/**\n   * Removes one.\n   *\n   * Needs a grant.\n   */",
    ),
    mine: ["* Removes one.", "* Archives one."],
    theirs: ["* Needs a grant.", "* Needs the grant to delete."],
  },
  "no comment and body": {
    file: repositoryFile,
    mine: ["  /** Removes one blogpost. */\n", ""],
    theirs: [removal, "await this.delete(id, grant, true);"],
  },
  "comment of a class and a method of it": {
    file: repositoryFile,
    mine: ["/** Reads and writes blogposts. */", "/** Ours. */"],
    theirs: [".count();", ".total();"],
  },
  "head of a class and a method of it": {
    file: repositoryFile,
    mine: ["export class BlogpostRepository", "export abstract class BlogpostRepository"],
    theirs: [".count();", ".total();"],
  },
  "a method of a class and its head": {
    file: repositoryFile,
    mine: [".count();", ".total();"],
    theirs: ["EntityRepository<Blogpost, BlogpostTable>", "EntityRepository<Blogpost>"],
  },
  "chain of a schema and a member": {
    file: schemaFile,
    mine: ["title: field.string(),\n});", "title: field.string(),\n}).strict();"],
    theirs: ["id: field.int()", "id: field.bigint()"],
  },
  "member of a schema and its chain": {
    file: schemaFile,
    mine: ["title: field.string(),\n", "title: field.string().trim(),\n"],
    theirs: [").partial()", ").deepPartial()"],
  },
  "a refinement with an object literal and a member": {
    file: schemaFile,
    mine: [
      "title: field.string(),\n});",
      'title: field.string(),\n}).refine(isGood, { message: "bad", id: 1 });',
    ],
    theirs: ["id: field.int(),\n  title", "id: field.int(),\n  slug: field.string(),\n  title"],
  },
  "chain of a member and its options": {
    file: schemaFile,
    mine: ["200 }),\n});", "200 }).trim(),\n});"],
    theirs: ["200 }),\n});", "100 }),\n});"],
    both: [["200 }),\n});", "100 }).trim(),\n});"]],
  },
  "two options of a member": {
    file: schemaFile,
    mine: ["200 }),\n});", "200, minLength: 1 }),\n});"],
    theirs: ["200 }),\n});", "100 }),\n});"],
    both: [["200 }),\n});", "100, minLength: 1 }),\n});"]],
  },
  "a call around a schema and a member": {
    file: schemaFile,
    mine: [
      "newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 200 }),\n});",
      "newBlogpostSchema = z.preprocess(clean, z.object({\n  title: field.string({ maxLength: 200 }),\n}));",
    ],
    theirs: ["200 }),\n});", "100 }),\n});"],
    both: [
      [
        "newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 200 }),\n});",
        "newBlogpostSchema = z.preprocess(clean, z.object({\n  title: field.string({ maxLength: 100 }),\n}));",
      ],
    ],
  },
  "middleware and handler of a route": {
    file: routesFile,
    mine: ['router.delete("/:id", async', 'router.delete("/:id", limiter, async'],
    theirs: ['authorize(caller, "delete"', 'authorize(caller, "remove"'],
  },
  "a wrapped handler and its body": {
    file: routesFile,
    mine: [
      'router.delete("/:id", async',
      'router.delete("/:id", (req, res, next) => {\n    next();\n  }, async',
    ],
    theirs: ['authorize(caller, "delete"', 'authorize(caller, "remove"'],
  },
  "a call of the user and an argument from the configuration": {
    file: schemaFile,
    mine: ["  title: field.string(),\n});", "  title: field.string().trim(),\n});"],
    theirs: ["  title: field.string(),\n});", "  title: field.string({ maxLength: 100 }),\n});"],
    both: [["  title: field.string(),\n});", "  title: field.string({ maxLength: 100 }).trim(),\n});"]],
  },
  "two arguments of one call": {
    file: routesFile,
    mine: [
      'authorize(caller, "delete", blogpostPolicy)',
      'authorize(owner(caller), "delete", blogpostPolicy)',
    ],
    theirs: ['authorize(caller, "delete", blogpostPolicy)', 'authorize(caller, "remove", blogpostPolicy)'],
    both: [
      ['authorize(caller, "delete", blogpostPolicy)', 'authorize(owner(caller), "remove", blogpostPolicy)'],
    ],
  },
  "adjacent steps of a handler": {
    file: routesFile,
    mine: ["    res.status(204).end();", "    audit(caller);\n    res.status(204).end();"],
    theirs: ["res.status(204)", "res.status(200)"],
  },
  "two lines of a multi-line text": {
    file: "export function run() {\n  first();\n  const sql = `\n    select\n    from\n    where\n  `;\n}\n",
    mine: ["    select\n", "    select distinct\n"],
    theirs: ["    where\n", "    where a\n"],
  },
  "separate lines of a handler": {
    file: routesFile,
    mine: ["    replyPage(req, res,", "    audit(caller);\n    replyPage(req, res,"],
    theirs: [
      'authorize(caller, "read", blogpostPolicy, req',
      'authorize(caller, "list", blogpostPolicy, req',
    ],
  },
  "signature of a registering function and a route": {
    file: routesFile,
    mine: ["({ identify, repositories }:", "({ identify, repositories, log }:"],
    theirs: ["res.status(204)", "res.status(200)"],
  },
  "a function that became a constant and its body": {
    file: "export function run(a: number): number {\n  const b = a;\n\n  log(b);\n\n  return b;\n}\n",
    mine: ["export function run(a: number): number {", "export const run = (a: number): number => {"],
    theirs: ["return b;", "return b + 1;"],
  },
  "a comment after a member and the member": {
    file: schemaFile,
    mine: ["  id: field.int(),", "  id: field.int(), // ours"],
    theirs: ["  id: field.int(),", "  id: field.bigint(),"],
    both: [["  id: field.int(),", "  id: field.bigint(), // ours"]],
  },
};

describe("parts of one declaration that different sides changed", () => {
  it.each(Object.entries(cases))(
    "parts of one declaration that different sides changed are merged: %s",
    (_, { file, mine, theirs, both }) => {
      const result = merge(file, edit(file, ...mine), edit(file, ...theirs));
      expect(result.text).toBe(edits(file, ...(both ?? [mine, theirs])));
      expect(result.conflicts).toEqual([]);
      expect(result.warnings).toEqual([]);
    },
  );
});

describe("a body that both sides changed", () => {
  const file = repositoryFile;

  it("a body that both sides changed conflicts as a whole method if the same lines changed", () => {
    const result = merge(
      file,
      edit(file, removal, "await this.archive(id);"),
      edit(file, removal, "await this.drop(id);"),
    );
    const method = (body: string): string =>
      `  /** Removes one blogpost. */\n  async remove(id: number, grant: Grant): Promise<void> {\n    ${body}\n  }`;
    expect(result.text).toBe(
      edit(
        file,
        method(removal),
        conflict(method("await this.archive(id);"), method(removal), method("await this.drop(id);")),
      ),
    );
    expect(result.conflicts).toEqual([
      { unit: "class BlogpostRepository.remove", line: 21, reason: "both-changed" },
    ]);
  });

  it("additions of both sides in the same place of a body conflict", () => {
    const body = 'export function run() {\n  const a = 1;\n  log("a");\n  return a;\n}\n';
    const yours = edit(body, '  log("a");\n', '  log("a");\n  first(a);\n');
    const next = edit(body, '  log("a");\n', '  log("a");\n  log("b");\n');
    expect(merge(body, yours, next).conflicts.map(({ unit }) => unit)).toEqual(["function run"]);
  });

  it.each([
    ["the object of a call and a call after it", "f(a.b(1));", "f(a.b(1).own());", "f(c.b(1));"],
    ["a called function and its argument", "f(a.b(1));", "f(a.c(1));", "f(a.b(2));"],
    ["halves of one condition", "if (a && b) f();", "if (a && c) f();", "if (d && b) f();"],
    ["a base class and its arguments", "new A(1);", "new Own(1);", "new A(2);"],
    ["a call that was removed and its argument", "f(a.b(1).c(1));", "f(a.b(1).c(2));", "f(a.b(1));"],
  ])("a body conflicts if the halves of two statements would become a third: %s", (_, base, yours, next) => {
    const body = (step: string): string => `export function run() {\n  first();\n  ${step}\n}\n`;
    expect(merge(body(base), body(yours), body(next)).conflicts).toHaveLength(1);
  });

  it("a line before a removed one is kept; in place of it, as with the former baseline, it conflicts", () => {
    const base = "export function run() {\n  first();\n  second();\n  third();\n}\n";
    const next = edit(base, "  second();\n", "");
    const { text, conflicts } = merge(base, edit(base, "  second();", "  mine();\n  second();"), next);
    expect(conflicts).toEqual([]);
    expect(text).toBe(edit(base, "second()", "mine()"));
    expect(merge(base, text, next).conflicts).toHaveLength(1);
  });

  it("a body conflicts if both sides add a variable with the same name", () => {
    const body = "export function run() {\n  first();\n  second();\n  third();\n}\n";
    const yours = edit(body, "  first();\n", "  const now = 1;\n  first();\n");
    const next = edit(body, "  third();\n", "  third();\n  const now = 2;\n");
    expect(merge(body, yours, next).conflicts).toHaveLength(1);
  });

  it("a body conflicts, in one place only, if the merged lines do not parse", () => {
    const body =
      "export function run() {\n  first();\n  second();\n  third();\n}\n\nexport const other = f({ a: 1 });\n";
    const yours = edits(
      body,
      ["  first();\n", "  first(); /* open\n"],
      ["third();", "*/ third();"],
      ["})", "}).own()"],
    );
    const next = edits(
      body,
      ["  second();\n", "  second(); /* closed */\n  more();\n  more();\n"],
      ["a: 1", "a: 2"],
    );
    const result = merge(body, yours, next);
    expect(result.conflicts.map(({ unit }) => unit)).toEqual(["function run"]);
    expect(result.text).toContain("export const other = f({ a: 2 }).own();");
  });

  it("a merge of a body recognizes a step that another formatter has changed", () => {
    const yours = "export function run()\n{\n\tfirst('a')\n\tsecond( )\n\tmine()\n\tthird()\n\tfourth()\n}\n";
    const base = 'export function run() {\n  first("a");\n  second();\n  third();\n  fourth();\n}\n';
    const next = edit(base, "fourth()", "fifth()");
    const result = merge(base, yours, next);
    expect(result.text).toBe(yours.replace("fourth()", "fifth()"));
    expect(result.conflicts).toEqual([]);
  });

  it("a merge of a body does not change the text of a template", () => {
    const base = "class A {\n  run() {\n    first();\n    return `a\n  b`;\n  }\n}\n";
    const yours = edit(base, "first();", "mine();\n    first();").replaceAll(
      /^ +(?=[a-z}]+[ (])/gm,
      (indent) => "\t".repeat(indent.length / 2),
    );
    const next = edit(base, "return `a\n  b`;", "return `a\n    b\n  c`;");
    expect(merge(base, yours, next).text).toContain("`a\n    b\n  c`");
  });
});

describe("a list that replaced the generated one", () => {
  it("a list that replaced the generated one gets no new members if it is a different object literal", () => {
    const yours = edit(
      schemaFile,
      "z.object({\n  id: field.int(),\n  title: field.string(),\n});",
      'shape.refine(isGood, { message: "bad" });',
    );
    const next = edit(schemaFile, "  id: field.int(),\n", "  id: field.int(),\n  slug: field.string(),\n");
    const result = merge(schemaFile, yours, next);
    expect(result.conflicts.map(({ unit }) => unit)).toEqual(["const blogpostSchema"]);
    expect(result.text).toContain('shape.refine(isGood, { message: "bad" });');
  });

  it("a function that registers routes is merged line by line after the user has added steps to it", () => {
    const yours = edit(
      routesFile,
      "  return router;",
      "  if (identify.isOff) {\n    router.use(closed);\n  }\n\n  return router;",
    );
    const next = edit(routesFile, "res.status(204)", "res.status(200)");
    const result = merge(routesFile, yours, next);
    expect(result.text).toBe(edit(yours, "res.status(204)", "res.status(200)"));
  });
});
