import fc from "fast-check";

/** The input of a small generator that prints files. */
export interface Config {
  readonly fields: readonly { readonly name: string; readonly length: number }[];
  readonly methods: readonly {
    readonly name: string;
    readonly steps: number;
    readonly typed: boolean;
    readonly doc: number;
  }[];
  readonly roles: Readonly<Record<string, number>>;
}

export type FileName = "schema" | "repository" | "routes" | "policy" | "index";
export const fileNames: readonly FileName[] = ["schema", "repository", "routes", "policy", "index"];

const fieldNames = ["id", "title", "slug", "body", "author", "rank", "state"];
const methodNames = ["find", "get", "count", "create", "update", "remove"];

/** A subset, in the fixed order in which a generator prints. */
function some(names: readonly string[], minLength: number): fc.Arbitrary<readonly string[]> {
  return fc.subarray([...names], { minLength });
}

const configs: fc.Arbitrary<Config> = fc
  .record({
    fields: some(fieldNames, 1),
    methods: some(methodNames, 0),
    seed: fc.array(fc.nat(3), { minLength: 30, maxLength: 30 }),
  })
  .map(({ fields, methods, seed }) => {
    let at = 0;
    const pick = (): number => seed[at++ % seed.length] ?? 0;
    return {
      fields: fields.map((name) => ({ name, length: 100 * (1 + pick()) })),
      methods: methods.map((name) => ({ name, steps: pick(), typed: pick() > 1, doc: pick() })),
      roles: Object.fromEntries(methods.map((name) => [name, pick()])),
    };
  });

type Change = (config: Config) => Config;

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(fc.constantFrom(...fieldNames), fc.nat(3)).map(([name, length]): Change => (config) => {
    const has = config.fields.some((field) => field.name === name);
    const field = { name, length: 150 + 100 * length };
    return {
      ...config,
      fields: has
        ? config.fields.map((each) => (each.name === name ? field : each))
        : inOrder([...config.fields, field], fieldNames),
    };
  }),
  fc.constantFrom(...fieldNames).map((name): Change => (config) => {
    const fields = config.fields.filter((field) => field.name !== name);
    return fields.length === 0 ? config : { ...config, fields };
  }),
  fc
    .tuple(fc.constantFrom(...methodNames), fc.nat(3), fc.boolean(), fc.nat(3))
    .map(([name, steps, typed, doc]): Change => (config) => {
      const has = config.methods.some((method) => method.name === name);
      const method = { name, steps, typed, doc };
      const methods = has
        ? config.methods.map((each) => (each.name === name ? method : each))
        : inOrder([...config.methods, method], methodNames);
      return { ...config, methods, roles: { ...config.roles, [name]: doc } };
    }),
  fc.constantFrom(...methodNames).map((name): Change => (config) => {
    return { ...config, methods: config.methods.filter((method) => method.name !== name) };
  }),
);

function inOrder<T extends { readonly name: string }>(
  items: readonly T[],
  order: readonly string[],
): readonly T[] {
  return items.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

/** A configuration and two later versions of it. */
export const histories: fc.Arbitrary<readonly [Config, Config, Config]> = fc
  .tuple(configs, fc.array(changes, { minLength: 1, maxLength: 3 }), fc.array(changes, { maxLength: 2 }))
  .map(([config, first, second]) => {
    const later = first.reduce((now, change) => change(now), config);
    return [config, later, second.reduce((now, change) => change(now), later)];
  });

export function print(config: Config, name: FileName): string {
  return printers[name](config);
}

const lines = (...all: readonly (string | readonly string[])[]): string => `${all.flat().join("\n")}\n`;

const printers: Readonly<Record<FileName, (config: Config) => string>> = {
  schema: ({ fields }) =>
    lines(
      "// @data-api post/schema",
      `import { field, z${fields.length > 3 ? ", wide" : ""}, type Generated } from "data-api/kit";`,
      "",
      "/** A post as reads answer with it. */",
      "export const postSchema = z.object({",
      fields.map(({ name }) => `  ${name}: field.string(),`),
      "});",
      "",
      fields.length > 3 ? ["export const isWide = wide;", ""] : [],
      "/** What a create takes. */",
      "export const newPostSchema = z.object({",
      fields.map(({ name, length }) => `  ${name}: field.string({ maxLength: ${length} }),`),
      "});",
      `export const postChangesSchema = z.object({ ${fields
        .slice(0, 2)
        .map(({ name, length }) => `${name}: field.string({ maxLength: ${length} })`)
        .join(", ")} }).partial();`,
      "",
      "export type Post = z.output<typeof postSchema>;",
      "export interface PostTable {",
      fields.map(({ name }) => `  ${name}: ${name === "id" ? "Generated<number>" : "string"};`),
      "}",
    ),
  repository: ({ methods }) =>
    lines(
      "// @data-api post/repository",
      'import { EntityRepository, type Grant } from "data-api/kit";',
      'import type { Post, PostTable } from "./post.schema.js";',
      "",
      "/** Reads and writes posts. */",
      `export class PostRepository extends EntityRepository<Post, PostTable> {${methods.length === 0 ? "}" : ""}`,
      methods.flatMap(({ name, steps, typed, doc }, index) => [
        ...(index === 0 ? [] : [""]),
        `  /** Does ${name}, version ${doc}. */`,
        `  async ${name}(grant: Grant${typed ? ", page: number" : ""}): Promise<Post[]> {`,
        `    const query = this.select(grant);`,
        ...Array.from({ length: steps }, (_, step) => `    query.step(${step + 1});`),
        `    return query.${name}();`,
        "  }",
      ]),
      methods.length === 0 ? [] : "}",
    ),
  routes: ({ methods }) =>
    lines(
      "// @data-api post/routes",
      'import { authorize, Router, type RouteContext } from "data-api/kit";',
      'import { postPolicy } from "./post.policy.js";',
      "",
      "/** The endpoints below /api/data/post. */",
      "export function postRoutes({ identify, repositories }: RouteContext): Router {",
      "  const router = Router();",
      "  const posts = repositories.post;",
      // Without a handler, it would be another kind of function.
      '  router.get("/", posts.list);',
      methods.flatMap(({ name, steps }) => [
        "",
        `  router.get("/${name}/:id", async (req, res) => {`,
        "    const caller = await identify(req);",
        `    const grant = authorize(caller, "${name}", postPolicy);`,
        ...Array.from({ length: steps }, (_, step) => `    res.header("x-${step + 1}", grant.role);`),
        `    res.json(await posts.${name}(grant));`,
        "  });",
      ]),
      "",
      "  return router;",
      "}",
    ),
  policy: ({ roles, methods }) =>
    lines(
      "// @data-api post/policy",
      'import type { Policy } from "data-api/kit";',
      "",
      "export const postPolicy = {",
      methods.map(({ name }) => `  ${name}: ["guest", "role${roles[name] ?? 0}"],`),
      "} as const satisfies Policy;",
    ),
  index: ({ fields, methods }) =>
    lines(
      "// @data-api index",
      'import { composeApi, type Config } from "data-api/kit";',
      fields.map(({ name }) => `import { ${name}Repository } from "./${name}.repository.js";`),
      "",
      fields.map(({ name }) => `export { ${name}Repository } from "./${name}.repository.js";`),
      `export { ${methods.map(({ name }) => `${name}Post`).join(", ")} } from "./post.js";`,
      "",
      "export interface Repositories {",
      fields.map(({ name }) => `  ${name}: ${name}Repository;`),
      "}",
      "",
      "export function createApi(config: Config) {",
      "  return composeApi(config, {",
      fields.map(({ name, length }) => `    ${name}: { repository: ${name}Repository, limit: ${length} },`),
      "  });",
      "}",
    ),
};
