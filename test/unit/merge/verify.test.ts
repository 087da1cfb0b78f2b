import { describe, expect, it } from "vitest";

import { parseTypeScript } from "../../../generator/merge/source/source.js";
import { applySplices } from "../../../generator/merge/source/splice.js";
import { isSound } from "../../../generator/merge/verify.js";

const holds = (merged: string, yours = "", next = ""): boolean =>
  isSound(parseTypeScript(merged), parseTypeScript(yours), parseTypeScript(next));

describe("isSound", () => {
  it("isSound requires a text that parses", () => {
    expect(holds("a(1);")).toBe(true);
    expect(holds("a(1;")).toBe(false);
  });

  it.each([
    ["two constants", "const a = 1;\nconst a = 2;"],
    ["a function and a class", "function a() {}\nclass a {}"],
    ["a type and an interface", "type A = 1;\ninterface A {}"],
    ["an import and a constant", 'import { a } from "m";\nconst a = 1;'],
    ["two imports", 'import { a } from "m";\nimport * as a from "n";'],
  ])("isSound rejects a duplicate name that neither side has: %s", (_, text) => {
    expect(holds(text)).toBe(false);
    expect(holds(text, text)).toBe(true);
    expect(holds(text, "", text)).toBe(true);
  });

  it("isSound allows a type and a value with the same name", () => {
    expect(holds("const A = 1;\ntype A = typeof A;")).toBe(true);
  });
});

describe("applySplices", () => {
  it("applySplices inserts before it replaces, and rejects overlaps", () => {
    const replaced = { start: 1, end: 2, text: "X" };
    expect(applySplices("abc", [replaced, { start: 1, end: 1, text: "-" }])).toBe("a-Xc");
    expect(applySplices("abc", [replaced, { start: 0, end: 3, text: "" }])).toBeUndefined();
  });
});
