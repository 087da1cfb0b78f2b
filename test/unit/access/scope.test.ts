import { describe, expect, it } from "vitest";
import { ApiError, type EntityConfig } from "data-api";
import { authorize } from "../../../runtime/access/authorize.js";
import { toCaller } from "../../../runtime/access/caller.js";
import { visibleRecords } from "../../../runtime/access/granted-rights.js";
import { rightsOf } from "../../../runtime/access/rights.js";
import { callerScope } from "../../../runtime/access/caller-scope.js";
import { checkWhere } from "../../../runtime/condition/check-where.js";
import type { Scope } from "../../../runtime/condition/scope.js";
import { parseWhere } from "../../../runtime/condition/parse-condition.js";
import { blogModel, entityOf } from "../condition/blog.js";

type Options = NonNullable<Parameters<typeof blogModel>[0]>;

const caller = toCaller({ userId: 7, roles: ["reader"], claims: { team: 3 } });

function scopeOn(options: Options, by = caller): Scope {
  const post = entityOf(blogModel(options), "post");
  return callerScope(post, authorize(by, post.policy, "read"));
}

function read(...read: NonNullable<EntityConfig["permissions"]["read"]>): Partial<EntityConfig> {
  return { permissions: { read } };
}

function mistake(text: string, scope: Scope): string {
  try {
    checkWhere(parseWhere(text), scope);
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
  return "none";
}

describe("the scope of a caller's conditions", () => {
  it("a scope without a grant includes every relation of an entity", () => {
    const scope = callerScope(entityOf(blogModel({ author: read("admin") }), "post"), undefined);
    expect(scope.relationNames()).toEqual(["author", "comments"]);
    expect(scope.relation("AUTHOR")?.rows).toBeUndefined();
  });

  it("a scope has no relation to an entity that the caller may not read, as if it did not exist", () => {
    const scope = scopeOn({ author: read("admin") });
    expect(scope.relationNames()).toEqual(["comments"]);
    expect(scope.relation("author")).toBeUndefined();
    expect(mistake("author.name=x", scope)).toBe('Unknown relation "author" in entity "post".');
    expect(mistake("autho.name=x", scope)).toBe('Unknown relation "autho" in entity "post".');
    expect(mistake("author=null", scope)).toBe(
      'Unknown field "author" in entity "post". Did you mean "authorid"?',
    );
    expect(mistake("author(name=x)", scope)).toBe(mistake("author.name=x", scope));
    expect(mistake("comments.post.author.name=x", scope)).toContain('Unknown relation "author"');
  });

  it("a scope has a relation only if the caller may read the fields of its key in every record", () => {
    expect(
      scopeOn({ post: read({ role: "reader", fields: { exclude: ["authorid"] } }) }).relationNames(),
    ).toEqual(["comments"]);
    const some = [
      { role: "reader", fields: { exclude: ["authorid"] } },
      { role: "reader", where: "views>3" },
    ];
    expect(scopeOn({ post: read(...some) }).relationNames()).toEqual(["comments"]);
    const hidden = { comment: read({ role: "reader", fields: { exclude: ["postid"] } }) };
    expect(scopeOn(hidden).relationNames()).toEqual(["author"]);
    const guarded = [
      { role: "reader", fields: { exclude: ["postid"] } },
      { role: "reader", where: "likes>3" },
    ];
    expect(scopeOn({ comment: read(...guarded) }).relationNames()).toEqual(["author"]);
    // The relation back from a comment uses the same field.
    expect(
      scopeOn({ comment: read("reader") })
        .relation("comments")
        ?.target.relationNames(),
    ).toEqual(["post"]);
  });

  it("a scope has only the fields of a target that the caller may read", () => {
    const scope = scopeOn({ author: read({ role: "reader", fields: { exclude: ["age"] } }) });
    expect(mistake("author.name=x", scope)).toBe("none");
    expect(mistake("author.age=1", scope)).toBe('Unknown field "age" in entity "author".');
    expect(mistake("author.password=x", scope)).toBe('Unknown field "password" in entity "author".');
  });

  it("a scope adds the rules and the validator of a relation's target, at every level", () => {
    const scope = scopeOn({
      comment: { ...read({ role: "reader", where: "likes>@user.team" }), readValidator: () => "text<>x" },
      post: read({ role: "reader", where: "views>1" }),
    });
    const named = (field: string) => ({ field: expect.objectContaining({ name: field }) as unknown });
    const rows = {
      kind: "and",
      conditions: [
        { ...named("likes"), value: 3 },
        { ...named("text"), value: "x" },
      ],
    };
    const checked = checkWhere(parseWhere("!(comments.likes=1)&count(comments)=2&comments.post=null"), scope);
    expect(checked).toMatchObject({
      conditions: [
        { kind: "some", isNegated: true, condition: { kind: "and", conditions: [rows, named("likes")] } },
        { kind: "count", condition: rows },
        {
          kind: "some",
          condition: {
            conditions: [rows, { kind: "some", isNegated: true, condition: { ...named("views"), value: 1 } }],
          },
        },
      ],
    });
  });

  it("the scope of a relation is determined once, and only if it is needed", () => {
    let asked = 0;
    const scope = scopeOn({ comment: { readValidator: () => `likes>${String(asked++)}` } });
    expect(asked).toBe(0);
    const uses = Array.from({ length: 3 }, () =>
      mistake("comments.likes=1&comments.post.comments.likes=2", scope),
    );
    expect(uses).toEqual(["none", "none", "none"]);
    expect(asked).toBe(1);
  });
});

describe("a rule over relations", () => {
  const post = (where: string) => entityOf(blogModel({ post: read({ role: "reader", where }) }), "post");
  const rightsBy = (where: string, by = caller) => {
    const entity = post(where);
    return rightsOf(entity, by, entity.policy.read);
  };

  it("a permission's condition over a relation ignores the rules of the other entity", () => {
    const model = blogModel({
      author: { ...read("admin"), readValidator: () => "id<0" },
      post: read({ role: "reader", where: "author.teamid=@user.team" }),
    });
    const entity = entityOf(model, "post");
    expect(rightsOf(entity, caller, entity.policy.read)?.rows).toMatchObject({
      kind: "some",
      condition: { kind: "comparison", value: 3 },
    });
  });

  it("a permission's condition does not apply if a claim is missing, or is no valid value of its field", () => {
    expect(rightsBy("author.teamid=@user.team|views=1")?.rows).toMatchObject({ kind: "or" });
    const other = toCaller({ userId: 7, roles: ["reader"], claims: { team: "x" } });
    expect(rightsBy("author.teamid=@user.team|views=1", other)).toBeUndefined();
    const none = toCaller({ userId: 7, roles: ["reader"] });
    for (const where of ["author.teamid=@user.team|views=1", "views=[1,@user.team]", "!(views=@user.team)"])
      expect(rightsBy(where, none), where).toBeUndefined();
  });

  it("a readValidator may give a condition over relations, which shows no record if a claim is missing", () => {
    const entity = entityOf(
      blogModel({ post: { readValidator: () => "views=1|author.teamid=@user.team" } }),
      "post",
    );
    expect(visibleRecords(entity, caller)).toMatchObject({ kind: "or", conditions: [{}, { kind: "some" }] });
    const none = toCaller({ userId: 7, roles: ["reader"] });
    expect(visibleRecords(entity, none)).toMatchObject({ kind: "in", values: [], hasNull: false });
    const wrong = entityOf(blogModel({ post: { readValidator: () => "autor.name=x" } }), "post");
    expect(() => visibleRecords(wrong, caller)).toThrow('The readValidator of "post"');
  });
});
