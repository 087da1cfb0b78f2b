import { describe, expect, it } from "vitest";

import { conflictMarkerLines, mergeFile } from "../../../generator/merge/index.js";
import { resolveMarkers } from "../../../generator/merge/resolve-markers.js";
import { repositoryFile, routesFile, schemaFile } from "./generated.js";
import { conflict, edit, edits, merge } from "./merged.js";

describe("markers", () => {
  it.each(["yours", "generated"] as const)(
    "markers inside a text are not resolved together with those of a conflict: %s",
    (side) => {
      const lookalike =
        "const help = `\n<<<<<<< yours\na\n||||||| base\nb\n=======\nc\n>>>>>>> generated\n`;\n";
      const real =
        "<<<<<<< yours\nconst yours = 1;\n||||||| base\nconst base = 1;\n=======\nconst generated = 1;\n>>>>>>> generated\n";
      expect(resolveMarkers(`${lookalike}${real}`, side)).toBe(`${lookalike}const ${side} = 1;\n`);
      expect(resolveMarkers(lookalike, side)).toBeUndefined();
    },
  );

  it("markers surround the unit in conflict only; everything else is merged", () => {
    const yours = edits(
      routesFile,
      ["res.status(204)", "res.status(205)"],
      ["const router = Router();", "const router = own();"],
    );
    const next = edits(
      routesFile,
      ["res.status(204)", "res.status(200)"],
      ["res.json(await", "res.send(await"],
    );
    const { text, conflicts } = merge(routesFile, yours, next);
    expect(text).toContain("const router = own();");
    expect(text).toContain("res.send(await");
    expect(text.match(/<{7} yours\n {2}router\.delete\("\/:id"/g)).toHaveLength(1);
    expect(text.match(/\n {2}\}\);\n>{7} generated\n\n {2}return router;/g)).toHaveLength(1);
    expect(conflicts).toEqual([
      { unit: 'function blogpostRoutes.router.delete("/:id")', line: 24, reason: "both-changed" },
    ]);
    expect(text.split("\n")[23]).toBe("<<<<<<< yours");
  });

  it("markers surround only the head of a class, so that its members are merged", () => {
    const head = "export class BlogpostRepository extends EntityRepository<Blogpost, BlogpostTable> {";
    const yours = edits(repositoryFile, [head, "export class BlogpostRepository extends Own<Blogpost> {"]);
    const next = edits(
      repositoryFile,
      [head, "export class BlogpostRepository extends EntityRepository<Blogpost> {"],
      [".count();", ".total();"],
    );
    const { text, conflicts } = merge(repositoryFile, yours, next);
    const marked = conflict(
      "export class BlogpostRepository extends Own<Blogpost> {",
      head,
      "export class BlogpostRepository extends EntityRepository<Blogpost> {",
    );
    expect(text).toBe(edits(repositoryFile, [head, marked], [".count();", ".total();"]));
    expect(conflicts.map(({ unit }) => unit)).toEqual(["class BlogpostRepository"]);
    expect(merge(repositoryFile, yours, next, { onConflict: "yours" }).text).toBe(
      edit(yours, ".count();", ".total();"),
    );
    expect(merge(repositoryFile, yours, next, { onConflict: "generated" }).text).toBe(next);
  });

  it("markers surround the declaration for a conflict of a member inside a line, because they need whole lines", () => {
    const line =
      "export const blogpostChangesSchema = z.object({ title: field.string({ maxLength: 200 }) }).partial();";
    const yours = edit(schemaFile, line, line.replace("200", "300"));
    const next = edit(schemaFile, line, line.replace("200", "400"));
    const type = "export type Blogpost = z.output";
    const both = merge(
      schemaFile,
      edit(yours, type, `// Ours.\n${type}`),
      edit(next, type, "export type Blogpost = z.input"),
    );
    expect(both.conflicts).toHaveLength(1);
    expect(both.text).toContain("// Ours.\nexport type Blogpost = z.input");
    const { text, conflicts } = merge(schemaFile, yours, next);
    expect(text).toBe(
      edit(schemaFile, line, conflict(line.replace("200", "300"), line, line.replace("200", "400"))),
    );
    expect(conflicts.map(({ unit }) => unit)).toEqual(["const blogpostChangesSchema"]);
  });

  it("markers separate statements that share a line", () => {
    const result = merge("a(1); b(1);\n", "a(2); b(2);\n", "a(3); b(1);\n");
    expect(result.text).toBe(`\n${conflict("a(2);", "a(1);", "a(3);")}\n b(2);\n`);
    expect(result.conflicts).toEqual([{ unit: "a()", line: 2, reason: "both-changed" }]);
  });

  it("markers give each side the separator that the list needs", () => {
    const base = "f({\n  a: 1,\n});\n";
    const result = merge(base, "f({\n  a: 2\n});\nown();\n", "f({\n  a: 3,\n  b: 1,\n});\n");
    expect(result.text).toBe(`f({\n${conflict("  a: 2,", "  a: 1,", "  a: 3,")}\n  b: 1\n});\nown();\n`);
  });

  it("markers are not written for a deletion on one side only, which is kept with a warning", () => {
    const yours = edit(schemaFile, "  title: field.string(),\n", "");
    const next = edit(schemaFile, "  title: field.string(),\n", "  title: field.text(),\n");
    const result = merge(schemaFile, yours, next);
    expect(result.text).toBe(yours);
    expect(result.warnings.map(({ unit }) => unit)).toEqual(["const blogpostSchema.title"]);
  });

  it("a merge with markers has the same result when it is repeated", () => {
    const yours = edit(routesFile, "res.status(204)", "res.status(205)");
    const next = edit(routesFile, "res.status(204)", "res.status(200)");
    expect(merge(routesFile, yours, next)).toEqual(merge(routesFile, yours, next));
  });
});

describe("a declaration of one name on both sides", () => {
  it.each([
    ["of one kind", "export const own = 1;", "export const own = 2;"],
    ["of two kinds", "export const own = () => 1;", "export function own() {}"],
    ["as a type and an interface", "export type Own = 1;", "export interface Own {}"],
    ["as one of two constants", "const own = 1,\n  other = 2;", "export const own = 3;"],
    ["taken apart", "const { own } = kit;", "export const own = 3;"],
  ])("a declaration of one name on both sides %s conflicts", (_, mine, theirs) => {
    const result = merge(schemaFile, `${schemaFile}\n${mine}\n`, `${schemaFile}\n${theirs}\n`);
    expect(result.text).toBe(`${schemaFile}\n${conflict(mine, "", theirs)}\n`);
    expect(result.conflicts.map(({ reason }) => reason)).toEqual(["both-added"]);
  });

  it("members of one name but different kinds on both sides conflict", () => {
    const base = "class A {\n  a() {}\n}\n";
    const result = merge(
      base,
      edit(base, "  a() {}\n", "  a() {}\n  get b() {\n    return 1;\n  }\n"),
      edit(base, "  a() {}\n", "  a() {}\n  b() {}\n"),
    );
    expect(result.conflicts).toEqual([{ unit: "class A.get b", line: 3, reason: "both-added" }]);
  });

  it("a type and a value of one name on both sides do not conflict", () => {
    const result = merge(
      schemaFile,
      `${schemaFile}\nexport const Own = 1;\n`,
      edit(schemaFile, "export type Blogpost =", "export type Own = string;\nexport type Blogpost ="),
    );
    expect(result.conflicts).toEqual([]);
  });
});

describe("files that cannot be merged", () => {
  const next = edit(schemaFile, "field.int()", "field.bigint()");

  it("a file that cannot be parsed is reported with the side and the line of the error", () => {
    const broken = edit(schemaFile, "id: field.int(),", "id: field.int(,");
    const run = (base: string, yours: string, then: string) =>
      mergeFile({ base, yours, next: then, onConflict: "markers" });
    expect(run(schemaFile, broken, next)).toMatchObject({ kind: "unparsable", side: "yours", line: 6 });
    expect(run(broken, schemaFile, next)).toMatchObject({ kind: "unparsable", side: "base", line: 6 });
    expect(run(schemaFile, `${schemaFile}own();\n`, broken)).toMatchObject({
      kind: "unparsable",
      side: "next",
      line: 6,
      message: "Argument expression expected.",
    });
  });

  it("a file with markers in it is reported with their lines", () => {
    const marked = edit(schemaFile, "  id: field.int(),", conflict("  id: a,", "  id: b,", "  id: c,"));
    const lines = [6, 8, 10, 12];
    expect(mergeFile({ base: schemaFile, yours: marked, next, onConflict: "yours" })).toEqual({
      kind: "unresolved",
      lines,
    });
    expect(mergeFile({ base: schemaFile, yours: marked, next: schemaFile, onConflict: "markers" })).toEqual({
      kind: "unresolved",
      lines,
    });
    expect(conflictMarkerLines(marked.replaceAll("\n", "\r\n"))).toEqual(lines);
  });

  it("an underlined heading in a file is no conflict marker", () => {
    expect(conflictMarkerLines("/*\nTitle\n=======\n*/\n")).toEqual([]);
    expect(conflictMarkerLines("a <<<<<<< b\n")).toEqual([]);
  });

  it.each([
    ["a template", "export const a = `\n<<<<<<< HEAD\n`;\n"],
    ["a template with a value", "export const a = `${1}\n<<<<<<< HEAD\n=======\n>>>>>>> b\n${2}`;\n"],
    ["the text of a tag", "export const a = sql`\n||||||| base\n`;\n"],
    ["a comment", "/*\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n*/\nexport const a = 1;\n"],
    ["a doc comment", "/**\n>>>>>>> b\n*/\nexport const a = 1;\n"],
    ["a text over lines", 'export const a = "\\\n<<<<<<< HEAD\\\n";\n'],
    ["a regular expression", "export const a = /<<<<<<< HEAD/;\n"],
  ])("a file can be merged with text that looks like a marker in %s", (_, text) => {
    for (const each of [text, text.replaceAll("\n", "\r\n"), `\uFEFF${text}`])
      expect(conflictMarkerLines(each)).toEqual([]);
    const real = `${text}${conflict("own();", "", "b();")}\n`;
    const first = text.split("\n").length;
    expect(conflictMarkerLines(real)).toEqual([first, first + 2, first + 3, first + 5]);
    const other = merge(`${text}b();\n`, `${text}b();\nown();\n`, `${text}c();\n`);
    expect(other.text).toBe(`${text}c();\nown();\n`);
  });

  it("a file that the user has emptied is merged, and stays empty", () => {
    expect(merge(schemaFile, "", next).text).toBe("");
    expect(merge(schemaFile, "\n", next).text).toBe("\n");
  });
});

describe("a merge result that would be invalid", () => {
  // The generator adds a wrapper, whose bracket it closes at the end, where the user has added a call.
  const base = "export const a = z.object({\n  b: 1,\n});\n";
  const yours = "export const a = z.object({\n  b: 1,\n}).strict();\n";
  const next = "export const a = wrap(z.object({\n  b: 1,\n}));\n";

  it("a merge result that would be invalid is a conflict instead", () => {
    const result = merge(base, yours, next);
    expect(result.conflicts).toHaveLength(1);
    expect(result.text).toBe(`${conflict(yours.trim(), base.trim(), next.trim())}\n`);
  });

  it("an invalid result is a conflict of one declaration if its parts can be merged alone, but not together", () => {
    const handler = "export const run = function () {\n  a();\n};\n\nexport const b = 1;\n";
    const mine = edits(handler, ["const run = function () {", "function run() {"], ["};", "}"]);
    const theirs = edits(handler, ["};", "} as Handler;"], ["b = 1", "b = 2"]);
    const result = merge(handler, mine, theirs);
    expect(result.conflicts.map(({ unit }) => unit)).toEqual(["function run"]);
    expect(result.text).toContain("export const b = 2;");
  });

  it("an invalid result is a conflict of the whole file if no smaller conflict is valid, even with --generated", () => {
    const one = "x();\n";
    const mine = 'import b, { c } from "own";\nx();\n';
    const theirs = "x();\n\nexport const b = 1;\n\nexport const c = 1;\n";
    const expected = `${conflict(mine.trim(), one.trim(), theirs.trim())}\n`;
    const conflicts = [{ unit: "file", line: 1, reason: "both-changed" }];
    expect(merge(one, mine, theirs)).toEqual({ kind: "merged", text: expected, conflicts, warnings: [] });
    expect(merge(one, mine, theirs, { onConflict: "generated" }).text).toBe(expected);
    expect(merge(one, mine, theirs, { onConflict: "yours" }).text).toBe(mine);
  });
});

describe("restoring", () => {
  const without = edit(
    repositoryFile,
    "  /** How many blogposts there are. */\n  async count(grant: Grant): Promise<number> {\n    return this.select(grant).count();\n  }\n\n",
    "",
  );

  it("restoring puts a deleted unit back in its place, also if nothing else changed", () => {
    const restore = new Set(["class BlogpostRepository.count"]);
    expect(merge(repositoryFile, without, repositoryFile, { restore }).text).toBe(repositoryFile);
    expect(
      merge(repositoryFile, without, repositoryFile, { restore: new Set(["BlogpostRepository.count"]) }).text,
    ).toBe(repositoryFile);
  });

  it("restoring puts a whole declaration back, with its imports", () => {
    const yours = "// @data-api blogpost/repository\n";
    expect(
      merge(repositoryFile, yours, repositoryFile, { restore: new Set(["class BlogpostRepository"]) }).text,
    ).toBe(repositoryFile);
  });

  it("restoring warns if there is no unit of that name", () => {
    const restore = new Set(["class BlogpostRepository.find"]);
    const result = merge(repositoryFile, without, repositoryFile, { restore });
    expect(result.text).toBe(without);
    expect(result.warnings).toEqual([
      { unit: "class BlogpostRepository.find", message: "There is no deleted unit of this name to restore." },
    ]);
  });
});
