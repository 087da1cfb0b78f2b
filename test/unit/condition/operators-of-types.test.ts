import { expect, test } from "vitest";
import { checkWhere } from "../../../runtime/condition/check-where.js";
import { caseOperators, operators } from "../../../runtime/condition/nodes.js";
import { parseWhere } from "../../../runtime/condition/parse-condition.js";
import { rawScope } from "../../../runtime/access/raw-scope.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { ApiError } from "../../../runtime/errors/api-error.js";
import { field, plain } from "../../conformance/fields.js";

const equality = ["=", "<>"];
const order = [...equality, "<", "<=", ">", ">="];
const texts = [...order, "~", "!~", "^=", "$=", "=*", "<>*", "~*", "!~*", "^=*", "$=*"];

const types = {
  string: [field("string"), "a", texts],
  text: [field("text"), "a", texts],
  richtext: [field("richtext"), "a", texts],
  enum: [field("enum", { values: ["a"] }), "a", order],
  listOfTexts: [field("list", { of: "string" }), '"[]"', [...equality, "has"]],
  int: [field("int"), "1", order],
  bigint: [field("bigint"), "1", order],
  float: [field("float"), "1", order],
  decimal: [field("decimal"), "1", order],
  boolean: [field("boolean"), "true", order],
  date: [field("date"), "2024-02-29", order],
  datetime: [field("datetime"), "2024-02-29T12:00:00Z", order],
  time: [field("time"), "10:00", order],
  duration: [field("duration"), "P1D", order],
  uuid: [field("uuid"), "123e4567-e89b-42d3-a456-426614174000", order],
  bytes: [field("bytes"), "AP8=", order],
  json: [field("json"), "1", []],
} as const;

const model = resolveModel({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    item: plain(Object.fromEntries(Object.entries(types).map(([name, [config]]) => [name, config]))),
  },
});
const [entity] = model.entities;
if (entity === undefined) throw new Error("There is no entity.");
const scope = rawScope(entity);

/** Whether the condition is accepted. */
function isAccepted(condition: string): boolean {
  try {
    checkWhere(parseWhere(condition), scope);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).issues[0]?.code, condition).toBe("operator");
    return false;
  }
}

const all = [...operators, ...caseOperators.map((operator) => `${operator}*`)];

test.each(Object.entries(types))(
  "a field of type %s is compared by its operators only",
  (name, [, value, own]) => {
    const accepted = all.filter((operator) =>
      isAccepted(`${name} ${operator} ${operator === "has" ? "a" : value}`),
    );
    expect(accepted.toSorted()).toEqual([...own].toSorted());
    expect(equality.filter((operator) => isAccepted(`${name}${operator}null`))).toEqual(equality);
  },
);
