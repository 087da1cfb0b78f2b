import { describe, expect, it } from "vitest";

import { mergeFile } from "../../../generator/merge/index.js";
import { generatedFiles } from "./generated.js";
import { edit, edits, merge } from "./merged.js";

const statements = [
  '"use strict";',
  "enum Level {\n  low = 1,\n  high,\n}",
  "declare const enum Flag {\n  on,\n}",
  "export type Union = 'a' | 'b';",
  "export type Mapped = { [K in Union]: K };",
  'export { a } from "./a.js";',
  'export * from "./b.js";',
  'export * as ns from "./c.js";',
  "export default class {\n  run() {}\n}",
  "export namespace Space {\n  export const inner = 1;\n}",
  'declare module "own" {\n  const inner: number;\n}',
  "declare global {\n  var inner: number;\n}",
  "export function over(a: string): string;\nexport function over(a: number): number;\nexport function over(a: unknown) {\n  return a;\n}",
  "@sealed()\nexport class Odd<T> {\n  static #count = 0;\n  static {\n    Odd.#count++;\n  }\n  [key: string]: unknown;\n  constructor(a: string);\n  constructor(readonly a: unknown) {}\n  static run() {}\n  run(): void;\n  run(a: number): void;\n  @memo run(a?: number) {}\n  get value() {\n    return 1;\n  }\n  set value(value) {}\n  [Symbol.iterator]() {}\n  'quoted-name' = 1;\n  *steps() {}\n  ;\n}",
  "interface Call {\n  (a: string): void;\n  new (a: string): Call;\n  [key: string]: unknown;\n  method(a: string): void;\n  method(a: number): void;\n}",
  'import "./effect.js";',
  'import fs = require("fs");',
  "first();",
  "await second();",
  "module.exports = 1;",
  "const { d, ...rest } = first;",
  "const [e, , f = 1] = first;",
  "const g = 1,\n  h = 2;",
  "let i: number | undefined;",
  "if (g) {\n  first();\n} else second();",
  "for (;;) {\n  break;\n}",
  "label: while (true) continue label;",
  "const regex = /[/\"'`]{2}/g;",
  "const text = `a ${`b ${g} {`} c\n  indented`;",
  "const generic = <T,>(a: T) => a;",
  "const chained = z.object({ ...d, [g]: 1, method() {}, get x() { return 1; } }).refine((v) => v, { m: 1 });",
  "export = first;",
  "// a free comment\n\n/* and another */",
];

const file = `#!/usr/bin/env node\n// @data-api odd/file\n\n${statements.join("\n\n")}\n`;

describe("unusual statements", () => {
  it.each(statements)("an unusual statement can be edited, deleted and regenerated: %s", (statement) => {
    const others = file;
    const gone = edit(
      others,
      `${statement}\n\n`.slice(0, statement === statements.at(-1) ? -1 : undefined),
      "",
    );
    const changed = edit(others, "const regex", "const changed = 1;\n\nconst regex");
    const all = { restore: new Set(["nothing"]) };
    // The user deletes it, the generator deletes it, the generator adds it.
    const kept = merge(others, gone, changed, all);
    if (!statement.includes("regex"))
      expect(kept.text).toBe(edit(gone, "const regex", "const changed = 1;\n\nconst regex"));
    const own = edit(others, "const generic", "const own = 1;\n\nconst generic");
    const removed = merge(others, own, gone, all);
    expect(removed.conflicts).toEqual([]);
    if (!statement.includes("generic") && statement !== statements.at(-1)) {
      expect(removed.text).toBe(edit(gone, "const generic", "const own = 1;\n\nconst generic"));
      const added = merge(gone, edit(gone, "const generic", "const own = 1;\n\nconst generic"), others, all);
      expect(added.text.length).toBe(own.length);
      expect(added.conflicts).toEqual([]);
    }
  });

  it("unusual statements are unchanged after a complete merge without shortcuts", () => {
    expect(merge(file, `${file}own();\n`, file, { restore: new Set(["nothing"]) }).text).toBe(
      `${file}own();\n`,
    );
  });
});

describe("overloads and other members with one name", () => {
  const base = "class A {\n  run(a: string): void;\n  run(a: unknown) {\n    first(a);\n  }\n}\n";

  it("overloads are matched by their text, then by order", () => {
    const yours = edit(base, "  run(a: string): void;", "  run(a: boolean): void;\n  run(a: string): void;");
    const next = edit(base, "first(a)", "second(a)");
    expect(merge(base, yours, next).text).toBe(edit(yours, "first(a)", "second(a)"));
  });

  it("overloads are distinguished from the implementation", () => {
    const yours = edits(
      base,
      ["  run(a: string): void;\n", "  run(a: string): void;\n  run(a: boolean): void;\n"],
      ["first(a);", "first(a);\n    own();"],
    );
    const next = edit(base, "run(a: unknown)", "run(a: string | boolean)");
    expect(merge(base, yours, next).text).toBe(edit(yours, "run(a: unknown)", "run(a: string | boolean)"));
  });

  it("a getter, a setter, a static and an instance member are four members", () => {
    const all = "class A {\n  get a() {\n    return 1;\n  }\n  set a(a) {}\n  static a = 2;\n  b = 1;\n}\n";
    const yours = edits(all, ["return 1", "return 2"], ["a = 2", "a = 3"]);
    const next = edits(all, ["set a(a) {}", "set a(a) {\n    own(a);\n  }"], ["b = 1", "b = 2"]);
    expect(merge(all, yours, next).text).toBe(
      edits(yours, ["set a(a) {}", "set a(a) {\n    own(a);\n  }"], ["b = 1", "b = 2"]),
    );
  });
});

describe("statements that are identified by their text", () => {
  it("statements identified by their text are the same statement if they are in the same place", () => {
    const base = "a();\nif (x) {\n  b();\n}\nc();\n";
    const yours = edit(base, "b();", "own();");
    expect(merge(base, yours, edit(base, "c();", "d();")).text).toBe(edit(yours, "c();", "d();"));
    expect(merge(base, yours, edit(base, "b();", "e();")).conflicts).toHaveLength(1);
  });

  it("a call without a string is identified by the called function", () => {
    const result = merge(
      "app.listen(1);\nb();\n",
      "app.listen(2);\nb();\nown();\n",
      "app.listen(3);\nb();\n",
    );
    expect(result.conflicts).toEqual([{ unit: "app.listen()", line: 1, reason: "both-changed" }]);
  });
});

describe("nothing is lost", () => {
  it.each(Object.entries(generatedFiles))(
    "a merge loses nothing of %s, for each deleted or duplicated line",
    (_, base) => {
      const lines = base.split("\n");
      let merged = 0;
      for (const [index, line] of lines.entries()) {
        for (const yours of [
          lines.toSpliced(index, 1),
          lines.toSpliced(index, 0, line),
          lines.toSpliced(index, 0, `/* own */ ${line}`),
        ]) {
          const text = yours.join("\n");
          const same = mergeFile({
            base,
            yours: text,
            next: base,
            onConflict: "markers",
            restore: new Set(["nothing"]),
          });
          if (same.kind === "merged") expect(same.text).toBe(text);
          const next = `${base}\nexport const added = 1;\n`;
          const result = mergeFile({ base, yours: text, next, onConflict: "markers" });
          if (result.kind !== "merged") continue;
          merged++;
          for (const each of yours) expect(result.text).toContain(each);
          expect(result.text).toContain("export const added = 1;");
        }
      }
      // Without one of its lines, or with one twice, a file may not parse.
      expect(merged).toBeGreaterThan(lines.length);
    },
  );
});
