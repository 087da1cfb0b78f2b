import { describe, expect, test } from "vitest";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import type { DialectName } from "../../../runtime/model/model.js";
import { dialectNames } from "../../../runtime/model/settings/dialect-facts.js";
import { timeOrderedUuid, uuidPlace } from "../../../runtime/write/steps/time-ordered-uuid.js";
import { describeDialects } from "../../conformance/describe-dialects.js";
import { field, plain } from "../../conformance/fields.js";
import { startServer } from "../../conformance/start-server.js";

/**
 * The bytes of a UUID in the order in which `System.Data.SqlTypes.SqlGuid`, and so SQL Server, compares them. Those of the
 * first three groups are stored from their ends.
 */
function placeInMssql(uuid: string): string {
  const stored = uuid.split("-").flatMap((group, index) => {
    const bytes = group.match(/../g) ?? [];
    return index < 3 ? bytes.toReversed() : bytes;
  });
  return [10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3].map((index) => stored[index]).join("");
}

describe.each(dialectNames)("UUIDs for %s", (name) => {
  const dialect = dialects[name];
  // More than the counter of a millisecond has.
  const made = Array.from({ length: 5_000 }, () => timeOrderedUuid(dialect));

  const sortedBy = (placeOf: (uuid: string) => string) =>
    made
      .map((uuid) => ({ uuid, place: placeOf(uuid) }))
      .toSorted((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ uuid }) => uuid);

  test("time-ordered UUIDs are made in the order in which the database compares them", () => {
    expect(sortedBy(name === "mssql" ? placeInMssql : (uuid) => uuid)).toEqual(made);
  });

  test("time-ordered UUIDs are made in the order of their places", () => {
    expect(sortedBy((uuid) => uuidPlace(uuid, dialect))).toEqual(made);
  });

  test("time-ordered UUIDs are valid, and all different", () => {
    expect(new Set(made).size).toBe(made.length);
    const valid = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(made.filter((uuid) => !valid.test(uuid))).toEqual([]);
  });
});

await describeDialects("stored UUIDs", (target) => {
  test("time-ordered UUIDs that the database stores and sorts come in the order in which they were made", async () => {
    const { api } = await startServer("dynamic", target, {
      entities: {
        made: plain({ nr: field("uuid", { isEditable: false, isRequired: true }) }, { primaryKey: "nr" }),
      },
    });
    const dialect = dialects[target.name as DialectName];
    const made = Array.from({ length: 5_000 }, () => timeOrderedUuid(dialect));
    const records = api.repository("made");
    // Neither in this order nor in the reverse one.
    const mixed = made.map((_, index) => ({ nr: made[(index * 7) % made.length] }));
    await records.createMany(mixed);
    const { items } = await records.find({ orderBy: "nr", take: made.length });
    expect(items.map(({ nr }) => nr)).toEqual(made);
  });
});
