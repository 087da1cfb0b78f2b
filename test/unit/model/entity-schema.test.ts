import { describe, expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { changesSchema, newRecordSchema } from "../../../runtime/model/schemas/entity-schema.js";
import { ExactNumber } from "../../../runtime/model/values/exact-number.js";
import { field, openEntity } from "../../conformance/fields.js";

const toMany = (targetEntityName: string, resolvedEntityName: string) =>
  ({ targetEntityName, resolvedEntityName, isManyToMany: true }) as const;
const nr = field("bigint", { isEditable: false, isRequired: true });
const [, entity] = resolveModel({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    big: openEntity({ nr }, { primaryKey: "nr" }),
    e: openEntity({
      required: field("int", { isRequired: true, isEditable: false, foreignKey: toMany("e", "a") }),
      bigs: field("bigint", { foreignKey: toMany("big", "b") }),
      made: field("int", { isIgnoredOnCreate: true, foreignKey: toMany("e", "c") }),
    }),
  },
}).entities;
if (entity === undefined) throw new Error("There is no entity.");
const created = newRecordSchema(entity);
const changed = changesSchema(entity);

const issues = (schema: typeof created, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue): readonly unknown[] => {
    const about = [issue.path.join("."), issue.message];
    return issue.code === "custom" ? [...about, issue.params?.["code"] as unknown] : about;
  });

describe("a list of ids", () => {
  it("a list of ids is accepted only if it can be written, and may be omitted if it is optional", () => {
    expect(Object.keys(created.shape)).toEqual(["required", "bigs"]);
    expect(Object.keys(changed.shape)).toEqual(["bigs", "made"]);
    expect(created.parse({ required: [] })).toEqual({ required: [] });
    expect(changed.parse({})).toEqual({});
    expect(issues(created, {})?.map((issue) => issue[0])).toEqual(["required"]);
  });

  it("a list of ids has its ids converted to their canonical form", () => {
    expect(created.parse({ required: ["1", 2] })).toEqual({ required: [1, 2] });
    const long = new ExactNumber("9223372036854775807");
    expect(changed.parse({ bigs: [long, "5"] })).toEqual({ bigs: ["9223372036854775807", 5] });
  });

  it("a list of ids must be a list with each id once, and at most 1000 of them", () => {
    for (const none of ["1", 1, {}, null, true])
      expect(issues(changed, { made: none })).toEqual([["made", "must be a list of ids"]]);
    expect(issues(changed, { made: [1, "x", null, [2]] })).toEqual([
      ["made.1", "must be a whole number", "wrong-type"],
      ["made.2", "must be a whole number", "wrong-type"],
      ["made.3", "must be a whole number", "wrong-type"],
    ]);
    expect(issues(changed, { made: Array<number>(1001).fill(1) })).toEqual([
      ["made", "may have at most 1000 ids", "too-long"],
    ]);
    expect(issues(changed, { made: [1, 2, "1"] })).toEqual([["made", "must name each id once", "duplicate"]]);
  });
});
