import { expect, test } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { conflictTarget } from "../../../runtime/write/input/conflict-target.js";
import { field, openEntity } from "../../conformance/fields.js";
import { entityOf } from "../condition/blog.js";

const model = resolveModel({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    thing: openEntity(
      {
        code: field("string", { isRequired: true, isEditable: false }),
        serial: field("int", { isUnique: true }),
        title: field("string"),
      },
      { primaryKey: ["code"] },
    ),
  },
});
const thing = entityOf(model, "thing");
const usable = (...names: readonly string[]) => thing.fields.filter(({ name }) => names.includes(name));
const targetOf = (names: readonly string[] | undefined, ...readable: readonly string[]) =>
  conflictTarget(thing, names, usable(...readable)).map(({ name }) => name);

test("an upsert finds records by the key or a unique field, if the caller may read it", () => {
  expect(targetOf(undefined, "code")).toEqual(["code"]);
  expect(targetOf(["code"], "code", "serial")).toEqual(["code"]);
  expect(targetOf(["serial"], "code", "serial")).toEqual(["serial"]);
});

test.each([
  [["title"], ["code", "serial", "title"], /"onConflict=code" or "onConflict=serial"\.$/],
  [["code", "serial"], ["code", "serial"], /"onConflict=code" or "onConflict=serial"\.$/],
  [["serial"], ["code", "title"], /: "onConflict=code"\.$/],
  [["serial"], ["serial", "title"], /^You may not read the key of every "thing"/],
  [undefined, ["serial"], /^You may not read the key of every "thing"/],
])("an upsert by %j is rejected if the caller may read only %j", (names, readable, message) => {
  expect(() => targetOf(names, ...readable)).toThrow(message);
});
