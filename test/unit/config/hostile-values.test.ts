import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { servingConfig } from "../../../generator/serving/serving-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { ConfigError, type Config, type ConfigProblem } from "data-api";

type Node = Record<string, unknown>;

/** A new configuration that uses every part. */
const createConfig = (): Node => ({
  database: {
    dialect: "mssql",
    name: "shop",
    host: "localhost",
    port: 1433,
    authentication: { type: "default", options: { userName: "u" } },
    pool: { max: 5 },
    schema: "verify",
  },
  auth: {
    secretKey: "k".repeat(32),
    identify: undefined,
  },
  server: {
    host: "127.0.0.1",
    maxTake: 10,
    cors: { origins: ["https://a.example"] },
    rateLimit: { addresses: { limit: 5, window: 1000 } },
    log: { level: "warn", destination: { write: () => undefined } },
    metrics: { token: "t".repeat(16) },
    idempotency: { keepHours: 1 },
    audit: { table: "audit" },
  },
  entities: {
    tag: { fields: { word: { type: "string", isEditable: true, isRequired: true } }, permissions: {} },
    post: {
      fields: {
        title: {
          type: "string",
          isEditable: true,
          isRequired: true,
          values: ["a", "b"],
          default: "a",
          maxLength: 9,
        },
        price: {
          type: "decimal",
          isEditable: true,
          isRequired: false,
          precision: 9,
          scale: 2,
          default: "1.5",
        },
        data: { type: "json", isEditable: true, isRequired: false, default: { a: [1, { b: null }] } },
        tagid: {
          type: "int",
          isEditable: true,
          isRequired: false,
          foreignKey: { targetEntityName: "tag", resolvedEntityName: "tag" },
        },
      },
      permissions: {
        read: ["guest", { role: "member", fields: { include: ["id", "title"] }, where: "title=a" }],
        create: ["member"],
      },
      systemFields: { id: "int", createdat: true },
      readValidator: () => "title=a",
      writeValidator: () => true,
      hooks: { beforeCreate: () => undefined },
      table: "posts",
    },
  },
});

/** Values for any place. A function makes each of them, because some refer to the objects above their place. */
const hostiles: Readonly<Record<string, (above: readonly Node[]) => unknown>> = {
  itself: () => {
    const self: Node = {};
    self["self"] = self;
    return self;
  },
  "what it is part of": (above) => above.at(-1),
  "the whole": (above) => above[0],
  "a list that holds itself": () => {
    const list: unknown[] = [];
    list.push(list);
    return list;
  },
  "a nest without an end": () => {
    let nest: Node = {};
    for (let depth = 0; depth < 20_000; depth++) nest = { nest };
    return nest;
  },
  "a revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  "a revoked list": () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    return proxy;
  },
  ...Object.fromEntries(
    (["get", "has", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor"] as const).map((trap) => [
      `a proxy that throws on ${trap}`,
      () =>
        new Proxy(
          { type: "int" },
          {
            [trap]: () => {
              throw new Error(trap);
            },
          },
        ),
    ]),
  ),
  "an error that cannot be looked at": () => ({
    get type(): never {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- anything can be thrown
      throw new Proxy(
        {},
        {
          getPrototypeOf: () => {
            throw new Error("again");
          },
        },
      );
    },
  }),
  "a getter that throws": () =>
    Object.defineProperty({}, "type", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    }),
  "an instance whose getter throws": () =>
    new (class {
      get type(): never {
        throw new Error("no");
      }
    })(),
  "a destination whose getter throws": () => ({
    get write(): never {
      throw new Error("no");
    },
  }),
  "an object that is no text": () => ({
    toString: () => {
      throw new Error("no");
    },
    toJSON: () => {
      throw new Error("no");
    },
  }),
  "a bigint": () => 5n,
  "a symbol": () => Symbol("s"),
  "a function": () => () => {
    throw new Error("no");
  },
  "a date": () => new Date(),
  "no date": () => new Date(NaN),
  "a map": () => new Map([["type", "int"]]),
  "a regular expression": () => /a/,
  "a promise": () => Promise.resolve({}),
  "a text object": () => new String("int"),
  "an array of bytes": () => new Uint8Array(3),
  "a list with holes": () => Object.assign([], { 1: "a" }),
  "a list with a name": () => Object.assign(["a"], { name: "x" }),
  "an object without a prototype": () => Object.assign(Object.create(null), { type: "int" }) as unknown,
  "a polluting object": () =>
    JSON.parse('{"__proto__":{"type":"int"},"constructor":{"prototype":1}}') as unknown,
  "half a surrogate pair": () => "\ud800",
  "a zero character": () => "\0",
  "a long text": () => "x".repeat(100_000),
  NaN: () => NaN,
  Infinity: () => Infinity,
  "a fraction": () => 0.1,
  "-0": () => -0,
  "1e300": () => 1e300,
  null: () => null,
  undefined: () => undefined,
  "nothing in it": () => ({}),
  "an empty list": () => [],
};

/** Every place of a configuration, as the keys that lead to it. */
function placesIn(node: unknown): readonly (readonly string[])[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, member]) => [
    [key],
    ...placesIn(member).map((place) => [key, ...place]),
  ]);
}

const places = placesIn(createConfig());

function withHostile(place: readonly string[], kind: string): Config {
  const config = createConfig();
  const above: Node[] = [config];
  for (const key of place.slice(0, -1)) above.push(above.at(-1)?.[key] as Node);
  const [last = ""] = place.slice(-1);
  (above.at(-1) as Node)[last] = hostiles[kind]?.(above);
  return config as unknown as Config;
}

/** The list of mistakes, which may be empty. Any other error fails the test. */
function problemsOf(config: Config): readonly ConfigProblem[] {
  try {
    resolveModel(config);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.problems.length).toBeGreaterThan(0);
    for (const { path, message } of error.problems) {
      expect(path.length).toBeLessThan(1000);
      expect(message).toMatch(/[.?]$/);
    }
    return error.problems;
  }
}

it("the configuration for tests with hostile values has no mistake itself", () => {
  expect(problemsOf(createConfig() as unknown as Config)).toEqual([]);
});

describe.each(Object.keys(hostiles).map((kind, index) => ({ kind, index })))("$kind", ({ kind, index }) => {
  it("a hostile value at any place of a configuration is valid or a listed mistake", () => {
    // There are many places: each value is tried at a third of them.
    for (const place of places.filter((_, number) => (number + index) % 3 === 0)) {
      const problems = problemsOf(withHostile(place, kind));
      if (place[0] === "server")
        expect(problemsOf(servingConfig(withHostile(place, kind)))).toEqual(problems);
    }
  });

  it("a hostile value is a listed mistake as the configuration, and under an additional key", () => {
    expect(problemsOf(hostiles[kind]?.([{}]) as Config)).not.toEqual([]);
    expect(problemsOf(withHostile(["entities", "post", "fields", "more"], kind))).not.toEqual([]);
  });
});

it("several hostile values at once in a configuration are valid or listed mistakes", () => {
  const some = fc.record({
    place: fc.constantFrom(...places),
    kind: fc.constantFrom(...Object.keys(hostiles)),
  });
  fc.assert(
    fc.property(fc.array(some, { minLength: 2, maxLength: 6 }), (chosen) => {
      const config = createConfig();
      for (const { place, kind } of chosen) {
        let above: Node[] = [config];
        for (const key of place.slice(0, -1)) {
          let next: unknown;
          try {
            next = above.at(-1)?.[key];
          } catch {
            break;
          }
          if (typeof next !== "object" || next === null) break;
          above = [...above, next as Node];
        }
        const [last = ""] = place.slice(-1);
        if (above.length === place.length) Reflect.set(above.at(-1) as Node, last, hostiles[kind]?.(above));
      }
      problemsOf(config as unknown as Config);
    }),
    { numRuns: 100, seed: 5 },
  );
});

describe("the mistake", () => {
  it.each([
    [["entities", "post", "fields", "data", "default"], "itself", "entities.post.fields.data.default.self"],
    [["entities", "post", "fields", "data", "default"], "the whole", "entities.post.fields.data.default"],
    [["server", "log"], "a getter that throws", "server.log.type"],
    [["entities", "post"], "a revoked proxy", "entities.post"],
    [["entities", "post", "fields", "price", "default"], "a date", "entities.post.fields.price.default"],
    [["server", "log", "destination"], "a destination whose getter throws", "server.log.destination"],
  ])("the mistake at %j of %s names its place", (place, kind, path) => {
    expect(problemsOf(withHostile(place, kind)).map((problem) => problem.path)).toEqual([path]);
  });

  it("the mistake of a getter that throws contains the reason", () => {
    expect(problemsOf(withHostile(["entities", "tag"], "a getter that throws"))).toContainEqual({
      path: "entities.tag.type",
      message: "cannot be read: no.",
    });
  });
});

it("a getter in a configuration is read once, and its first value counts", () => {
  let asked = 0;
  const config = createConfig();
  Object.defineProperty(config["database"], "name", { enumerable: true, get: () => `name${++asked}` });
  expect(resolveModel(config as unknown as Config).database.name).toBe("name1");
  expect(asked).toBe(1);
});
