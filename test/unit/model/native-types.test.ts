import { expect, test } from "vitest";
import { baseType, hasType } from "../../../runtime/model/values/native-types.js";

const types = ["inet", "bit(n)", "bit(1)", "varbit"];

test.each(["inet", "bit(8)", "bit(1)", "bit(10000)", "varbit"])("%s is a native type", (type) => {
  expect(hasType(types, type)).toBe(true);
});

test.each(["bit(n)", "bit", "varbit(8)", "bit(x)", "bit(123456)", "bit(8", "INET"])(
  "%s is not a native type",
  (type) => {
    expect(hasType(types, type)).toBe(false);
  },
);

test("the name of a native type does not include its size", () => {
  expect(["bit(8)", "inet"].map(baseType)).toEqual(["bit", "inet"]);
});
