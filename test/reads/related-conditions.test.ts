import { expect, it } from "vitest";
import type { CheckedCondition } from "../../runtime/condition/checked.js";
import type { FieldValue } from "../../runtime/model/field-type.js";
import type { Entity, Field, Relation } from "../../runtime/model/model.js";
import { Repository, type AnyRepository } from "../../runtime/repository/repository.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { useOpened } from "./opened.js";

await describeDialects("conditions on related records", (target) => {
  const to = (targetEntityName: string, resolvedEntityName: string, inverseName: string) =>
    field("int", { foreignKey: { targetEntityName, resolvedEntityName, inverseName } });
  const opened = useOpened(target, {
    // The name of the table is the alias of the first related table, in different case.
    person: plain({ name: field("string"), boss: to("person", "theBoss", "reports") }, { table: "Related0" }),
    post: plain({
      title: field("string"),
      author: to("person", "theAuthor", "posts"),
      tags: field("int", {
        foreignKey: {
          targetEntityName: "tag",
          resolvedEntityName: "theTags",
          inverseName: "posts",
          isManyToMany: true,
        },
      }),
    }),
    tag: plain({ word: field("string", { isIndexed: true }) }),
    place: plain(
      {
        row: field("int", { isEditable: false, isRequired: true }),
        seat: field("int", { isEditable: false, isRequired: true }),
        name: field("string"),
      },
      { primaryKey: ["row", "seat"] },
    ),
    ticket: plain(
      { row: field("int"), seat: field("int"), price: field("int", { isIndexed: true }) },
      {
        foreignKeys: [
          {
            fields: ["row", "seat"],
            targetEntityName: "place",
            resolvedEntityName: "place",
            inverseName: "tickets",
          },
        ],
      },
    ),
  });

  const fieldOf = (entity: Entity, name: string): Field => entity.fieldsByName.get(name) as Field;
  const relationOf = (entity: Entity, name: string): Relation =>
    entity.relations.find((relation) => relation.name === name) as Relation;
  const is = (entity: Entity, name: string, value: FieldValue): CheckedCondition => ({
    kind: "comparison",
    field: fieldOf(entity, name),
    operator: "=",
    value,
  });

  it("conditions find records by their related records, in either direction and over composite keys", async () => {
    const { database, entity } = opened();
    const [person, post, tag, place, ticket] = ["person", "post", "tag", "place", "ticket"].map(entity) as [
      Entity,
      Entity,
      Entity,
      Entity,
      Entity,
    ];
    const repository = (of: Entity): AnyRepository => new Repository(of, database);
    for (const record of [
      { name: "Ann" },
      { name: "Bob", boss: 1 },
      { name: "Cid", boss: 1 },
      { name: "Dan", boss: 2 },
    ])
      await repository(person).create(record);
    for (const word of ["red", "blue"]) await repository(tag).create({ word });
    for (const record of [
      { title: "one", author: 1, tags: [1, 2] },
      { title: "two", author: 2, tags: [2] },
      { title: "three", tags: [] },
    ])
      await repository(post).create(record);
    for (const seat of [1, 2]) await repository(place).create({ row: 1, seat, name: `seat ${seat}` });
    for (const price of [10, 20]) await repository(ticket).create({ row: 1, seat: 2, price });
    await repository(ticket).create({ row: 1, price: 30 });

    const found = async (of: Entity, where: CheckedCondition): Promise<readonly unknown[]> => {
      const rows = await database.rows(database.statements(of).find(where));
      return rows.map((row) => row[of.keys.length - 1]).toSorted();
    };
    const some = (
      of: Entity,
      name: string,
      condition?: CheckedCondition,
      isNegated?: boolean,
    ): CheckedCondition => ({
      kind: "some",
      relation: relationOf(of, name),
      condition,
      ...(isNegated !== undefined && { isNegated }),
    });
    const count = (of: Entity, name: string, operator: ">" | "=", value: number): CheckedCondition => ({
      kind: "count",
      relation: relationOf(of, name),
      condition: undefined,
      operator,
      value,
    });

    expect(await found(post, some(post, "theAuthor", is(person, "name", "Ann")))).toEqual([1]);
    expect(await found(post, some(post, "theAuthor", is(person, "name", "Ann"), true))).toEqual([2, 3]);
    expect(await found(post, some(post, "theAuthor", undefined, true))).toEqual([3]);
    expect(await found(post, some(post, "theTags", is(tag, "word", "blue")))).toEqual([1, 2]);
    expect(await found(post, some(post, "theTags", is(tag, "word", "red"), true))).toEqual([2, 3]);
    expect(await found(tag, some(tag, "posts", is(post, "title", "two")))).toEqual([2]);
    expect(await found(tag, count(tag, "posts", ">", 1))).toEqual([2]);
    expect(await found(post, count(post, "theTags", "=", 0))).toEqual([3]);
    // Relations to the table itself.
    expect(await found(person, some(person, "reports", is(person, "name", "Dan")))).toEqual([2]);
    expect(await found(person, some(person, "reports", some(person, "reports")))).toEqual([1]);
    expect(
      await found(person, some(person, "theBoss", some(person, "theBoss", is(person, "name", "Ann")))),
    ).toEqual([4]);
    expect(await found(person, count(person, "reports", "=", 2))).toEqual([1]);
    expect(await found(person, some(person, "posts", some(post, "theTags", is(tag, "word", "red"))))).toEqual(
      [1],
    );
    // Composite keys.
    expect(await found(ticket, some(ticket, "place", is(place, "name", "seat 2")))).toEqual([1, 2]);
    expect(await found(place, some(place, "tickets", is(ticket, "price", 20)))).toEqual([2]);
    expect(await found(place, count(place, "tickets", "=", 0))).toEqual([1]);
    expect(
      await found(ticket, { kind: "unless", condition: some(ticket, "place", is(place, "name", "seat 2")) }),
    ).toEqual([3]);
    expect(await found(ticket, { kind: "unless", condition: is(ticket, "seat", 2) })).toEqual([3]);
  });
});
