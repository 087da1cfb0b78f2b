import { describe, expect, it } from "vitest";

import { edit, merge, type Merged } from "./merged.js";

/** Merges the imports of a file whose code uses the names that it is given. */
function mergeUses(
  base: readonly [imports: string, uses: string],
  yours: readonly [imports: string, uses: string],
  next: readonly [imports: string, uses: string],
): Merged {
  const file = (imports: string, uses: string, own = ""): string =>
    `// @data-api a\n${imports}\n\nexport const used = [${uses}];\n${own}`;
  return merge(file(...base), file(...yours, "own();\n"), file(...next));
}

function importsOf({ text }: Merged): string {
  return text.slice(text.indexOf("\n") + 1, text.indexOf("\n\nexport const"));
}

describe("imports as a set", () => {
  it.each<[string, [string, string], [string, string], [string, string], string]>([
    [
      "adds a new name of a module",
      ['import { a } from "m";', "a"],
      ['import { a, own } from "m";', "a"],
      ['import { a, b } from "m";', "a, b"],
      'import { a, b, own } from "m";',
    ],
    [
      "adds a new name to an import of many lines",
      ['import { a } from "m";', "a"],
      ["import {\n    own,\n    a\n} from 'm'", "a"],
      ['import { a, b } from "m";', "a, b"],
      "import {\n    own,\n    a,\n    b\n} from 'm'",
    ],
    [
      "adds a new first name",
      ['import { b } from "m";', "b"],
      ['import { b, own } from "m";', "b"],
      ['import { a, b } from "m";', "a, b"],
      'import { a, b, own } from "m";',
    ],
    [
      "adds a new module, after its neighbour",
      ['import { a } from "m";', "a"],
      ['import { a } from "m";\nimport own from "own";', "a"],
      ['import { a } from "m";\nimport { b } from "n";', "a, b"],
      'import { a } from "m";\nimport { b } from "n";\nimport own from "own";',
    ],
    [
      "adds a new first module, below the header",
      ['import { b } from "n";', "b"],
      ['import { b, own } from "n";', "b"],
      ['import { a } from "m";\nimport { b } from "n";', "a, b"],
      'import { a } from "m";\nimport { b, own } from "n";',
    ],
    [
      "drops an unused name",
      ['import { a, b } from "m";', "a, b"],
      ['import { own, a, b } from "m";', "a, b"],
      ['import { a } from "m";', "a"],
      'import { own, a } from "m";',
    ],
    [
      "drops an unused module",
      ['import { a } from "m";\nimport { b } from "n";', "a, b"],
      ['import { a, own } from "m";\nimport { b } from "n";', "a, b"],
      ['import { a } from "m";', "a"],
      'import { a, own } from "m";',
    ],
    [
      "keeps a name that the user uses",
      ['import { a, b } from "m";', "a, b"],
      ['import { a, b } from "m";\nb.own();', "a, b"],
      ['import { a } from "m";', "a"],
      'import { a, b } from "m";\nb.own();',
    ],
    [
      "keeps a name that the user imports",
      ['import { a } from "m";', "a"],
      ['import { a, own } from "m";', "a"],
      ['import { a } from "n";', "a"],
      'import { a } from "n";\nimport { own } from "m";',
    ],
    [
      "adds a type with its modifier",
      ['import { a } from "m";', "a"],
      ['import { a, own } from "m";', "a"],
      ['import { a, type B } from "m";', "a as B"],
      'import { a, type B, own } from "m";',
    ],
    [
      "adds a type to an import of types",
      ['import type { A } from "m";', "0 as A"],
      ['import type { A, Own } from "m";', "0 as A"],
      ['import type { A, B } from "m";', "0 as A as B"],
      'import type { A, B, Own } from "m";',
    ],
    [
      "adds a value in addition to an import of types",
      ['import type { A } from "m";', "0 as A"],
      ['import type { A, Own } from "m";', "0 as A"],
      ['import { type A, b } from "m";', "b as A"],
      'import { b } from "m";\nimport type { A, Own } from "m";',
    ],
    [
      "turns a type into a value",
      ['import { type A, b } from "m";', "b as A"],
      ['import { own, type A, b } from "m";', "b as A"],
      ['import { A, b } from "m";', "b, A"],
      'import { own, A, b } from "m";',
    ],
    [
      "turns an import of types into one of values",
      ['import type { A } from "m";', "0 as A"],
      ['import type { A, Own } from "m";', "0 as A"],
      ['import { A } from "m";', "A"],
      'import { A } from "m";\nimport type { Own } from "m";',
    ],
    [
      "turns a value into a type",
      ['import { A, b } from "m";', "b, A"],
      ['import { own, A, b } from "m";', "b, A"],
      ['import { type A, b } from "m";', "b as A"],
      'import { own, type A, b } from "m";',
    ],
    [
      "moves a name to another module",
      ['import { a } from "m";', "a"],
      ['import { a } from "m";\nimport own from "own";', "a"],
      ['import { a } from "n";', "a"],
      'import { a } from "n";\nimport own from "own";',
    ],
    [
      "adds a default and a namespace",
      ['import { a } from "m";', "a"],
      ['import { a, own } from "m";', "a"],
      ['import { a } from "m";\nimport b from "n";\nimport * as c from "o";', "a, b, c"],
      'import { a, own } from "m";\nimport b from "n";\nimport * as c from "o";',
    ],
    [
      "drops the default and keeps the names",
      ['import a, { b } from "m";', "a, b"],
      ['import a, { b, own } from "m";', "a, b"],
      ['import { b } from "m";', "b"],
      'import { b, own } from "m";',
    ],
    [
      "drops the names and keeps the default",
      ['import a, { b } from "m";', "a, b"],
      ["import a, { b } from 'm'", "a, b"],
      ['import a from "m";', "a"],
      "import a from 'm'",
    ],
    [
      "adds an import for its effect",
      ['import { a } from "m";', "a"],
      ['import { a, own } from "m";', "a"],
      ['import { a } from "m";\nimport "n";', "a"],
      'import { a, own } from "m";\nimport "n";',
    ],
    [
      "drops an import for its effect",
      ['import { a } from "m";\nimport "n";', "a"],
      ['import { a, own } from "m";\nimport "n";', "a"],
      ['import { a } from "m";', "a"],
      'import { a, own } from "m";',
    ],
    [
      "leaves a deleted import for its effect deleted",
      ['import { a } from "m";\nimport "n";', "a"],
      ['import { a } from "m";', "a"],
      ['import { a, b } from "m";\nimport "n";', "a, b"],
      'import { a, b } from "m";',
    ],
    [
      "follows the generator if the user has edited nothing",
      ['import { a } from "m";', "a"],
      ['import { a } from "m";', "a"],
      ['import {\n  a,\n  b,\n} from "m";', "a, b"],
      'import {\n  a,\n  b,\n} from "m";',
    ],
    [
      "adds an alias",
      ['import { a } from "m";', "a"],
      ['import { a, own } from "m";', "a"],
      ['import { a, b as c } from "m";', "a, c"],
      'import { a, b as c, own } from "m";',
    ],
    [
      "adds the first import",
      ["", "0"],
      ["", "0"],
      ['import { a } from "m";', "a"],
      'import { a } from "m";\n',
    ],
  ])("a merge of imports %s", (_, base, yours, next, expected) => {
    const result = mergeUses(base, yours, next);
    expect(importsOf(result)).toBe(expected);
    expect(result.conflicts).toEqual([]);
    expect(result.warnings).toEqual([]);
  });

  it("a merge does not import names that only a deleted unit would have used", () => {
    const base = 'import { a } from "m";\n\nexport const one = a;\n\nexport const two = a;\n';
    const yours = edit(base, "\nexport const two = a;\n", "");
    const result = merge(base, yours, edit(edit(base, "two = a", "two = b(a)"), "{ a }", "{ a, b }"));
    expect(result.text).toBe(yours);
    expect(result.warnings.map(({ unit }) => unit)).toEqual(["const two"]);
  });

  it("a merge imports a name later if a deleted unit used it first", () => {
    const base = 'import { a, b } from "m";\n\nexport const one = a;\n\nexport const two = b;\n';
    const yours = 'import { a } from "m";\n\nexport const one = a;\n';
    expect(merge(base, yours, edit(base, "one = a", "one = b(a)")).text).toBe(
      'import { a, b } from "m";\n\nexport const one = b(a);\n',
    );
  });

  it("a merge omits the import of a name that the user declares for something else, with a warning", () => {
    const imported = mergeUses(
      ['import { a } from "m";', "a"],
      ['import { a } from "m";\nimport { b } from "own";', "a"],
      ['import { a, b } from "m";', "a, b"],
    );
    expect(importsOf(imported)).toBe('import { a } from "m";\nimport { b } from "own";');
    expect(imported.warnings.map(({ unit }) => unit)).toEqual(["import b"]);
    const declared = mergeUses(
      ['import { a } from "m";', "a"],
      ['import { a } from "m";\n\nexport const b = 1;', "a"],
      ['import { a, b } from "m";', "a, b"],
    );
    expect(declared.text).not.toContain("{ a, b }");
    expect(declared.warnings.map(({ unit }) => unit)).toEqual(["import b"]);
  });

  it("a merge does not count a member's name as a use of an import", () => {
    const base = 'import { a, b } from "m";\n\nexport const one = a.b({ b: 1 }, b);\n';
    const next = 'import { a } from "m";\n\nexport const one = a.b({ b: 1 });\n';
    expect(merge(base, `${base}own();\n`, next).text).toBe(`${next}own();\n`);
  });

  it("a merge changes nothing else in an import that has a conflict", () => {
    const base = 'import { a } from "m";\n\nexport const one = a;\n';
    const yours = edit(base, "{ a }", "{ a, b }");
    const result = merge(base, yours, "export const one = 1;\n\nexport const b = 1;\n");
    expect(result.conflicts).toEqual([{ unit: "const b", line: 1, reason: "both-added" }]);
    expect(result.text).toContain('<<<<<<< yours\nimport { a, b } from "m";\n');
    expect(result.text).toContain("export const one = 1;");
  });

  it("a merge does not restore an import that the user dropped but whose name the user still mentions", () => {
    const result = mergeUses(
      ['import { a, b } from "m";', "a, b"],
      ['import { a } from "m";', "a, b"],
      ['import { a, b, c } from "m";', "a, b, c"],
    );
    expect(importsOf(result)).toBe('import { a, c } from "m";');
  });

  it("a merge of imports counts uses on both sides of conflicts", () => {
    const base = 'import { a, b } from "m";\n\nexport const one = a;\n';
    const result = merge(
      base,
      edit(base, "one = a", "one = b"),
      'import { a, c } from "m";\n\nexport const one = c;\n',
    );
    expect(result.text.split("\n")[0]).toBe('import { a, c, b } from "m";');
    expect(result.conflicts).toHaveLength(1);
  });

  it("a merge replaces an import by a declaration of the same name", () => {
    const base = 'import { a } from "m";\n\nexport const one = a;\n';
    const next = "export const a = 1;\n\nexport const one = a;\n";
    const result = merge(base, `${base}own();\n`, next);
    expect(result.text).toBe(`${next}own();\n`);
  });

  it("a merge conflicts if the user imports a name that the generator declares", () => {
    const base = 'import { z } from "zod";\n\nexport const one = z;\n';
    const yours = edit(
      base,
      'import { z } from "zod";',
      'import { z } from "zod";\nimport { two } from "own";',
    );
    const next = edit(base, "= z;\n", "= z;\n\nexport const two = 2;\n");
    const result = merge(base, yours, next);
    expect(result.conflicts).toEqual([{ unit: "const two", line: 2, reason: "both-added" }]);
    expect(result.text).toContain(
      '<<<<<<< yours\nimport { two } from "own";\n||||||| base\n=======\nexport const two = 2;\n>>>>>>> generated\n',
    );
    expect(merge(base, yours, next, { onConflict: "yours" }).text).toBe(yours);
  });
});

describe("exports", () => {
  const base = 'export { a, b } from "./m.js";\nexport * from "./n.js";\n';

  it("exports are merged as a set, as imports are", () => {
    const yours =
      'export { own, a } from "./m.js";\nexport * from "./n.js";\nexport { mine } from "./mine.js";\n';
    const next = 'export { a, b, c } from "./m.js";\nexport { d } from "./d.js";\n';
    expect(merge(base, yours, next).text).toBe(
      'export { own, a, c } from "./m.js";\nexport { d } from "./d.js";\nexport { mine } from "./mine.js";\n',
    );
  });

  it("exports count as uses of the imported names", () => {
    const file = 'import { a } from "m";\nexport { a };\n';
    const yours = `${file}own();\n`;
    expect(merge(file, yours, 'import { a, b } from "m";\nexport { a, b };\n').text).toBe(
      'import { a, b } from "m";\nexport { a, b };\nown();\n',
    );
  });
});
