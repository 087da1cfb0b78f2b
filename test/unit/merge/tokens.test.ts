import { describe, expect, it } from "vitest";

import { sameTokens } from "../../../generator/merge/index.js";

describe("sameTokens", () => {
  it.each([
    ["white space and line ends", "f( a,\r\n  b )\n", "f(a, b);\n"],
    ["semicolons", "a()\nb()\n", "a();\nb();\n"],
    ["quotes", "const a = 'it\"s'", 'const a = "it\\"s";'],
    ["trailing commas", "f({ a, b: [1, 2], }, c,)", "f({ a, b: [1, 2] }, c)"],
    ["separators of types", "interface A { a: 1, b(): void }", "interface A {\n  a: 1;\n  b(): void;\n}"],
    ["brackets around one parameter", "f(async a => a)", "f(async (a) => a)"],
    [
      "brackets around a returned value",
      "const f = () => { return (\n a && b\n) }",
      "const f = () => {\n  return a && b;\n}",
    ],
    ["the bar before a union", "type A =\n  | 'a'\n  | 'b'", 'type A = "a" | "b";'],
    ["quotes around a name", 'f({ "a": 1 })', "f({ a: 1 })"],
    ["stray semicolons", "class A { a() {}; }\nfunction b() {};", "class A { a() {} }\nfunction b() {}"],
    ["the indentation of a comment", "  /**\n   * a\n   */\na()", "/**\n * a\n */\na()"],
  ])("sameTokens ignores %s", (_, a, b) => {
    expect(sameTokens(a, b)).toBe(true);
  });

  it.each([
    ["names", "a()", "b()"],
    ["comments", "a() // b", "a()"],
    ["the text of comments", "/* a */", "/* b */"],
    ["white space in strings", 'f("a b")', 'f("a  b")'],
    ["templates and strings", "f(`a`)", 'f("a")'],
    ["white space in templates", "f(`a\n  b`)", "f(`a\n b`)"],
    ["a value on the next line", "function f() { return\na }", "function f() { return a }"],
    ["two statements and a call", "a\n;(b)", "a\n(b)"],
    ["the parts of a loop", "for (a; b;) c()", "for (a;; b) c()"],
    ["an empty body", "while (a);\nb()", "while (a) b()"],
    ["holes", "[a, , b]", "[a, b]"],
    ["a hole at the end", "[a, ,]", "[a,]"],
    ["an object and a block", "f(() => ({}))", "f(() => {})"],
    ["brackets that change the meaning", "(a + b) * c", "a + b * c"],
    ["one value and two", "f(() => (a, b))", "f(() => a, b)"],
    ["slashes in regular expressions", "f(/a\\/b/)", "f(/a\\/\\/b/)"],
  ])("sameTokens sees a difference in %s", (_, a, b) => {
    expect(sameTokens(a, b)).toBe(false);
  });
});
