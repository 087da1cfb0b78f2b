import { describe, expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import type { Config } from "../../../runtime/config/config.js";
import { wholeConfigs } from "./whole-configs.js";

const secretKey = "a secret key of more than 32 bytes";

describe("a configuration of required options only", () => {
  const configs: Readonly<Record<string, Omit<Config, "entities">>> = {
    "a file": { database: { dialect: "sqlite", name: "a.db" } },
    "a connection string": { database: { dialect: "postgres", connectionString: "postgres://host/shop" } },
    "its parts": { database: { dialect: "mysql", name: "shop" } },
    "a server, users, batches and a document": {
      ...{ database: { dialect: "sqlite", name: "a.db" }, server: {}, auth: { secretKey } },
      ...{ batch: true, openapi: true, operations: {} },
    },
  };

  it.each(Object.keys(configs))(
    "a configuration of required options only has a model with defaults: %s",
    (name) => {
      const note = { fields: {}, permissions: {} };
      const model = resolveModel({ ...(configs[name] as Config), entities: { note } });
      expect(model.database.pool.max).toBe(10);
      expect(model.server.defaultTake).toBe(20);
      const [entity] = model.entities;
      expect(entity).toMatchObject({ table: "note", isReadOnly: false, resolveForeignKeys: true, hooks: {} });
      expect(entity?.fields.map((field) => field.name).slice(0, 3)).toEqual(["id", "createdat", "updatedat"]);
    },
  );

  it.each(Object.entries(wholeConfigs))(
    "all fields of a model have the same members in the same order, and all its tables the same members, so that V8 reads them fast: %s",
    (_, config) => {
      const note = { fields: {}, permissions: {} };
      const { tables } = resolveModel({ ...config, entities: { ...config.entities, note } });
      const members = (items: readonly object[]) => new Set(items.map((item) => Object.keys(item).join(" ")));
      expect(members(tables.flatMap(({ fields }) => fields)).size).toBe(1);
      const sorted = new Set(tables.map((table) => Object.keys(table).toSorted().join(" ")));
      expect(sorted.size).toBe(1);
    },
  );
});
