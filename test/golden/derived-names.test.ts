import type { Config, EntityConfig, FieldConfig } from "data-api";
import { expect, test } from "vitest";
import { freshTree, type EntityArtifact, type Tree } from "../../generator/artifacts.js";
import { resolveGeneratedModel } from "../../generator/generate-files.js";
import { compileTrees } from "../regeneration/compile.js";
import { treeOf } from "./tree-of.js";

// Generated code derives names from those of entities and operations. An entity may have a name that is derived from
// that of another one: the code compiles all the same.

const affixes: readonly ((name: string) => string)[] = [
  (name) => `new_${name}`,
  ...["changes", "shape", "key", "record", "of_reads"].map((word) => (name: string) => `${name}_${word}`),
];
const derived = affixes.map((affix) => affix("order"));
const names = new Set([
  "order",
  ...derived,
  ...derived.flatMap((name) => affixes.map((affix) => affix(name))),
  ...[
    "table",
    "schema",
    "input",
    "answer",
    "repository",
    "policy",
    "routes",
    "route",
    "parameters",
    "fields",
  ].map((word) => `order_${word}`),
  // What the files of all entities declare, import and contain, and words of TypeScript.
  ...["batch", "operations", "entities", "index", "client", "api", "create_api", "auth", "changes", "new"],
  ...["repository", "database", "config", "generated", "router", "policy", "field", "z", "list_writes"],
  ...["class", "then", "type", "pick", "partial", "record", "record_record", "after_create", "json_value"],
]);

const permissions = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };

function reference(targetEntityName: string, resolvedEntityName: string, inverseName: string): FieldConfig {
  const foreignKey = { targetEntityName, resolvedEntityName, inverseName, isWritable: true };
  return { type: "int", isEditable: true, isRequired: false, foreignKey };
}

function configOf(hub: string): Config {
  const others = [...names].filter((name) => name !== hub);
  const fields = others.map((name, index): [string, FieldConfig] => [
    `to${index}`,
    reference(name, `the${index}`, "hubs"),
  ]);
  const entities = others.map((name, index): [string, EntityConfig] => [
    name,
    { fields: { hub: reference(hub, "the", `list${index}`) }, permissions },
  ]);
  const operation = { parameters: {}, handler: () => undefined, permissions: ["guest"] };
  return {
    database: { dialect: "sqlite", name: ":memory:" },
    batch: {},
    entities: {
      ...Object.fromEntries(entities),
      [hub]: { fields: Object.fromEntries(fields), permissions },
      // The key of several fields has a type of its own.
      order_line: {
        fields: { a: { ...plain, isRequired: true }, b: { ...plain, isRequired: true } },
        primaryKey: ["a", "b"],
        permissions,
      },
    },
    operations: Object.fromEntries([...names].map((name) => [name, operation])),
  };
}

const plain = { type: "int", isEditable: false, isRequired: false } as const;

function without(...deleted: readonly EntityArtifact[]): Tree {
  return { ...freshTree, isDeleted: (_, artifact) => deleted.includes(artifact) };
}

test("code compiles whose derived names are names of other entities, also where files were deleted", async () => {
  const model = resolveGeneratedModel(configOf("order"));
  const trees = new Map([
    ["all", await treeOf(model)],
    ["other", await treeOf(resolveGeneratedModel(configOf("new_order")))],
    ["deleted", await treeOf(model, without("repository", "routes"))],
  ]);
  expect(compileTrees(trees)).toEqual([]);
}, 600_000);
