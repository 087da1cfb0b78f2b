import { ConfigError, type Config, type PermissionConfig } from "data-api";
import { expect, test } from "vitest";
import { createApi } from "./access/expected/index.js";
import config from "./access/config.js";

// Generated code gives the rights of the configuration, or does not start.

function withUpdate(update: readonly PermissionConfig[]): Config {
  const { message } = config.entities;
  return {
    ...config,
    entities: {
      ...config.entities,
      message: { ...message, permissions: { ...message.permissions, update } },
    },
  };
}

const fields = { include: ["text", "state", "tagcodes"] };

test("rules that are the same are the same in any order of their members", () => {
  expect(() => createApi(withUpdate([{ where: 'state="draft"', fields, role: "owner" }]))).not.toThrow();
});

test.each<readonly PermissionConfig[]>([
  [],
  ["owner"],
  [{ role: "owner", fields }],
  [{ role: "owner", fields, where: 'state="public"' }],
  [{ role: "owner", fields: { include: [...fields.include, "itemid"] }, where: 'state="draft"' }],
  [{ role: "owner", fields: { exclude: fields.include }, where: 'state="draft"' }],
  [{ role: "owner", fields, where: 'state="draft"' }, "admin"],
])("code of other rules than these does not start: %o", (...update) => {
  const start = () => createApi(withUpdate(update));
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(
    "entities.message.permissions.update: the generated policy has other permissions. Run: npx data-api generate",
  );
});

const { item } = config.entities;
const { name } = item.fields;

test.each<readonly [string, Config["entities"][string]["fields"]]>([
  ["more", { ...item.fields, more: name }],
  ["less", Object.fromEntries(Object.entries(item.fields).filter(([field]) => field !== "name"))],
  ["another type", { ...item.fields, name: { ...name, type: "text" } }],
  ["another limit", { ...item.fields, name: { ...name, maxLength: 20 } }],
  ["another default", { ...item.fields, name: { ...name, default: "x" } }],
  ["others to be edited", { ...item.fields, name: { ...name, isEditable: !name.isEditable } }],
  ["others to be given", { ...item.fields, name: { ...name, isRequired: !name.isRequired } }],
])("schemas that are older than the fields do not start: %s", (_what, fields) => {
  const open = { read: ["admin"], update: ["admin"] };
  const start = () =>
    createApi({
      ...config,
      entities: {
        ...config.entities,
        item: { ...item, fields, permissions: { ...item.permissions, ...open } },
      },
    });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(
    /entities\.item\.fields\.(?:name|more): the generated schemas are from another configuration\. Run: npx data-api generate/,
  );
});

test("what the schemas do not check may change", () => {
  const described = { ...item, fields: { ...item.fields, name: { ...name, description: "Its name." } } };
  expect(() => createApi({ ...config, entities: { ...config.entities, item: described } })).not.toThrow();
});
