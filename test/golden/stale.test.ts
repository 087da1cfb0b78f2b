import { ConfigError, type Config, type PermissionConfig } from "data-api";
import { composeApi, Repository } from "data-api/kit";
import { expect, test } from "vitest";
import { createApi } from "./access/expected/index.js";
import config from "./access/config.js";

// Generated code does not start if it differs from the configuration.

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

test("generated code starts also if the members of a rule have another order", () => {
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
])("code does not start with different rules in the configuration: %o", (...update) => {
  const start = () => createApi(withUpdate(update));
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(
    "entities.message.permissions.update: the generated policy has other permissions. Run: npx data-api generate",
  );
});

const { item } = config.entities;
const { name } = item.fields;

test.each<readonly [string, Config["entities"][string]["fields"]]>([
  ["more fields", { ...item.fields, more: name }],
  ["fewer fields", Object.fromEntries(Object.entries(item.fields).filter(([field]) => field !== "name"))],
  ["another type", { ...item.fields, name: { ...name, type: "text" } }],
  ["another limit", { ...item.fields, name: { ...name, maxLength: 20 } }],
  ["another default", { ...item.fields, name: { ...name, default: "x" } }],
  ["another isEditable", { ...item.fields, name: { ...name, isEditable: !name.isEditable } }],
  ["another isRequired", { ...item.fields, name: { ...name, isRequired: !name.isRequired } }],
])("code does not start with different fields in the configuration: %s", (_what, fields) => {
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

test("generated code starts also if settings change that its schemas do not check", () => {
  const described = { ...item, fields: { ...item.fields, name: { ...name, description: "Its name." } } };
  expect(() => createApi({ ...config, entities: { ...config.entities, item: described } })).not.toThrow();
});

test("what edited routes throw ends the start, before a request needs them", () => {
  const policy = { read: ["guest"] };
  const note = { fields: {}, permissions: policy };
  const routes = () => {
    throw new Error("edited by hand");
  };
  const api = composeApi(
    { database: { dialect: "sqlite", name: ":memory:" }, entities: { note } },
    { note: { repository: Repository, policy, routes } },
  );
  expect(() => {
    api.setupApiEndpoints();
  }).toThrow("edited by hand");
});
