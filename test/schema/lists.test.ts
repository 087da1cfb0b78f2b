import { expect, it } from "vitest";
import type { Config, FieldConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { usePush } from "./push.js";

const thing = (tags: FieldConfig): Config["entities"] => ({ thing: plain({ n: field("int"), tags }) });

await describeDialects("columns of lists", (target) => {
  const { run, diff, push } = usePush(target);
  const isArray = target.name === "postgres";

  it.each<readonly [string, Partial<FieldConfig>]>([
    ["string", { default: ["it's", 'a "b" \\ {c}'], maxLength: 20 }],
    ["bigint", { default: ["9223372036854775807", 1] }],
    ["decimal", { default: ["1.50"], precision: 5, scale: 2 }],
    ["boolean", { default: [] }],
    ["datetime", { precision: 6 }],
  ])(
    "columns of lists of %s are created and added with their defaults, and match the configuration",
    async (of, options) => {
      const tags = field("list", { ...options, of: of as NonNullable<FieldConfig["of"]> });
      expect(await push(thing(tags))).toEqual([]);
      expect(await diff(thing(tags))).toEqual([]);
      await push({ other: plain({ n: field("int") }) });
      await run("insert into other (n) values (1)");
      expect(await push({ other: plain({ n: field("int"), tags }) })).toEqual([]);
      const [row] = await run("select tags from other");
      expect(row?.["tags"] === null).toBe(options.default === undefined);
    },
  );

  it("a column of lists of another type is a difference if the database knows the type", async () => {
    await push(thing(field("list", { of: "int" })));
    const changes = await diff(thing(field("list", { of: "string" })));
    expect(changes.map(({ message }) => message)).toEqual(
      isArray
        ? ['The column "thing"."tags" is of type "int4[]", the field "tags" needs "varchar(255)[]".']
        : [],
    );
    const fromText = await diff(thing(field("string")));
    if (isArray) expect(fromText.map(({ kind }) => kind)).toEqual(["alter"]);
  });
});
