import { expect, test } from "vitest";
import { withoutUnusedImports } from "../../../generator/files/unused-imports.js";

const head = 'import { parseId, Router, type RouteContext } from "data-api/kit";\n';

test.each([
  ["calls and types", "parseId<Key>(x): RouteContext<Router>", head],
  ["a call alone", "parseId(x)", 'import { parseId } from "data-api/kit";\n'],
  ["types alone", "(context: RouteContext<X>)", 'import type { RouteContext } from "data-api/kit";\n'],
  ["longer names", "parseIdOf(x), myRouter, $Router", ""],
  ["members", "req.params.parseId, { parseId: string; Router?: 1 }", ""],
  ["comments", "/** The endpoints below /parseId.\n * Router */ // RouteContext\n", ""],
  ["texts", String.raw`"Router", "a \" parseId", "// "`, ""],
  [
    "code following texts that look like comments",
    '"//" + parseId',
    'import { parseId } from "data-api/kit";\n',
  ],
])("keeps the imports of %s", (_, code, imports) => {
  expect(withoutUnusedImports(head + code)).toBe(imports + code);
});

test("knows an import by its alias", () => {
  const code =
    'import { type Blog as BlogRecord, type User as Author } from "./blog.js";\nlet a: BlogRecord | User;\n';
  expect(withoutUnusedImports(code)).toBe(
    'import type { Blog as BlogRecord } from "./blog.js";\nlet a: BlogRecord | User;\n',
  );
});

test("keeps type imports as type imports", () => {
  const code = 'import type { Blog, BlogShape } from "./blog.js";\nlet a: BlogShape;\n';
  expect(withoutUnusedImports(code)).toBe('import type { BlogShape } from "./blog.js";\nlet a: BlogShape;\n');
});
