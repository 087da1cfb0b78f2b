import { describe, expect, it } from "vitest";
import type { CheckedCondition } from "../../runtime/condition/checked.js";
import { sql } from "kysely";
import { orderBy } from "../../runtime/database/sql/order.js";
import { ownFields } from "../../runtime/database/sql/selection.js";
import type { BoundStatement } from "../../runtime/database/sql/statement.js";
import type { FieldValue } from "../../runtime/model/field-type.js";
import type { Field, Relation } from "../../runtime/model/model.js";
import { Cursors } from "../../runtime/records/cursors.js";
import { PagePlace } from "../../runtime/records/page-place.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { useOpened } from "./opened.js";

/** For each database: the statements that generate rows and explain a query, and patterns for parts of a plan. */
const databases = {
  sqlite: {
    numbers:
      "with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000) select i from n",
    explain: "explain query plan ",
    scan: /SCAN (?!CONSTANT)/,
    seek: /SEARCH .*views<\?/,
    sort: /USE TEMP B-TREE FOR ORDER BY/,
  },
  postgres: {
    numbers: "select i from generate_series(1, 5000) as n (i)",
    explain: "explain ",
    scan: /Seq Scan/,
    seek: /Index Cond: \(views <=/,
    // An incremental sort orders only the rows with the same value.
    sort: /(?<!Incremental )Sort +\(/,
  },
} as const;

for (const [name, { numbers, explain, scan, seek, sort }] of Object.entries(databases))
  await describeDialect("conditions use indexes", name, (target) => {
    const opened = useOpened(target, {
      person: plain({ name: field("string", { isIndexed: true }) }),
      post: plain({
        title: field("string"),
        views: field("int", { isIndexed: true, isRequired: true }),
        author: field("int", {
          isIndexed: true,
          foreignKey: { targetEntityName: "person", resolvedEntityName: "theAuthor", inverseName: "posts" },
        }),
      }),
    });

    async function fill(): Promise<void> {
      const { kysely } = opened().database;
      await sql
        .raw(`insert into person (id, name) select i, 'name ' || i from (${numbers}) as n`)
        .execute(kysely);
      await sql
        .raw(`insert into post (id, title, views, author) select i, 'title', i, i from (${numbers}) as n`)
        .execute(kysely);
      await sql.raw("analyze").execute(kysely);
    }

    function plan(entity: string, where: CheckedCondition): Promise<string> {
      const { database, entity: named } = opened();
      return planOf(database.statements(named(entity)).find(where));
    }

    async function planOf({ statement, parameters }: BoundStatement): Promise<string> {
      const { database } = opened();
      const explained = { ...statement, sql: explain + statement.sql };
      const rows = await database.rows({ statement: explained, parameters });
      return rows.map((row) => String(row.at(-1))).join("\n");
    }

    const fieldOf = (entity: string, of: string): Field =>
      opened().entity(entity).fieldsByName.get(of) as Field;
    const relationOf = (entity: string, of: string): Relation =>
      opened()
        .entity(entity)
        .relations.find((relation) => relation.name === of) as Relation;
    const is = (of: Field, value: FieldValue): CheckedCondition => ({
      kind: "comparison",
      field: of,
      operator: "=",
      value,
    });

    describe("in a large table", () => {
      it("conditions on lists of values and on related records use indexes in a large table", async () => {
        await fill();
        const values = Array.from({ length: 100 }, (_, index) => index * 40);
        const views = fieldOf("post", "views");
        expect(await plan("post", { kind: "in", field: views, values, hasNull: false })).not.toMatch(scan);
        const theAuthor = relationOf("post", "theAuthor");
        const named = is(fieldOf("person", "name"), "name 7");
        expect(await plan("post", { kind: "some", relation: theAuthor, condition: named })).not.toMatch(scan);
        const posts = relationOf("person", "posts");
        expect(await plan("person", { kind: "some", relation: posts, condition: is(views, 7) })).not.toMatch(
          scan,
        );
      });

      it("the page after a cursor uses an index without sorting, even if few records are left", async () => {
        const { database, entity } = opened();
        const post = entity("post");
        const order = ["views", "id"].map((of) => orderBy(fieldOf("post", of), true));
        const selection = ownFields(post);
        const planned = { order, selection, skip: 0 };
        const cursors = new Cursors("a secret of this test, which is long enough");
        for (const last of [4000, 500, 50]) {
          const placeAt = (after: string | undefined) =>
            new PagePlace({ ...planned, after }, post, cursors, database.dialect);
          const row = selection.fields.map((of) => (of.name === "title" ? "title" : last));
          const { where } = placeAt(placeAt(undefined).next([row], false)).begin();
          const page = await planOf(
            database.statements(post).page({ where, order, take: 20, skip: 0 }, selection),
          );
          expect(page).toMatch(seek);
          expect(page).not.toMatch(sort);
        }
      });
    });
  });
