import { expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain, to } from "../conformance/fields.js";
import { useFresh } from "../schema/fresh.js";

/** A view with repeated keys, where a rule hides one of the rows. One column's name, `n`, is also used in our SQL. */
const made = [
  "create table town (code integer not null, name varchar(20), n integer, hidden integer not null)",
  "insert into town (code, name, n, hidden) values (1, 'Gone', 9, 1), (1, 'Ulm', 2, 0), (1, 'Ulm', 2, 0), (2, 'Bonn', 3, 0)",
  "create view place as select code, name, n, hidden from town",
];

await describeDialects("aggregates over records whose keys are repeated", (target) => {
  const fresh = useFresh(target);

  it("an aggregate counts each record once although keys of related records are repeated", async () => {
    await fresh.database().run(made);
    const key = { isRequired: true, isEditable: false };
    const api = await fresh.start({
      place: {
        fields: {
          code: field("int", key),
          name: field("string"),
          n: field("int"),
          hidden: field("int"),
        },
        primaryKey: "code",
        isReadOnly: true,
        permissions: { read: [{ role: "guest", where: "hidden=0" }] },
      },
      visit: plain({ days: field("int"), place: to("place", "thePlace") }),
      guide: plain({ word: field("string"), visit: to("visit", "theVisit") }),
    });
    for (const [days, place] of [
      [1, 1],
      [2, 1],
      [4, 2],
      [8, null],
    ])
      await api.repository("visit").create({ days, place });
    for (const visit of [1, 4]) await api.repository("guide").create({ word: "w", visit });
    const guest = { userId: 1, roles: ["guest"] };
    const lines = async (entity: string, options: object) =>
      (await api.repository(entity).as(guest).aggregate(options)).items;
    expect(
      await lines("visit", { groupBy: ["thePlace.name"], count: true, sum: ["days"], max: ["thePlace.n"] }),
    ).toEqual([
      { thePlace: { name: null }, "count()": 1, "sum(days)": 8, "max(thePlace.n)": null },
      { thePlace: { name: "Bonn" }, "count()": 1, "sum(days)": 4, "max(thePlace.n)": 3 },
      { thePlace: { name: "Ulm" }, "count()": 2, "sum(days)": 3, "max(thePlace.n)": 2 },
    ]);
    expect(await lines("guide", { groupBy: ["theVisit.thePlace.n"], count: true })).toEqual([
      { theVisit: { thePlace: { n: null } }, "count()": 1 },
      { theVisit: { thePlace: { n: 2 } }, "count()": 1 },
    ]);
  });
});
