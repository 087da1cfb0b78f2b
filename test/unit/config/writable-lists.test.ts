import { expect, test } from "vitest";
import type { Config, EntityConfig, ForeignKeyConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { field, openEntity } from "../../conformance/fields.js";

const foreignKey = { targetEntityName: "order", inverseName: "lines", isWritable: true };

/** The mistakes of an entity whose records refer to orders. */
function mistakes(
  key: Partial<ForeignKeyConfig> = {},
  options: Parameters<typeof field>[1] = {},
  entity: Partial<EntityConfig> = {},
  order: Partial<EntityConfig> = {},
): readonly string[] {
  const config: Config = {
    database: { dialect: "sqlite", name: ":memory:" },
    entities: {
      order: openEntity({ title: field("string") }, order),
      line: openEntity(
        {
          orderid: field("int", { foreignKey: { ...foreignKey, ...key }, ...options }),
          text: field("string"),
        },
        entity,
      ),
    },
  };
  return checkConfig(config)
    .filter(({ path }) => path.endsWith("isWritable"))
    .map(({ path, message }) => `${path} ${message}`);
}

const place = "entities.line.fields.orderid.foreignKey.isWritable";
const readOnly = { isReadOnly: true, primaryKey: "id", permissions: { read: ["guest"] } } as const;

test("a list is writable if it has a name, and records can be created in it", () => {
  expect(mistakes()).toEqual([]);
  expect(mistakes({ inverseName: undefined })).toEqual([
    `${place} needs "inverseName": the name of the list that is written.`,
  ]);
  expect(mistakes({ isManyToMany: true })).toEqual([
    `${place} is not for a list of ids: write the ids, or give the join table an entity of its own.`,
  ]);
  const single = `${place} is for lists: here at most one record refers to each record.`;
  expect(mistakes({}, { isUnique: true })).toEqual([single]);
  expect(mistakes({}, { isRequired: true, isEditable: false }, { primaryKey: "orderid" })).toEqual([single]);
  expect(mistakes({}, { isIgnoredOnCreate: true })).toEqual([
    `${place} a create ignores "orderid", so no record can be created in the list.`,
  ]);
  expect(mistakes({}, {}, readOnly)).toContain(
    `${place} the entity is read-only: its records cannot be written.`,
  );
  expect(mistakes({}, {}, {}, readOnly)).toContain(
    `${place} "order" is read-only: its records cannot be written.`,
  );
});
