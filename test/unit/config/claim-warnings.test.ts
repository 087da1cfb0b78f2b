import { describe, expect, it } from "vitest";
import type { Config, EntityConfig, FieldConfig } from "data-api";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field, openEntity } from "../../conformance/fields.js";

function warningsOf(
  team: Partial<FieldConfig>,
  permissions: EntityConfig["permissions"] = {},
  where = "team=@user.team",
): readonly string[] {
  const config: Config = {
    database: { dialect: "sqlite", name: ":memory:" },
    auth: { secretKey: "0123456789abcdef0123456789abcdef" },
    entities: {
      user: { fields: { team: field("string", team) }, permissions },
      note: openEntity({ team: field("string") }, { permissions: { read: [{ role: "member", where }] } }),
    },
  };
  return resolveModel(config).warnings.map(({ message }) => message);
}

describe("permissions by claims that users can set", () => {
  it("a permission by a claim that users can set gives a warning that says how to fix it", () => {
    expect(warningsOf({})).toEqual([
      'Permissions use "@user.team", and users themselves may set it at registration and change it. Let only admins set "team": by the "fields" of the permissions of "user", or by "isEditable" and "isIgnoredOnCreate".',
    ]);
    expect(warningsOf({ isEditable: false })[0]).toContain("themselves may set it at registration. Let");
    expect(warningsOf({ isIgnoredOnCreate: true })[0]).toContain("themselves may change it. Let");
  });

  it("a permission by a claim gives no warning if only admins can set the claim", () => {
    expect(warningsOf({ isEditable: false, isIgnoredOnCreate: true })).toEqual([]);
    const others = { role: "owner", fields: { exclude: ["TEAM"] } };
    expect(warningsOf({}, { create: ["admin"], update: ["admin", others] })).toEqual([]);
    const named = { role: "guest", fields: { include: ["username", "password"] } };
    expect(warningsOf({}, { create: [named], update: [{ role: "admin" }] })).toEqual([]);
  });

  it("a permission by the id or the user name, which are unique, gives no warning", () => {
    expect(warningsOf({}, {}, "team=@user.username")).toEqual([]);
    expect(warningsOf({}, {}, "id=@user.id")).toEqual([]);
  });
});
