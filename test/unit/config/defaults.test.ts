import { describe, expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import type { Config } from "../../../runtime/config/config.js";

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

  it("fields of a model have the same members, and so have all its tables, so that V8 reads them fast", () => {
    const fields = { title: { type: "string", isEditable: true, isRequired: true } } as const;
    const database = { dialect: "sqlite", name: "a.db" } as const;
    const { entities, tables } = resolveModel({ database, entities: { note: { fields, permissions: {} } } });
    const [note] = entities;
    const [title, id] = ["title", "id"].map((name) => note?.fieldsByName.get(name));
    expect(Object.keys(title ?? {})).toEqual(Object.keys(id ?? {}));
    for (const table of tables) expect(new Set(Object.keys(table))).toEqual(new Set(Object.keys(note ?? {})));
  });
});
