import { expect, test } from "vitest";
import type { Config } from "data-api";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field } from "../../conformance/fields.js";

function warningsOf(
  permissions: readonly Config["entities"][string]["permissions"][],
): readonly (readonly [path: string, message: string])[] {
  const entities = permissions.map(
    (each, index) => [`e${index}`, { fields: { title: field("string") }, permissions: each }] as const,
  );
  const { warnings } = resolveModel({
    database: { dialect: "sqlite", name: ":memory:" },
    auth: { secretKey: "0123456789abcdef0123456789abcdef" },
    entities: Object.fromEntries(entities),
  });
  return warnings.map(({ path, message }) => [path, message]);
}

test.each([
  ["editro", "editor"],
  ["edito", "editor"],
  ["Editor", "editor"],
  ["amdin", "admin"],
  ["Guest", "guest"],
])("a role %s that is named once gives a warning that it may mean %s", (wrong, right) => {
  const warnings = warningsOf([{ read: ["editor"], create: ["editor"] }, { update: [wrong] }]);
  expect(warnings).toEqual([
    ["entities.e1.permissions.update", `The role "${wrong}" is named only here. Did you mean "${right}"?`],
  ]);
});

test.each<readonly [why: string, permissions: Parameters<typeof warningsOf>[0]]>([
  ["it is named twice", [{ read: ["editor", "editors"], create: ["editor", "editors"] }]],
  ["nothing is like it", [{ read: ["editor", "auditor"], create: ["editor"] }]],
  ["it differs by a digit", [{ read: ["tier1", "tier2"], create: ["tier1"] }]],
  ["the other is named only once, too", [{ read: ["seller", "teller"] }]],
  ["it is short", [{ read: ["hr", "pr"], create: ["hr"] }]],
])("no role gives a warning if %s", (_, permissions) => {
  expect(warningsOf(permissions)).toEqual([]);
});
