import { beforeAll, expect, it } from "vitest";
import type { DatabaseSession } from "../../runtime/database/database-session.js";
import { EntityReads } from "../../runtime/records/entity-reads.js";
import { planQuery, resolveQuery, type FindOptions } from "../../runtime/read/query.js";
import { Repository, type AnyRepository } from "../../runtime/repository/repository.js";
import { selectionOf } from "../../runtime/read/selection-of.js";
import { orderBy } from "../../runtime/database/sql/order.js";
import { createSelection, type Selection } from "../../runtime/database/sql/selection.js";
import { firstKey } from "../../runtime/model/fields.js";
import type { Relation } from "../../runtime/model/model.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain, to } from "../conformance/fields.js";
import { useOpened } from "./opened.js";

const tags = field("int", {
  foreignKey: { targetEntityName: "tag", resolvedEntityName: "theTags", isManyToMany: true },
});

const notes = { targetEntityName: "person", resolvedEntityName: "theAuthor", inverseName: "notes" };

await describeDialects("reads", (target) => {
  const opened = useOpened(target, {
    note: plain({
      title: field("string"),
      author: field("int", { foreignKey: notes }),
      above: to("note", "theNote"),
    }),
    message: plain({ title: field("string"), author: to("person", "theAuthor"), tags }),
    person: plain({ name: field("string") }),
    tag: plain({ word: field("string") }),
  });
  const countsAlong = target.name !== "sqlite";

  beforeAll(async () => {
    const { database, entity } = opened();
    const create = async (name: string, record: object) => {
      const repository: AnyRepository = new Repository(entity(name), database);
      await repository.create(record);
    };
    await create("person", { name: "Ann" });
    for (let index = 0; index < 5; index++) {
      await create("note", { title: `${index}`, author: 1, above: index === 0 ? null : 1 });
      await create("message", { title: `${index}`, author: 1 });
    }
  });

  /** The number of statements for a page. */
  async function statementsOf(
    name: string,
    options: FindOptions<Record<string, unknown>, string>,
  ): Promise<number> {
    const { database, entity } = opened();
    const { reads, count } = counting(database, name);
    const query = resolveQuery(options, entity(name));
    const selection = selectionOf(entity(name), database.model);
    const page = await reads.find(planQuery(query, entity(name), undefined, selection));
    expect(page.items.every((item) => "theAuthor" in (item as object))).toBe(true);
    expect(page.count).toBe(5);
    return count();
  }

  function counting(session: DatabaseSession, name: string) {
    let count = 0;
    const { dialect, model, kysely } = session;
    const counted: DatabaseSession = {
      dialect,
      model,
      kysely,
      repository: (entityName) => session.repository(entityName),
      statements: (entity) => session.statements(entity),
      storedTable: (entity) => session.storedTable(entity),
      knownTable: (entity) => session.knownTable(entity),
      transaction: (work) => session.transaction(work),
      snapshot: (work) => session.snapshot(work),
      lend: (work) => session.lend(work),
      cancel: () => session.cancel(),
      reportFault: (error, message) => {
        session.reportFault(error, message);
      },
      rows: (bound) => {
        count++;
        return session.rows(bound);
      },
    };
    return { reads: new EntityReads(opened().entity(name), counted), count: () => count };
  }

  it.each<[FindOptions<Record<string, unknown>, string>, number]>([
    [{}, 1],
    [{ orderBy: "~title" }, 1],
    [{ skip: 3 }, 1],
    [{ take: 2 }, countsAlong ? 1 : 2],
    [{ orderBy: "title", skip: 1, take: 2 }, countsAlong ? 1 : 2],
    [{ take: 0 }, 1],
  ])(
    "a page with the options %j takes this number of statements, including its references: %d",
    async (options, count) => {
      expect(await statementsOf("note", options)).toBe(count);
    },
  );

  it("lists of a page's records take one more statement for the whole page", async () => {
    expect(await statementsOf("message", {})).toBe(2);
    expect(await statementsOf("message", { orderBy: "title" })).toBe(2);
    expect(await statementsOf("message", { take: 0 })).toBe(1);
    // Beyond the last record, no list is read, as if there were none.
    expect(await statementsOf("message", { skip: 5 })).toBe(await statementsOf("note", { skip: 5 }));
  });

  it("a list with take=0 takes no statement", async () => {
    const { database, entity } = opened();
    const person = entity("person");
    const withNotes = (take: number): Selection =>
      createSelection({
        entity: person,
        fields: person.fields.filter((each) => each.name === "name"),
        lists: [
          {
            name: "notes",
            relation: person.relations.find((each) => each.name === "notes") as Relation,
            target: {
              ...createSelection({ entity: entity("note"), fields: entity("note").keys }),
              rows: undefined,
            },
            order: [orderBy(firstKey(entity("note")))],
            take,
            skip: 0,
          },
        ],
        names: ["name", "notes"],
      });
    const query = resolveQuery({}, person);
    for (const [take, length] of [
      [0, 0],
      [1, 1],
    ] as const) {
      const { reads, count } = counting(database, "person");
      const plan = planQuery({ ...query, take: 1, skip: 0 }, person, undefined, withNotes(take));
      const { items } = await reads.find(plan);
      expect(items).toEqual([{ name: "Ann", notes: [expect.anything()].slice(0, length) }]);
      // PostgreSQL reads short lists, and the count, in the page's statement.
      if (take === 0) expect(count()).toBe(countsAlong ? 1 : 2);
    }
  });

  it("a read of one record takes one statement, and one more for a list", async () => {
    const { entity, database } = opened();
    for (const [name, expected] of [
      ["note", 1],
      ["message", 2],
    ] as const) {
      const { reads, count } = counting(database, name);
      const { where = expect.fail("There is no condition.") } = resolveQuery({ where: "id=2" }, entity(name));
      const record = await reads.first(where, selectionOf(entity(name), database.model));
      expect(record).toMatchObject({ id: 2, theAuthor: { name: "Ann" } });
      expect(count()).toBe(expected);
      const none = resolveQuery({ where: "id=999" }, entity(name)).where ?? where;
      expect(await reads.first(none, selectionOf(entity(name), database.model))).toBeUndefined();
      expect(count()).toBe(expected + 1);
    }
  });
});
