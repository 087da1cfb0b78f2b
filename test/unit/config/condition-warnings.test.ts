import { describe, expect, it } from "vitest";
import { blogModel } from "../condition/blog.js";

function warningsOf(where: string): readonly string[] {
  const { warnings } = blogModel({ post: { permissions: { read: [{ role: "guest", where }] } } });
  expect(warnings.map(({ path }) => path)).toEqual(warnings.map(() => "entities.post.permissions.read"));
  return warnings.map(({ message }) => message);
}

describe("permissions whose condition had another meaning in older versions", () => {
  it.each([
    [
      "title=*x",
      'The condition "title=*x" of "post.permissions.read" ignores case. Write title=*"x" if you mean that, and title="*x" for the text.',
    ],
    [
      "id>1&(title<>[a]|views=1)",
      'The condition "title<>[a]" of "post.permissions.read" is one of a list. Write title<>["…"] if you mean that, and title<>"[a]" for the text.',
    ],
  ])(
    "a permission whose condition had another meaning in older versions gives a warning that says how to fix it: %s",
    (where, warning) => {
      expect(warningsOf(where)).toEqual([warning]);
    },
  );

  it("a permission whose condition compares with a text that begins with * gives a warning", () => {
    expect(warningsOf("title~*x")).toHaveLength(1);
  });

  it("a permission gives no warning if the meaning of its condition is unambiguous or unchanged", () => {
    for (const where of [
      'title=*"x"',
      'title=["a",b]',
      'title="[a]"',
      "views=[1,2]",
      "status=[draft]",
      'tags=["a"]',
      "title=@user.id",
      "title=x*",
      "author.name=*x",
    ])
      expect(warningsOf(where), where).toEqual([]);
  });
});
