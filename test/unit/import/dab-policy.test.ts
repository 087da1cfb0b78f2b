import { expect, test } from "vitest";
import { toCondition, type PolicyField } from "../../../generator/import/dab/dab-policy.js";
import { parseCondition } from "../../../runtime/condition/parse-condition.js";
import { expectLinear } from "../../linear-time.js";

const types: Readonly<Record<string, PolicyField["type"]>> = {
  id: "int",
  price: "decimal",
  isOpen: "boolean",
  key: "uuid",
  at: "datetime",
  name: "string",
  note: "text",
  level: "enum",
  code: "native",
};

function convert(policy: string, isExact = false) {
  return toCondition(policy, (name) => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    return type === undefined ? undefined : { name, type, isExact };
  });
}

test.each([
  ["@item.id eq 5", "id=5"],
  ["@item.id ne -5 and @item.price ge 1.50", "id<>-5&price>=1.50"],
  ["@item.id eq 1 or @item.id eq 2 and @item.isOpen eq true", "id=1|id=2&isOpen=true"],
  ["(@item.id eq 1 or @item.id eq 2) and @item.isOpen eq false", "(id=1|id=2)&isOpen=false"],
  ["((@item.id gt 1))", "id>1"],
  ["@item.name eq @claims.email", "name=@user.email"],
  ["@claims.level lt @item.id", "id>@user.level"],
  ["@item.name eq 'O''Brien & \"co\" | (x)'", 'name="O\'Brien & \\"co\\" | (x)"'],
  ["@item.name eq '@user.id'", 'name="@user.id"'],
  ["@item.name eq 'null'", 'name="null"'],
  ["@item.note eq null", "note=null"],
  ["@item.name NE null", "name<>null"],
  ["@item.key eq 6f9619ff-8b86-d011-b42d-00c04fc964ff", 'key="6f9619ff-8b86-d011-b42d-00c04fc964ff"'],
  ["@item.at le @claims.until", "at<=@user.until"],
  ["@item.level eq 'low'", 'level="low"'],
])("the policy %s becomes the condition %s", (policy, where) => {
  expect(convert(policy)).toEqual({ where });
  expect(() => parseCondition(where)).not.toThrow();
});

test.each([
  ["not (@item.id eq 1)", '"not" has no counterpart'],
  ["@item.id eq 1 and not @item.isOpen eq true", '"not" has no counterpart'],
  ["@item.name ne 'x'", "may compare"],
  ["@item.name gt 'x'", "may compare"],
  ["@item.level gt 'low'", "may compare"],
  ["@item.code ne 'x'", "may compare"],
  ["@item.name ne @claims.name", "may compare"],
  ["@item.id gt null", "null has no order"],
  ["@item.other eq 1", '"other" is no field'],
  ["@item.constructor eq 1", '"constructor" is no field'],
  ["@item.id eq @item.price", "between a field and a value or claim"],
  ["@claims.a eq 'x'", "between a field and a value or claim"],
  ["@item.id eq @claims.id", "is the user's id here"],
  ["1 eq 1", "between a field and a value or claim"],
  ["true", "something other than comparisons"],
  ["@item.id eq", "something other than comparisons"],
  ["contains(@item.name, 'x')", "not known here"],
  ["startswith @item.name eq 'x'", "something other than comparisons"],
  ["@item.id in (1, 2)", "not known here"],
  ["@item.id eq 'x'", "no counterpart in a condition"],
  ["@item.at gt 2024-01-01", "not known here"],
  ["@item.id eq 1 @item.id eq 2", "is not expected there"],
  ["(@item.id eq 1", "not closed"],
  ["@item.id eq 1)", "is not expected there"],
  ["@item.name eq 'x", "not known here"],
  ["@item.id eq 1 || true", "not known here"],
  ["@item.id eq 1; drop table x", "not known here"],
  ["", "something other than comparisons"],
  [`${"(".repeat(40)}@item.id eq 1${")".repeat(40)}`, "too deep"],
])("the policy %s cannot be converted", (policy, reason) => {
  expect(convert(policy)).toContain(reason);
});

test("a policy may use `ne` for texts if the database compares them case-sensitively", () => {
  expect(convert("@item.name ne 'x'", true)).toEqual({ where: 'name<>"x"' });
  expect(convert("@item.name gt 'x'", true)).toContain("may compare");
});

test("a long policy of Data API builder is read in linear time", () => {
  expectLinear(20_000, (size) => {
    convert(`${"@item.id eq 1 or ".repeat(size)}@item.id eq 2`);
    convert(`@item.name eq '${"''".repeat(10 * size)}`);
    convert(" ".repeat(25 * size));
  });
});
