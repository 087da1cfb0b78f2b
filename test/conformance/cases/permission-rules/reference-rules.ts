import { beforeAll, describe, expect, it } from "vitest";
import { told, toldByHeader, type Headers } from "../../callers.js";
import { expectProblem, pageOf } from "../../expectations.js";
import { field, openEntity } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";

const guest: Headers = {};
const ann = told({ userId: "ann" });
const editor = told({ userId: "ed", roles: ["editor"] });

const reference = (targetEntityName: string, resolvedEntityName: string, isManyToMany = false) =>
  field("int", { foreignKey: { targetEntityName, resolvedEntityName, isManyToMany } });

/** A reference returns only what the caller may read of its target. */
export function referenceRuleCases({ serve }: Harness): void {
  const server = serve({
    auth: toldByHeader,
    entities: {
      post: {
        fields: {
          title: field("string"),
          draft: field("string"),
          isPublic: field("boolean"),
          pin: field("secret"),
        },
        permissions: {
          read: [
            { role: "guest", fields: { include: ["id", "title"] }, where: "isPublic=true" },
            "owner",
            "editor",
          ],
          create: ["member"],
        },
      },
      vault: { fields: { title: field("string") }, permissions: { read: ["editor"] } },
      shown: openEntity(
        { title: field("string"), isHidden: field("boolean") },
        { readValidator: (roles) => (roles.includes("editor") ? "" : "isHidden<>true") },
      ),
      comment: openEntity({
        text: field("string"),
        postid: reference("post", "post"),
        otherid: reference("post", "other"),
        vaultid: reference("vault", "vault"),
        shownid: reference("shown", "shown"),
        parentid: reference("comment", "parent"),
        postids: reference("post", "posts", true),
        vaultids: reference("vault", "vaults", true),
        shownids: reference("shown", "showns", true),
      }),
    },
  });

  /** The ids of the records, in their order. */
  const posts: (number | string)[] = [];
  const shown: (number | string)[] = [];
  const written: (number | string)[] = [];

  beforeAll(async () => {
    const repository = (name: string) => server.api.repository(name);
    const pin = "0000";
    const post = repository("post");
    posts.push((await post.create({ title: "public", draft: "d1", isPublic: true, pin })).id);
    posts.push((await post.create({ title: "hidden", draft: "d2", isPublic: false, pin })).id);
    const ofAnn = { title: "ann's", draft: "d3", isPublic: false, pin };
    posts.push((await post.as({ userId: "ann" }).create(ofAnn)).id);
    await repository("vault").create({ title: "gold" });
    shown.push((await repository("shown").create({ title: "seen", isHidden: false })).id);
    shown.push((await repository("shown").create({ title: "unseen", isHidden: true })).id);
    const comments = repository("comment");
    const lists = { postids: posts, vaultids: [1], shownids: shown.toReversed() };
    const [postid, otherid, third] = posts;
    const ofFirst = { text: "first", postid, otherid, vaultid: 1, shownid: shown[0], ...lists };
    const { id: first } = await comments.create(ofFirst);
    const ofSecond = { text: "second", postid: otherid, otherid: postid, shownid: shown[1], parentid: first };
    const { id: second } = await comments.create({ ...ofSecond, ...lists });
    const ofThird = { text: "third", postid: third, otherid: third, parentid: second, postids: [] };
    const { id } = await comments.create(ofThird);
    await comments.update(id, { parentid: id });
    await comments.create({ text: "fourth" });
    written.push(first, second, id);
  });

  type Item = Readonly<Record<string, unknown>>;
  const commentsFor = async (headers: Headers): Promise<readonly Item[]> => {
    const found = pageOf(await server.get(paths.findAll("comment"), headers)).items;
    for (const path of [paths.findByCondition("comment", "id>0")])
      expect(pageOf(await server.get(path, headers)).items).toEqual(found);
    for (const item of found) {
      const path = paths.findById("comment", Number(item["id"]));
      expect(pageOf(await server.get(path, headers)).items).toEqual([item]);
    }
    return found;
  };
  const member = (items: readonly Item[], name: string) => items.map((item) => item[name]);

  it("resolved records follow their foreign keys directly", async () => {
    const [first] = await commentsFor(editor);
    const keys = Object.keys(first ?? {});
    for (const [key, name] of [
      ["postid", "post"],
      ["otherid", "other"],
      ["vaultid", "vault"],
      ["shownid", "shown"],
      ["parentid", "parent"],
      ["postids", "posts"],
      ["vaultids", "vaults"],
    ] as const)
      expect(keys.indexOf(name), name).toBe(keys.indexOf(key) + 1);
  });

  it("resolved records have the members that the caller may read, and are null if the caller may not read them", async () => {
    const items = await commentsFor(guest);
    const seen = { id: 1, title: "public" };
    expect(member(items, "postid")).toEqual([...posts, null]);
    expect(member(items, "post")).toEqual([seen, null, null, null]);
    expect(member(items, "other")).toEqual([null, seen, null, null]);

    const forAnn = await commentsFor(ann);
    expect(member(forAnn, "post")).toEqual([
      seen,
      null,
      expect.objectContaining({ id: posts[2], title: "ann's", draft: "d3", ownerid: "ann" }),
      null,
    ]);
    const forEditor = await commentsFor(editor);
    expect(member(forEditor, "post")).toMatchObject([
      { draft: "d1" },
      { draft: "d2" },
      { draft: "d3" },
      null,
    ]);
    expect(JSON.stringify([items, forAnn, forEditor])).not.toMatch(/"pin"|scrypt/);
  });

  it("resolved records are left out if the caller may not read their entity at all", async () => {
    const items = await commentsFor(ann);
    expect(member(items, "vaultid")).toEqual([1, null, null, null]);
    expect(member(items, "vaultids")).toEqual([[1], [1], [], []]);
    for (const item of items) {
      expect(Object.keys(item)).not.toContain("vault");
      expect(Object.keys(item)).not.toContain("vaults");
    }
    expect(member(await commentsFor(editor), "vault")).toMatchObject([{ title: "gold" }, null, null, null]);
    expect(member(await commentsFor(editor), "vaults")).toMatchObject([[{ title: "gold" }], [{}], [], []]);
  });

  it("resolved records obey the readValidator of their entity", async () => {
    const items = await commentsFor(guest);
    expect(member(items, "shown")).toMatchObject([{ title: "seen" }, null, null, null]);
    expect(member(items, "showns")).toMatchObject([[{ title: "seen" }], [{ title: "seen" }], [], []]);
    expect(member(items, "shownids")).toMatchObject([shown, shown, [], []]);
    expect(member(await commentsFor(editor), "shown")).toMatchObject([{}, { title: "unseen" }, null, null]);
  });

  it("lists of resolved records contain the readable ones, in the order of the ids", async () => {
    const items = await commentsFor(guest);
    const seen = { id: 1, title: "public" };
    expect(member(items, "postids")).toEqual([posts, posts, [], []]);
    expect(member(items, "posts")).toEqual([[seen], [seen], [], []]);
    const [first] = await commentsFor(ann);
    expect(first?.["posts"]).toMatchObject([seen, { id: posts[2], draft: "d3" }]);
    expect(first?.["posts"]).toHaveLength(2);
  });

  it("references are resolved one level deep, even to the record itself", async () => {
    const items = await commentsFor(editor);
    expect(member(items, "parent")).toMatchObject([
      null,
      { id: 1, text: "first" },
      { id: written[2], text: "third" },
      null,
    ]);
    for (const item of items) {
      for (const target of [item["parent"], item["post"]].filter((each) => each !== null))
        expect(Object.keys(target as object)).not.toEqual(expect.arrayContaining(["post"]));
    }
  });

  it("conditions and orders do not reveal what the target of a reference hides", async () => {
    for (const name of ["post.draft", "draft", "post", "posts", "postids", "post.title", "owner"]) {
      for (const path of [
        paths.findByCondition("comment", `${name}=d2`),
        paths.findByCondition("comment", `id>0&(${name}~d|id=1)`),
      ])
        expectProblem(await server.get(path, ann), "invalid-condition");
      expectProblem(await server.get(paths.findAll("comment", name)), "invalid-order");
    }
  });

  describe("in answers to writes", () => {
    it("resolved records in answers to writes follow the rules of reads", async () => {
      const prefer = { Prefer: "return=representation" };
      const [seen, unseen] = posts;
      const body = { text: "new", postid: unseen, otherid: seen, vaultid: 1, postids: [unseen, seen] };
      const made = await server.post("/api/data/comment", body, prefer);
      expect(made.status).toBe(201);
      const record = made.json as Item;
      expect(record).toMatchObject({ postid: unseen, post: null, other: { id: 1, title: "public" } });
      expect(record).toMatchObject({ postids: [seen, unseen], posts: [{ id: 1, title: "public" }] });
      expect(Object.keys(record["other"] as object)).toEqual(["id", "title"]);
      expect(Object.keys(record)).not.toContain("vault");
      const path = paths.record("comment", Number(record["id"]));
      const changed = await server.patch(path, { text: "newer" }, prefer);
      expect(changed.json).toMatchObject({ post: null, other: { id: 1, title: "public" } });
      expect(Object.keys(changed.json as object)).not.toContain("vault");
      const gone = await server.delete(path, prefer);
      expect(gone.json).toMatchObject({ post: null, posts: [{ id: 1 }] });
      expect(Object.keys(gone.json as object)).not.toContain("vaults");
    });
  });
}
