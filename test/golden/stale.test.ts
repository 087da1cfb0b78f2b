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
