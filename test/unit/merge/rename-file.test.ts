import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Names } from "../../../generator/renaming/kinds.js";
import { moveLines, renameFile } from "../../../generator/renaming/rename-file.js";

const names: Names = {
  records: new Set(["Blogpost", "NewBlogpost", "BlogpostChanges"]),
  rows: new Set(["BlogpostTable"]),
  schemas: new Set(["blogpostSchema", "newBlogpostSchema"]),
  repositories: new Set(["BlogpostRepository"]),
  tables: new Set(["blogpost"]),
};
const fieldWords = new Map([
  ["field:status", "state"],
  ["column:status", "state"],
]);
const entityWords = new Map([
  ["name:Blogpost", "Article"],
  ["name:NewBlogpost", "NewArticle"],
  ["name:blogpostPolicy", "articlePolicy"],
  ["module:./blogpost.schema.js", "./article.schema.js"],
  ["module:./blogpost.policy.js", "./article.policy.js"],
  ["table:blogpost", "article"],
  ["entity:blogpost", "article"],
]);

const head = `// @data-api blogpost/repository
import { field, parseBody, Repository, z, type Page, type RouteContext } from "data-api/kit";
import * as kit from "data-api/kit";
import type { Blogpost, BlogpostTable, NewBlogpost } from "./blogpost.schema.js";
import { blogpostSchema } from "./blogpost.schema.js";
export class BlogpostRepository extends Repository<Blogpost> {
`;
const tail = "}\n";

/** Statements of a repository's method: `«status»` is the field, any other "status" only looks like it. */
const fields: readonly string[] = [
  "void (await this.findById(1))?.«status»;",
  'const post = await this.findById(1); if (post && post["«status»"] === "status") return;',
  "const { «status: »status } = (await this.findById(1))!; void status;",
  "const { «status»: mine } = await this.findById(1) as Blogpost; void mine;",
  'await this.create({ «status»: "status" });',
  "const status = 1 as any; await this.update(1, { «status: »status });",
  "for (const row of (await this.find()).items) void row.«status»;",
  "(await this.find()).items.filter(({ «status: »status }) => status).map((each) => each.«status»);",
  'await this.find({ orderBy: "~«status»" });',
  'await this.db.selectFrom("blogpost").select(["id", "«status»"]).where("«status»", "=", "status").execute();',
  'await this.db.selectFrom("blogpost as b").select("b.«status» as status").orderBy("«status»", "desc").execute();',
  'await this.db.updateTable("blogpost").set({ «status»: "status" }).where((eb) => eb("«status»", "=", "status")).execute();',
  'await this.db.insertInto("blogpost").values([{ «status»: "status" }]).returning("«status»").execute();',
  'const rows = await this.db.selectFrom("blogpost").selectAll().execute(); void rows[0]?.«status»;',
  "void blogpostSchema.parse({}).«status»; void blogpostSchema.shape.«status»;",
  "void blogpostSchema.omit({ «status»: true }); void blogpostSchema.extend({ «status»: field.string() });",
  'void blogpostSchema.refine((post) => post.«status» !== "status", { path: ["«status»"], message: "status" });',
  'const of = (post: Readonly<Blogpost>): Blogpost["«status»"] => post.«status»; void of;',
  'type Short = Omit<Blogpost, "id" | "«status»">; let a: Short | undefined; void a;',
  'const fresh: NewBlogpost = { «status»: "a" }; void fresh;',
  'const posts: readonly Blogpost[] = []; void { ...posts[0]!, «status»: "b" };',
  "const all: Promise<Blogpost[]> = own(); void (await all).at(0)!.«status»;",
  "const input = await parseBody(req, blogpostSchema); input.«status» = input.«status».trim();",
  "const whole = await kit.parseBody(req, blogpostSchema); void whole.«status»;",
  "const page: kit.Page<Blogpost> = own(); void page.items[0]!.«status»;",
  "const at = async ({ repository }: kit.RouteContext<BlogpostRepository>) => (await repository.findById(1))!.«status»; void at;",
  'const row: BlogpostTable = { «status»: "a" }; void row.«status»;',
];
const lookAlikes: readonly string[] = [
  "res.status(410).end();",
  'res.end(JSON.stringify({ status: "status" }));',
  "const status = 1; void status;",
  "const { status } = res; void status;",
  "type Reply = { status: number }; let reply: Reply | undefined; void reply?.status;",
  "for (const status of []) void status;",
  "((status: string) => status)('status');",
  'await this.db.selectFrom("tag").select("status").execute();',
  'await this.db.selectFrom("blogpost").innerJoin("tag", "tag.id", "blogpost.id").select("tag.status").execute();',
  "const post = { status: 1 }; void post.status;",
  "((Blogpost: any) => Blogpost.status)(1);",
  "void (await this.findById(1))?.author.status;",
  "const other = await app.parseBody(req, blogpostSchema); void other.status;",
  "const page: app.Page<Blogpost> = own(); void page.items[0]!.status;",
  "// status",
  "void `the status`; void /status/;",
  'enum Level { status = "status" } void Level.status;',
  "class Own { status = 1; get() { return this.status; } } void Own;",
  "label: for (;;) break label;",
];

const body = (statements: readonly string[]): string =>
  head +
  statements.map((text, index) => `  async own${index}(req: any, res: any) {\n    ${text}\n  }\n`).join("") +
  tail;
const marked = /«([^»]*)»/g;

describe("renaming a field", () => {
  it("renaming a field finds it among names that look like it", () => {
    const statements = fc.array(fc.constantFrom(...fields, ...lookAlikes), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        statements,
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom("", "\uFEFF"),
        (all, eol, mark) => {
          const write = (text: string): string => mark + text.replaceAll("\n", eol);
          // `«status: »` is the key that must be added to a shorthand member.
          const yours = write(
            body(all).replaceAll(marked, (_, text: string) => (text.endsWith(": ") ? "" : text)),
          );
          const expected = write(
            body(all).replaceAll(marked, (_, text: string) => text.replace("status", "state")),
          );
          const result = renameFile(yours, fieldWords, names, head + tail);
          expect(result.text).toBe(expected);
          // Every line that contains the word is listed, as changed or as unchanged.
          const told = new Set(result.lines.map(({ line }) => line));
          const before = yours.split("\n");
          for (const [index, text] of expected.split("\n").entries())
            if (text !== before[index]) expect(told).toContain(index + 1);
          for (const { line, after } of result.lines)
            if (after !== undefined) expect(before[line - 1]).not.toBe(expected.split("\n")[line - 1]);
        },
      ),
      { seed: 20_260_301, numRuns: 120 },
    );
  });

  it.each(fields)("renaming a field changes it in a line of your code: %s", (statement) => {
    const yours = body([
      statement.replaceAll(marked, (_, text: string) => (text.endsWith(": ") ? "" : text)),
    ]);
    const { text, lines } = renameFile(yours, fieldWords, names, head + tail);
    expect(text).toBe(
      body([statement.replaceAll(marked, (_, word: string) => word.replace("status", "state"))]),
    );
    expect(lines.filter(({ after }) => after !== undefined).map(({ line }) => line)).toEqual([8]);
  });

  it("renaming a field lists unchanged members, texts and comments, but no variables", () => {
    const told = (statement: string) =>
      renameFile(body([statement]), fieldWords, names, head + tail).lines.map(({ after }) => after);
    for (const left of [
      "res.status(410).end();",
      'f({ a: "status" });',
      "// the status",
      "void `the status`;",
    ])
      expect(told(left)).toEqual([undefined]);
    expect(told("const status = 1; void status;")).toEqual([]);
  });

  it("renaming a field lists nothing in generated lines", () => {
    const text = body(["res.status(1); void (await this.findById(1))?.status;"]);
    expect(renameFile(text, fieldWords, names, text).lines).toEqual([]);
    expect(renameFile(`${text}// mine\n`, fieldWords, names, text).lines).toEqual([]);
  });

  it("lines that a rename lists are found again after they have moved", () => {
    const line = { line: 2, before: "b", after: "c" };
    expect(moveLines([line], "a\nb\n", "new\n  a\n\nb\n")).toEqual([{ ...line, line: 4 }]);
  });
});

describe("renaming an entity", () => {
  const rename = (text: string): string => renameFile(text, entityWords, names, "").text;

  it("renaming an entity renames declared or imported names, not others with the same spelling", () => {
    const text = `import type { Blogpost } from "./blogpost.schema.js";
import { blogpostPolicy as mine } from "./blogpost.policy.js";
import { Blogpost as Other } from "blogpost";
import type { NewBlogpost } from "./article.schema.js";
export type { Blogpost };
const of = (all: Blogpost[]) => all.map((blogpost) => ({ blogpost, Blogpost: "Blogpost", mine }));
const inner = (Blogpost: number) => Blogpost;
`;
    expect(rename(text)).toBe(`import type { Article } from "./article.schema.js";
import { articlePolicy as mine } from "./article.policy.js";
import { Blogpost as Other } from "blogpost";
import type { NewArticle } from "./article.schema.js";
export type { Article as Blogpost };
const of = (all: Article[]) => all.map((blogpost) => ({ blogpost, Blogpost: "Blogpost", mine }));
const inner = (Blogpost: number) => Blogpost;
`);
  });

  it("renaming an entity renames its table in queries, and no other text", () => {
    const text = body([
      'await this.db.selectFrom("blogpost").select("blogpost.id").execute(); void "blogpost";',
    ]);
    expect(rename(text)).toContain(
      'this.db.selectFrom("article").select("article.id").execute(); void "blogpost";',
    );
  });

  it("renaming an entity expands a shorthand member", () => {
    const text =
      'import { blogpostPolicy } from "./blogpost.policy.js";\nexport const all = { blogpostPolicy };\n';
    expect(rename(text)).toContain("{ blogpostPolicy: articlePolicy }");
  });
});
