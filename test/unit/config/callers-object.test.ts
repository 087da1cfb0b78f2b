import { describe, expect, it } from "vitest";
import { DataApi, defineConfig, type Config } from "data-api";
import { configShape } from "../../../runtime/config/config-shape.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field, openEntity } from "../../conformance/fields.js";
import { defaultOf, optionsOf } from "./shape-options.js";
import { wholeConfigs } from "./whole-configs.js";

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

/** All plain objects and lists inside the Model, with their places, also those in maps. */
function modelParts(
  value: unknown,
  place = "model",
  found = new Map<object, string>(),
): ReadonlyMap<object, string> {
  if (typeof value !== "object" || value === null || found.has(value)) return found;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain && !(value instanceof Map)) return found;
  if (isPlain) found.set(value, place);
  const members: Iterable<readonly [unknown, unknown]> = value instanceof Map ? value : Object.entries(value);
  for (const [key, member] of members) modelParts(member, `${place}.${String(key)}`, found);
  return found;
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], value);
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

  it.each(Object.entries(wholeConfigs))(
    "no part of the caller's configuration is frozen when the Model is made: of a configuration with %s",
    (_, config) => {
      resolveModel(config);
      expect(partsOf(config).filter(Object.isFrozen)).toEqual([]);
    },
  );

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
  it.each(Object.entries(wholeConfigs))(
    "every object and list of the Model is frozen: of a configuration with %s",
    (_, config) => {
      const model = resolveModel(config);
      const parts = modelParts(model);
      expect(parts.size).toBeGreaterThan(20);
      const open = Array.from(parts).filter(
        ([part]) => !Object.isFrozen(part) && part !== model.server.log.destination,
      );
      expect(open.map(([, place]) => place)).toEqual([]);
    },
  );

  it("every option of the server, the database, log-ins and surfaces has its default in the Model if it is left out", () => {
    const model = resolveModel({
      database: { dialect: "postgres", name: "x", replicas: { servers: ["postgres://h/x"] } },
      entities: { note: openEntity({}) },
      auth: {
        ...{ secretKey: "0123456789abcdef0123456789abcdef", refreshTokens: true, apiKeys: true },
        ...{ secondFactor: true, pagesUrl: "https://example.com", passwordReqs: {} },
        messages: { sendMessage: () => undefined },
        passkeys: { rpId: "example.com", origins: ["https://example.com"] },
      },
      server: { cors: { origins: "*" }, compression: true, audit: true, idempotency: true, rateLimit: {} },
      ...{ admin: true, batch: true, changes: { entities: ["note"] }, mcp: { stdio: { userId: 1 } } },
      openapi: true,
    });
    const { auth, sessions, entitiesByName } = model;
    const refreshTokens = {
      table: sessions?.table.table,
      lifetimeInDays: (sessions?.lifetime ?? 0) / 86_400_000,
      sessionLifetimeInDays: (sessions?.sessionLifetime ?? 0) / 86_400_000,
    };
    const passwordReqs = entitiesByName.get("user")?.users;
    const parts = { ...model, auth: { ...auth?.tokens, refreshTokens, passwordReqs } };
    const defaults = optionsOf(configShape).flatMap(({ path, shape }) => {
      const isOn =
        /^(?:server|database|auth|admin|batch|changes|mcp|openapi)\.(?!jwt|.*\*)/.test(path) &&
        // They are given above.
        !["database.name", "server.rateLimit"].includes(path);
      const given = isOn ? defaultOf(shape) : undefined;
      // A feature that is off is `false`, and on above.
      return given === undefined || given.value === false ? [] : [[path, given.value] as const];
    });
    expect(defaults.length).toBeGreaterThan(70);
    const found = defaults.map(([path]) => [path, valueAt(parts, path)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(defaults));
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
