import { describe, expect, it } from "vitest";

import { renameIdentifiers } from "../../../generator/merge/index.js";
import { routesFile } from "./generated.js";
import { edit, merge } from "./merged.js";

const rename = (text: string, ...pairs: readonly (readonly [string, string])[]): string =>
  renameIdentifiers(text, new Map(pairs));

describe("renameIdentifiers", () => {
  it("renames identifiers, property names and whole strings, and nothing else", () => {
    expect(rename("const title = row.title ?? { title, 'title': titles };", ["title", "name"])).toBe(
      "const name = row.name ?? { name, 'name': titles };",
    );
    expect(rename('f("title", `title`, "the title", `${title} title`); // title', ["title", "name"])).toBe(
      'f("name", `name`, "the title", `${name} title`); // title',
    );
    expect(
      rename('import { a } from "./blogpost.schema.js";', ["./blogpost.schema.js", "./article.schema.js"]),
    ).toBe('import { a } from "./article.schema.js";');
  });

  it("renames all at once, so names can change places", () => {
    expect(rename("a(b, c)", ["a", "b"], ["b", "a"])).toBe("b(a, c)");
    expect(rename("toString(constructor)", ["a", "b"])).toBe("toString(constructor)");
  });

  it("keeps every other byte, of a file that does not parse too", () => {
    expect(rename("\uFEFFtitle  (\r\n\t'title' ;;", ["title", "name"])).toBe("\uFEFFname  (\r\n\t'name' ;;");
    expect(rename("title", ...[])).toBe("title");
  });

  it("makes a renamed entity merge as if it had always had its name", () => {
    const pairs = [
      ["blogposts", "articles"],
      ["blogpost", "article"],
      ["blogpostPolicy", "articlePolicy"],
      ["blogpostRoutes", "articleRoutes"],
      ["./blogpost.policy.js", "./article.policy.js"],
    ] as const;
    const next = edit(rename(routesFile, ...pairs), "/api/data/blogpost", "/api/data/article").replace(
      "blogpost/routes",
      "article/routes",
    );
    const yours = edit(
      routesFile,
      "    replyPage(req,",
      "    blogposts.own(blogpostPolicy);\n    replyPage(req,",
    );
    const result = merge(rename(routesFile, ...pairs), rename(yours, ...pairs), next);
    expect(result.text).toBe(
      edit(next, "    replyPage(req,", "    articles.own(articlePolicy);\n    replyPage(req,"),
    );
  });
});
