import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ConfigError, DataApi, type Config } from "data-api";
import { everybody, field, openEntity } from "../conformance/fields.js";
import { loadGenerated } from "../conformance/generated-code.js";
import type { TestApi } from "../conformance/start-server.js";

const config: Config = {
  database: { dialect: "sqlite", name: ":memory:" },
  entities: { note: openEntity({ title: field("string") }), tag: openEntity({ name: field("string") }) },
};

/** The names of an object's members, inherited ones too. */
function membersOf(api: object): readonly string[] {
  const names = new Set(Object.getOwnPropertyNames(api));
  for (
    let level: unknown = Object.getPrototypeOf(api);
    level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  ) {
    for (const name of Object.getOwnPropertyNames(level)) names.add(name);
  }
  return [...names].filter((name) => name !== "constructor").sort();
}

describe("createApi", () => {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  /** The result of the generated `createApi`. The code does not exist when the suite is compiled. */
  type GeneratedApi = TestApi & { readonly repositories: Readonly<Record<string, object>> };

  async function createGenerated(): Promise<{ readonly createApi: (config: Config) => GeneratedApi }> {
    const createApi = await loadGenerated(config);
    return { createApi: (other) => createApi(other) as unknown as GeneratedApi };
  }

  it("createApi returns the same server object as `DataApi`, with the repositories by name", async () => {
    const { createApi } = await createGenerated();
    const api = createApi(config);
    stops.push(() => api.stopAsync());
    expect(membersOf(api)).toEqual([...membersOf(new DataApi(config)), "repositories"].sort());
    expect(Object.keys(api.repositories)).toEqual(["note", "tag"]);
    expect(api.repositories["note"]).toBe(api.repository("note"));
    expect(api.repositories["note"]?.constructor.name).toBe("NoteRepository");
    const created = await api.repository("NOTE").create({ title: "t" });
    expect(await api.repository("note").findById(created.id)).toEqual(created);
  });

  it("createApi throws a ConfigError for a mistake of the configuration, like the constructor", async () => {
    const { createApi } = await createGenerated();
    const wrong = { ...config, nope: 1 } as Config;
    expect(() => createApi(wrong)).toThrow(ConfigError);
    expect(() => new DataApi(wrong)).toThrow(ConfigError);
  });

  it("createApi rejects a configuration that its code was not generated from", async () => {
    const { createApi } = await createGenerated();
    const { note, tag } = config.entities;
    if (note === undefined || tag === undefined) throw new Error("The configuration has both.");
    const cases: readonly (readonly [Config["entities"], readonly string[]])[] = [
      [{ note }, ["entities.tag"]],
      [{ note, tag, more: tag }, ["entities.more"]],
      [
        { note: { ...note, permissions: { ...everybody, delete: [] } }, tag },
        ["entities.note.permissions.delete"],
      ],
      [
        { note: { ...note, permissions: {} }, other: tag },
        [
          "entities.tag",
          ...["read", "create", "update", "delete"].map(
            (operation) => `entities.note.permissions.${operation}`,
          ),
          "entities.other",
        ],
      ],
    ];
    for (const [entities, paths] of cases) {
      const problems = problemsOf(() => createApi({ ...config, entities }));
      expect(problems.map(({ path }) => path)).toEqual(paths);
      for (const { hint } of problems) expect(hint).toBe("Run: npx data-api generate");
    }
  });

  it("createApi rejects a configuration with another primary key", async () => {
    const key = { isRequired: true, isEditable: false };
    const thing = (primaryKey?: string | readonly string[]) => ({
      ...config,
      entities: {
        thing: openEntity(
          { a: field("int", key), b: field("int", key) },
          primaryKey === undefined ? {} : { primaryKey },
        ),
      },
    });
    const create = async (generated: Config, given: Config) => {
      const createApi = await loadGenerated(generated);
      return problemsOf(() => createApi(given));
    };
    const hint = "Run: npx data-api generate";
    const path = "entities.thing.primaryKey";
    for (const [generated, given, keys] of [
      [thing(), thing("a"), '"id"'],
      [thing("a"), thing(), '"a"'],
      [thing("a"), thing("b"), '"a"'],
      [thing("a"), thing("nr"), '"a"'],
      [thing(["a", "b"]), thing(["b", "a"]), '"a", "b"'],
      [thing(["a", "b"]), thing("a"), '"a", "b"'],
    ] as const) {
      expect(await create(generated, given)).toContainEqual({
        path,
        message: `the generated code is for the key ${keys}.`,
        hint,
      });
    }
    const same = await loadGenerated(thing("a"));
    expect(() => same(thing(["a"]))).not.toThrow();
  });

  it("createApi uses the functions of the given configuration", async () => {
    const { createApi } = await createGenerated();
    const { note, tag } = config.entities;
    if (note === undefined || tag === undefined) throw new Error("The configuration has both.");
    const api = createApi({
      ...config,
      entities: { note: { ...note, readValidator: () => "title=seen" }, tag },
    });
    stops.push(() => api.stopAsync());
    const repository = api.repository("note");
    await repository.create({ title: "seen" });
    await repository.create({ title: "unseen" });
    const found = await api.findAllAsync(new IncomingMessage(new Socket()), "note", "id", 0, 10);
    expect(found.items).toMatchObject([{ title: "seen" }]);
  });
});

function problemsOf(create: () => unknown) {
  try {
    create();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}
