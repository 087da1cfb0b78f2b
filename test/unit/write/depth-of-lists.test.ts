import { expect, test } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { inputSchemaOf } from "../../../runtime/write/input/input-schemas.js";
import { inputParser } from "../../../runtime/write/input/parse-input.js";
import { field, plain } from "../../conformance/fields.js";

const MAX_DEPTH = 3;

const parent = {
  targetEntityName: "node",
  resolvedEntityName: "theParent",
  inverseName: "children",
  isWritable: true,
} as const;
const [node] = resolveModel({
  database: { dialect: "sqlite", name: ":memory:" },
  server: { maxDepth: MAX_DEPTH },
  entities: { node: plain({ title: field("string"), parent: field("int", { foreignKey: parent }) }) },
}).entities;
if (node === undefined) throw new Error("There is no entity.");
const parse = inputParser(inputSchemaOf(node, "create"), node, { isNew: true, isStrict: true });

const nested = (levels: number): object =>
  levels === 0 ? { title: "a" } : { title: "a", children: [nested(levels - 1)] };

test("lists are nested in a body as deep as maxDepth, and no deeper", async () => {
  for (let levels = 0; levels <= MAX_DEPTH; levels++)
    expect(await parse(nested(levels))).toEqual(nested(levels));
  await expect((async () => parse(nested(MAX_DEPTH + 1)))()).rejects.toThrow("at most 3 levels deep");
});
