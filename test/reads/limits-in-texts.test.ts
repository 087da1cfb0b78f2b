import { beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "kysely";
import { Repository, type AnyRepository } from "../../runtime/repository/repository.js";
import { describeDialect, describeDialects } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { field, plain } from "../conformance/fields.js";
import { useOpened } from "./opened.js";

const POSTS = 12;
const REMARKS = 4;

/** Posts 1 to 12. Post n has the remarks `n.1` to `n.4`. */
function usePosts(target: DialectTarget) {
  const opened = useOpened(target, {
    post: plain({ title: field("string") }),
    remark: plain({
      text: field("string"),
      post: field("int", {
        isIndexed: true,
        foreignKey: { targetEntityName: "post", resolvedEntityName: "thePost", inverseName: "remarks" },
      }),
    }),
  });
  const repository = (name: string): AnyRepository =>
    new Repository(opened().entity(name), opened().database);
  beforeAll(async () => {
    for (let post = 1; post <= POSTS; post++) {
      await repository("post").create({ title: `${post}` });
      for (let remark = 1; remark <= REMARKS; remark++)
        await repository("remark").create({ text: `${post}.${remark}`, post });
    }
  });
  interface Page {
    readonly take: number;
    readonly skip?: number;
    readonly remarks?: number;
    readonly where?: string;
  }
  const read = async ({ take, skip, remarks = 2, where }: Page) => {
    const page = await repository("post").find({
      select: { title: true, remarks: { select: { text: true }, take: remarks, orderBy: ["~id"] } },
      orderBy: ["~id"],
      take,
      ...(skip !== undefined && { skip }),
      ...(where !== undefined && { where }),
    } as object);
    return (page as unknown as { readonly items: readonly unknown[] }).items;
  };
  return { opened, read };
}

await describeDialects("pages that differ only in their limits", (target) => {
  const { read } = usePosts(target);

  /** The expected page, computed without a database. */
  const expected = (take: number, skip: number, remarks: number) =>
    Array.from({ length: POSTS }, (_, index) => POSTS - index)
      .slice(skip, skip + take)
      .map((post) => ({
        title: `${post}`,
        remarks: Array.from({ length: REMARKS }, (_, index) => ({
          text: `${post}.${REMARKS - index}`,
        })).slice(0, remarks),
      }));

  it("pages that differ only in their limits have the right records", async () => {
    for (let round = 0; round < 2; round++)
      for (const skip of [0, 1, 5])
        for (const remarks of [0, 1, 3])
          for (let take = 1; take <= POSTS; take++)
            expect(await read({ take, skip, remarks })).toEqual(expected(take, skip, remarks));
  });
});

await describeDialect("plans of pages", "postgres", (target) => {
  const { opened, read } = usePosts(target);

  let since = "";
  beforeEach(async () => {
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(
      opened().database.kysely,
    );
    since = rows[0]?.now ?? "";
  });

  /** The statements with lists that the test has prepared. Their last limit belongs to a subquery. */
  const prepared = async () => {
    const { rows } = await sql<{ text: string; custom: string; generic: string }>`
      select statement as text, custom_plans as custom, generic_plans as generic
      from pg_prepared_statements where statement like '%json_agg%' and prepare_time >= ${since}::timestamptz`.execute(
      opened().database.kysely,
    );
    return rows.map(({ text, custom, generic }) => ({
      limits: [...text.matchAll(/(?:limit|offset) (\S+?)(?=\)|$| )/g)].map(([, limit]) => limit),
      custom: Number(custom),
      generic: Number(generic),
    }));
  };

  it("the plan of a page without values except its limits is generic", async () => {
    for (let run = 0; run < 9; run++) await read({ take: 5 });
    expect(await prepared()).toEqual([{ limits: ["6", "0", "2", "0", "0"], custom: 0, generic: 9 }]);
  });

  it("the limits of a page with a condition are parameters of its statement", async () => {
    for (let run = 0; run < 9; run++) await read({ take: 5, where: "title=3" });
    const [statement, ...others] = await prepared();
    expect(others).toEqual([]);
    expect(statement?.limits).toEqual(["$2", "$3", "$4", "$5", "0"]);
  });

  it("statements are not prepared for every limit or every page", async () => {
    for (let take = 20; take < 60; take++) await read({ take, remarks: 3 });
    for (let skip = 1; skip < 10; skip++) await read({ take: 20, skip, remarks: 3 });
    const texts = await prepared();
    expect(texts.length).toBeLessThanOrEqual(9);
    expect(texts.filter(({ limits }) => limits.includes("$1"))).toHaveLength(1);
  });
});
