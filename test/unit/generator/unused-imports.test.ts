import { expect, test } from "vitest";
import { withoutUnusedImports } from "../../../generator/files/unused-imports.js";

const head = 'import { parseId, Router, type RouteContext } from "data-api/kit";\n';
const withRouter = 'import { Router } from "data-api/kit";\n';

test.each([
  ["calls and types", "parseId<Key>(x): RouteContext<Router>", head],
  ["a call alone", "parseId(x)", 'import { parseId } from "data-api/kit";\n'],
  ["types alone", "(context: RouteContext<X>)", 'import type { RouteContext } from "data-api/kit";\n'],
  ["no use", "let a = 1;", ""],
  ["longer names", "parseIdOf(x), myRouter, $Router, RouteContexts", ""],
  ["longer names and one use", "parseIdOf(x), myRouter, $Router, Router()", withRouter],
  ["members", "req.params.parseId, { parseId: string; Router?: 1 }", ""],
  ["members and one use", "req.params.parseId, { parseId: string; Router?: Router }", withRouter],
  ["comments", "/** The endpoints below /parseId.\n * Router */ // RouteContext\n", ""],
  ["comments and one use", "/** Below /parseId.\n */ Router() // RouteContext\n", withRouter],
  ["texts", String.raw`"Router", "a \" parseId", "// "`, ""],
  ["texts and one use", String.raw`"RouteContext", Router(), "a \" parseId", "// "`, withRouter],
  [
    "code following texts that look like comments",
    '"//" + parseId',
    'import { parseId } from "data-api/kit";\n',
  ],
])("imports that nothing uses are removed, and the others are kept, in code with %s", (_, code, imports) => {
  expect(withoutUnusedImports(head + code)).toBe(imports + code);
});

test("an import with an alias is kept if its alias is used", () => {
  const code =
    'import { type Blog as BlogRecord, type User as Author } from "./blog.js";\nlet a: BlogRecord | User;\n';
  expect(withoutUnusedImports(code)).toBe(
    'import type { Blog as BlogRecord } from "./blog.js";\nlet a: BlogRecord | User;\n',
  );
});

test("type imports stay type imports when unused ones are removed", () => {
  const code = 'import type { Blog, BlogShape } from "./blog.js";\nlet a: BlogShape;\n';
  expect(withoutUnusedImports(code)).toBe('import type { BlogShape } from "./blog.js";\nlet a: BlogShape;\n');
});
