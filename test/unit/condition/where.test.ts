import { expect, it } from "vitest";
import { formatCondition } from "../../../runtime/condition/format-condition.js";
import { parseWhere, parseWherePart } from "../../../runtime/condition/parse-condition.js";
import { parseWhereObject } from "../../../runtime/condition/where-object.js";
import { where } from "data-api";
it("smoke", () => {
  for (const text of [
    'title="x"&!(a=1|b=2)',
    'status=[a,b,"c d",null]',
    "a<>[]",
    "a^=*x",
    'a!~*"y"',
    "author.username=anna",
    "comments(text~x&isvisible=true)",
    "count(comments)>3",
    "count()>=2",
    "count(distinct x)=3",
    "ownerid=@user.id",
    'extra."a b"=x',
    "a has x",
    "!(comments(a=[1,@user.id]))",
    "a.b(c(d=1)|e=2)",
  ])
    expect(formatCondition(parseWhere(text))).toBe(text);
  expect(parseWherePart("comments(text;where=a=1&b=x y;take=3)", 20)).toMatchObject({ end: 29 });
  expect(
    formatCondition(
      parseWhereObject({
        views: { gt: 10 },
        title: { contains: 'x"', ignoreCase: true },
        status: ["draft", "sent"],
        author: { username: "anna" },
        comments: { none: { a: 1 }, count: { gt: 3 } },
        extra: { path: ["color"], eq: "red" },
        and: ["x=1|y=2", { not: { z: null } }],
        ownerid: { claim: "id" },
      }),
    ),
  ).toMatchInlineSnapshot(`"views>10&title~*"x\\""&status=["draft","sent"]&author(username="anna")&(!(comments(a=1))&count(comments)>3)&extra.color="red"&((x=1|y=2)&!(z=null))&ownerid=@user.id"`);
  expect(
    formatCondition(where`title=${'"&id>0|title="'}&views>${3}&s=${["a", 1]}&${where`a=1|b=2`}`.condition),
  ).toMatchInlineSnapshot(`"title="\\"&id>0|title=\\""&views>3&s=["a",1]&(a=1|b=2)"`);
  expect(() => where`title="${"a"}"`).toThrow();
  expect(() => where`title=a${"a"}`).toThrow();
});
