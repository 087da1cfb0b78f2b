import { describe, expect, it } from "vitest";
import { DataApi, defineConfig, type Config } from "data-api";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field, openEntity } from "../../conformance/fields.js";

function createConfig(): Config {
  return {
    database: { dialect: "sqlite", name: ":memory:" },
    entities: {
      note: openEntity(
        {
          title: field("string", { values: ["a", "b"], default: "a" }),
          data: field("json", { default: { list: [1, { deep: true }] } }),
          parent: field("int", { foreignKey: { targetEntityName: "NOTE", resolvedEntityName: "above" } }),
        },
        { permissions: { read: ["guest"] }, readValidator: () => "", systemFields: { updatedat: false } },
      ),
    },
    server: { host: "127.0.0.1" },
  };
}

/** The value and all objects inside it, functions included. */
function partsOf(value: unknown): readonly object[] {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

describe("the caller's configuration", () => {
  it("the caller's configuration is neither changed nor frozen by the server", async () => {
    const config = createConfig();
    const before = JSON.stringify(config);
    const api = new DataApi(config);
    api.setupApiEndpoints();
    await api.startAsync(0);
    const created = await api.repository("note").create({});
    expect(created).toMatchObject({ data: { list: [1, { deep: true }] } });
    await api.stopAsync();
    expect(JSON.stringify(config)).toBe(before);
    for (const part of partsOf(config)) expect(Object.isFrozen(part)).toBe(false);
  });

  it("the caller's configuration may be frozen", () => {
    const config = createConfig();
    partsOf(config).forEach((part) => Object.freeze(part));
    expect(() => new DataApi(config)).not.toThrow();
  });

  it("the caller's configuration is not read again after the server was made", async () => {
    const config = createConfig() as unknown as {
      entities: Record<string, { permissions: { read: string[] } }>;
    };
    const api = new DataApi(config as unknown as Config);
    config.entities["note"]?.permissions.read.splice(0);
    delete config.entities["note"];
    expect(await api.findAllAsync({ headers: {} } as never, "note", "id", 0, 1)).toEqual({
      count: 0,
      items: [],
    });
    await api.stopAsync();
  });

  it("records that are created from defaults share no objects with the configuration", async () => {
    const config = createConfig();
    const api = new DataApi(config);
    const record = (await api.repository("note").create({})) as unknown as { data: { list: unknown[] } };
    record.data.list.push("mine");
    expect(await api.repository("note").create({})).toMatchObject({ data: { list: [1, { deep: true }] } });
    await api.stopAsync();
  });

  it("defineConfig returns the configuration itself, unchanged", () => {
    const config = createConfig();
    expect(defineConfig(config)).toBe(config);
  });
});

describe("the Model", () => {
  it("the Model is frozen, with its entities, fields, permissions and defaults", () => {
    const model = resolveModel(createConfig());
    for (const part of [
      model,
      model.entities,
      ...model.entities,
      ...model.entities.flatMap(({ fields }) => fields),
    ]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    const [note] = model.entities;
    expect(Object.isFrozen(note?.policy.read)).toBe(true);
    expect(Object.isFrozen(note?.fieldsByName.get("data")?.default)).toBe(true);
  });

  it("the Model has defaults and derived values for what the configuration leaves out", () => {
    const model = resolveModel({
      database: { dialect: "sqlite", name: "x.db" },
      entities: {
        Note: {
          permissions: { read: ["guest", "guest"] },
          fields: {
            Title: { type: "string", isEditable: true, isRequired: true },
            price: field("decimal", { precision: 4, default: "0.50", column: "p" }),
            parent: field("int", { foreignKey: { targetEntityName: "note", resolvedEntityName: "above" } }),
            state: field("string", { isRequired: true, default: "x" }),
          },
        },
      },
    });
    expect(model).toMatchObject({
      database: { dialect: "sqlite", name: "x.db", lockTimeout: 5000 },
      server: { maxTake: 1000, headersTimeout: 15_000, compression: false, log: { level: "warn" } },
    });
    const [note] = model.entities;
    expect(model.entitiesByName.get("note")).toBe(note);
    expect(note).toMatchObject({
      ...{ name: "Note", table: "Note", schema: undefined, strictBody: false },
      limits: { maxTake: 1000, maxBodyBytes: 102_400 },
      policy: { read: ["guest"], create: [], update: [], delete: [] },
    });
    expect(note?.fields.map(({ name, system }) => [name, system])).toEqual([
      ["id", "key"],
      ["Title", undefined],
      ["price", undefined],
      ["parent", undefined],
      ["state", undefined],
      ["createdat", "createdat"],
      ["updatedat", "updatedat"],
    ]);
    expect(note?.keys).toEqual([note?.fields[0]]);
    expect(note?.fieldsByName.get("title")).toMatchObject({
      column: "Title",
      maxLength: 255,
      isNullable: false,
      isRequired: true,
    });
    expect(note?.fieldsByName.get("price")).toMatchObject({
      column: "p",
      precision: 4,
      scale: 4,
      default: "0.5",
      isNullable: true,
    });
    expect(note?.foreignKeys).toEqual([
      {
        fields: [note?.fieldsByName.get("parent")],
        targetEntityName: "Note",
        resolvedEntityName: "above",
        isWritable: false,
      },
    ]);
    expect(note?.fieldsByName.get("state")).toMatchObject({
      isRequired: false,
      isNullable: false,
      default: "x",
    });
  });
});
