import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sqlitePackage } from "../../runtime/database/dialects/sqlite/connection/sqlite-package.js";
import { fieldTypeNames } from "../../runtime/model/field-type.js";
import { bundleForBrowser, runBare } from "../browser/browser-bundle.js";
import { describeInChromium } from "../browser/describe-in-chromium.js";
import { readyToServe } from "../cli/server.js";
import { execute, unfolded } from "../docs-page/viewer.js";
import { anchorsOf, linksOf } from "../docs/markdown.js";
import { ImageFolder } from "./image.js";
import { InstalledProject, repository } from "./installed-project.js";

/** Much faster than the compiler that is installed in the project. */
const newestCompiler = path.join(repository, "node_modules/typescript-7/bin/tsc");

// Installing and compiling are slow, especially on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let project: InstalledProject;
beforeAll(async () => {
  project = await InstalledProject.create();
});
afterAll(() => {
  (project as InstalledProject | undefined)?.remove();
});

describe("the tarball", () => {
  test("the tarball holds the built package, its documentation and nothing else", () => {
    const { packed } = project;
    const pages = fs.readdirSync(path.join(repository, "docs")).filter((file) => file.endsWith(".md"));
    const docs = pages.map((file) => `docs/${file}`);
    expect(packed.filter((file) => !file.startsWith("dist/")).sort()).toEqual(
      ["LICENSE", "README.md", ...docs, "package.json"].sort(),
    );
    const code = packed.filter((file) => !/^dist\/(?:admin|docs)-page\//.test(file));
    const kinds = new Set(code.map((file) => /\.d\.ts$|\.ts\.hbs$|\.[^./]+$|$/.exec(file)?.[0]));
    expect([...kinds].sort()).toEqual(["", ".cjs", ".cts", ".d.ts", ".js", ".json", ".md", ".ts.hbs"]);
    // The pages need no other package, and include the licenses of what they are made of.
    const served = packed.filter((file) => !code.includes(file));
    expect(served.filter((file) => !/\/(?:page|part-[\w-]+)\.[\w-]{8}\.js\.gz$/.test(file)).sort()).toEqual([
      "dist/admin-page/lossless-json.LICENSE.txt",
      "dist/admin-page/page.css.gz",
      "dist/admin-page/preact-signals-core.LICENSE.txt",
      "dist/admin-page/preact-signals.LICENSE.txt",
      "dist/admin-page/preact.LICENSE.txt",
      "dist/docs-page/page.css.gz",
      "dist/docs-page/page.js.gz",
      "dist/docs-page/swagger-ui-bundle.js.LICENSE.txt",
      "dist/docs-page/swagger-ui-bundle.js.gz",
      "dist/docs-page/swagger-ui.LICENSE.txt",
      "dist/docs-page/swagger-ui.NOTICE.txt",
      "dist/docs-page/swagger-ui.css.gz",
    ]);
    expect(packed).toEqual(
      expect.arrayContaining([
        "dist/runtime/index.js",
        "dist/runtime/kit.d.ts",
        "dist/runtime/client.cjs",
        "dist/runtime/client.d.cts",
        "dist/generator/cli.js",
        "dist/schema.json",
        "dist/LICENSE-kysely",
        "dist/LICENSE-zod",
      ]),
    );
    expect(packed.filter((file) => /(?:^|\/)(?:test|golden|bench|examples?)\/|\.test\./.test(file))).toEqual(
      [],
    );
  });

  test("the tarball has no paths of the machine that built it", () => {
    for (const file of project.packed) {
      const content = fs.readFileSync(project.resolve(`node_modules/data-api/${file}`), "utf8");
      expect(content.includes(repository), file).toBe(false);
      expect(content.includes("sourceMappingURL"), file).toBe(false);
    }
  });

  test("the tarball has all files and headings that its documentation links to", () => {
    const pages = project.packed.filter((file) => file.endsWith(".md"));
    const broken = pages.flatMap((page) =>
      linksOf(read(page)).flatMap(({ file, heading }) => {
        const target = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
        // The registry and code forges load pictures, and open pages for contributors, from the repository.
        if (/\.png$|^(?:ARCHITECTURE|CONTRIBUTING)\.md$/.test(file))
          return fs.existsSync(path.join(repository, target)) ? [] : [`${page}: ${file}`];
        const isThere =
          project.packed.includes(target) && (heading === undefined || anchorsOf(read(target)).has(heading));
        return isThere ? [] : [`${page}: ${file}#${heading ?? ""}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  test("the installed package has an executable command", () => {
    expect(fs.statSync(project.resolve("node_modules/.bin/data-api")).mode & 0o111).toBe(0o111);
  });
});

function read(file: string): string {
  return fs.readFileSync(project.resolve(`node_modules/data-api/${file}`), "utf8");
}

describe("an installation", () => {
  test("an installation has no warnings, no deprecated packages and no install scripts", () => {
    const lock = JSON.parse(fs.readFileSync(project.resolve("package-lock.json"), "utf8")) as {
      packages: Readonly<Record<string, { hasInstallScript?: boolean; deprecated?: string }>>;
    };
    const packages = Object.entries(lock.packages);
    expect(packages.length).toBeGreaterThan(50);
    const odd = packages.filter(([, { hasInstallScript, deprecated }]) => hasInstallScript ?? deprecated);
    expect(odd.map(([name]) => name)).toEqual([]);
    expect(project.said).not.toMatch(/EBADENGINE|deprecated|ERESOLVE|peer/);
  });

  test("an installation has the size in the README, within 10 %", () => {
    const [, said = ""] = /An installation takes (\d+) MB/.exec(read("README.md")) ?? [];
    const megabytes = bytesBelow(project.resolve("node_modules")) / 1e6;
    expect(megabytes).toBeGreaterThan(Number(said) * 0.9);
    expect(megabytes).toBeLessThan(Number(said) * 1.1);
  });
});

function bytesBelow(folder: string): number {
  return fs.readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return sum + bytesBelow(place);
    return entry.isFile() ? sum + fs.statSync(place).size : sum;
  }, 0);
}

describe("the image of examples/deploy", () => {
  let image: ImageFolder;
  beforeAll(async () => {
    image = new ImageFolder();
    await image.build(project);
  });
  afterAll(async () => {
    await (image as ImageFolder | undefined)?.remove();
  });

  test("the image of examples/deploy serves without the generator's packages, as a user who may write only the database", async () => {
    expect(await image.canWrite()).toBe(false);
    const child = image.run("a secret key of more than 32 bytes\n", "start", "--migrate", "--port", "0");
    const stderr = text(child.stderr);
    const url = await readyToServe(child);
    const { port } = new URL(url);
    expect(await image.checkHealth(port)).toBe(0);
    expect(await (await fetch(`${url}/blogpost`)).json()).toEqual({ items: [] });
    expect((await fetch(`${url}/blogpost`, { method: "POST" })).status).toBe(401);
    child.kill("SIGTERM");
    await once(child, "close");
    expect(child.exitCode).toBe(0);
    expect(await stderr).toMatch(/_init: done in \d+ ms\n$/);
    expect(await image.checkHealth(port)).toBe(1);
  });

  test("the image of examples/deploy has all modules that drivers load, also for Microsoft Entra, and no types or source maps", async () => {
    const code = `
      await Promise.all(["better-sqlite3", "pg", "mysql2/promise", "mssql"].map((name) => import(name)));
      const { ClientSecretCredential } = await import("@azure/identity");
      const id = "00000000-0000-0000-0000-000000000000";
      // Nobody listens there.
      const options = { authorityHost: "https://127.0.0.1:1", retryOptions: { maxRetries: 0 } };
      const credential = new ClientSecretCredential(id, id, "secret", options);
      console.log(await credential.getToken("https://database.windows.net/.default").catch(({ message }) => message));
    `;
    expect(await image.evaluate(code)).toMatch(/^endpoints_resolution_error/);
    const files = await image.evaluate(
      'console.log((await import("node:fs")).readdirSync("node_modules", { recursive: true }).join("\\n"))',
    );
    expect(files.split("\n").filter((file) => /\.(?:map|[cm]?ts)$/.test(file))).toEqual([]);
  });

  const runOnce = async (secretKey: string | undefined, ...args: readonly string[]) => {
    const child = image.run(secretKey, ...args);
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { exitCode: child.exitCode, stdout, stderr };
  };

  test("the image of examples/deploy reports a mistake in its settings", async () => {
    const { exitCode, stderr } = await runOnce("short", "start", "--port", "0");
    expect(stderr).toMatch(/^The configuration has 1 mistake:\n {2}- auth\.secretKey: is too short/);
    expect(exitCode).toBe(1);
    const report = await runOnce(undefined, "validate", "--json");
    expect(report).toMatchObject({ exitCode: 1, stderr: "" });
    expect(JSON.parse(report.stdout)).toMatchObject({
      problems: [{ message: expect.stringMatching(/^cannot be loaded: ENOENT/) as string }],
    });
  });

  test("a command in the image of examples/deploy names the omitted package that it needs", async () => {
    const needed = [
      ["generate", "handlebars"],
      ["status", "ts-morph"],
      ["diff", "ts-morph"],
    ] as const;
    for (const [command, name] of needed)
      expect(await runOnce("a secret key of more than 32 bytes\n", command)).toEqual({
        exitCode: 1,
        stdout: "",
        stderr: `This command needs the package "${name}", which is not installed. Install it: npm install --include=optional\n`,
      });
  });
});

describe("publishing", () => {
  const fields = {
    repository: { type: "git", url: "git+https://forge.example/you/data-api.git" },
    homepage: "https://forge.example/you/data-api#readme",
    bugs: { url: "https://forge.example/you/data-api/issues" },
    author: "You",
  };
  const check = (manifest: object) => {
    project.write("publish/package.json", JSON.stringify(manifest));
    return project.run("node", path.join(repository, ".ci/check-publishable.js"), "publish/package.json");
  };

  test("publishing is refused if a field for the registry's page is missing, and the message names it", async () => {
    expect(await check(fields)).toEqual(nothingSaid);
    expect(await check({ ...fields, repository: "https://forge.example/you/data-api" })).toEqual(nothingSaid);
    for (const name of Object.keys(fields)) {
      const { exitCode, stderr } = await check({ ...fields, [name]: undefined });
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(new RegExp(`^package.json: set "${name}"[^\n]*\nNothing was published`));
    }
  });

  test("publishing first checks the fields for the registry's page", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Readonly<Record<string, string>> };
    expect(scripts["prepublishOnly"]).toBe("node .ci/check-publishable.js");
  });
});

const asks = `
const url = \`http://127.0.0.1:\${server.address().port}/api/data/blogpost\`;
const headers = { "Content-Type": "application/json" };
const created = await fetch(url, { method: "POST", headers, body: '{"title":"I like trains","content":""}' });
const found = await fetch(\`\${url}/public/findbyid/1\`);
console.log(JSON.stringify([created.status, await created.json(), found.status, (await found.json()).items[0].title]));
await api.stopAsync();`;
const answer = '[201,1,200,"I like trains"]\n';

const config = `{
  database: { dialect: "sqlite", name: ":memory:" },
  server: { host: "127.0.0.1", maxEventLoopDelay: 0 },
  entities: {
    blogpost: {
      fields: {
        title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
        content: { type: "richtext", isEditable: true, isRequired: true, foreignKey: null },
        views: { type: "int", isEditable: true, isRequired: false },
        state: { type: "string", isEditable: true, isRequired: true, values: ["draft", "done"], default: "draft" },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
  },
}`;

test("an ES module imports the package, and its server works", async () => {
  project.write(
    "plain.mjs",
    `import { DataApi } from "data-api";
const api = new DataApi(${config});
api.setupApiEndpoints();
const server = await api.startAsync(0);${asks}`,
  );
  expect(await project.run("node", "plain.mjs")).toEqual({ exitCode: 0, stdout: answer, stderr: "" });
});

test("a CommonJS file requires the package, and its server works", async () => {
  project.write(
    "plain.cjs",
    `const { DataApi, defineConfig } = require("data-api");
const api = new DataApi(defineConfig(${config}));
api.setupApiEndpoints();
api.startAsync(0).then(async (server) => {${asks}
});`,
  );
  const { exitCode, stdout } = await project.run("node", "plain.cjs");
  expect(stdout).toBe(answer);
  expect(exitCode).toBe(0);
});

describe("the client", () => {
  const calls = `
const url = \`http://127.0.0.1:\${server.address().port}\`;
const api = createClient(url);
const created = await api.blogpost.create({ title: "I like trains", content: "" });
const changed = await api.blogpost.update(created.id, { views: 2 }, { ifMatch: created });
const { items } = await api.blogpost.find({ select: { title: true }, where: { views: { gt: 1 } } });
const error = await api.blogpost.create({ title: 1 }).catch((reason) => reason);
console.log(JSON.stringify([items, tagOf(changed) !== undefined, error instanceof ClientError, error.errors.length]));
await served.stopAsync();`;
  const called = '[[{"title":"I like trains"}],true,true,2]\n';

  test("an ES module imports the client of the package, and it works", async () => {
    project.write(
      "client.mjs",
      `import { DataApi } from "data-api";
import { ClientError, createClient, tagOf } from "data-api/client";
const served = new DataApi(${config});
served.setupApiEndpoints();
const server = await served.startAsync(0);${calls}`,
    );
    expect(await project.run("node", "client.mjs")).toEqual({ exitCode: 0, stdout: called, stderr: "" });
  });

  test("a CommonJS file requires the client of the package, as CommonJS", async () => {
    project.write(
      "client.cjs",
      `const { DataApi } = require("data-api");
const { ClientError, createClient, tagOf } = require("data-api/client");
if (!require.resolve("data-api/client").endsWith("client.cjs")) throw new Error("It is no CommonJS.");
const served = new DataApi(${config});
served.setupApiEndpoints();
served.startAsync(0).then(async (server) => {${calls}
});`,
    );
    const { exitCode, stdout } = await project.run("node", "client.cjs");
    expect([exitCode, stdout]).toEqual([0, called]);
    project.write(
      "names.cjs",
      `const required = Object.keys(require("data-api/client")).sort();
import("data-api/client").then((imported) => console.log(required.join() === Object.keys(imported).sort().join()));`,
    );
    expect((await project.run("node", "names.cjs")).stdout).toBe("true\n");
  });

  test("the client of the package imports nothing", () => {
    for (const file of ["client.js", "client.cjs"])
      expect(read(`dist/runtime/${file}`)).not.toMatch(/\brequire\(|^import |\bimport\(|node:/m);
  });
});

describeInChromium("the docs page of an installation", (openPage) => {
  test("the docs page of an installation opens without an error, and an operation called from it answers", async () => {
    project.write(
      "docs-page.mjs",
      `import { DataApi } from "data-api";
const api = new DataApi({
  database: { dialect: "sqlite", name: ":memory:" },
  server: { host: "127.0.0.1", log: { level: "error" } },
  openapi: { page: true, title: "Installed" },
  entities: {
    note: {
      fields: { text: { type: "string", isEditable: true, isRequired: true } },
      permissions: { read: ["guest"], create: ["guest"] },
    },
  },
});
api.setupApiEndpoints();
const server = await api.startAsync(0);
console.log("http://127.0.0.1:" + server.address().port);
`,
    );
    const { url, stop } = await project.serve("docs-page.mjs");
    try {
      const { page, problems, urls } = await openPage();
      await page.goto(`${url}/api/docs`);
      const [status, body] = await execute(await unfolded(page, "post", "/api/data/note"));
      expect([status, body]).toEqual(["201", "1"]);
      expect(await page.title()).toBe("Installed");
      expect(problems).toEqual([]);
      expect(urls.filter((each) => !each.startsWith(`${url}/api/`) && !each.startsWith("data:"))).toEqual([]);
    } finally {
      await stop();
    }
  });
});

test("the package has a schema for editors, which knows the keys of a configuration", async () => {
  project.write("schema.cjs", 'console.log(JSON.stringify(require("data-api/schema.json")));');
  const schema = JSON.parse((await project.run("node", "schema.cjs")).stdout) as JsonSchema;
  expect(keysOf(schema)).toEqual([
    "$schema",
    "database",
    "entities",
    "auth",
    "server",
    "endpoints",
    "operations",
    "admin",
    "batch",
    "changes",
    "mcp",
    "openapi",
    "webhooks",
    "strictBody",
  ]);
  expect(schema.required).toEqual(["database", "entities"]);
  expect(schema.properties?.["database"]?.properties?.["dialect"]?.enum).toContain("sqlite");
  const entity = schema.properties?.["entities"]?.additionalProperties as JsonSchema;
  expect(keysOf(entity)).toEqual(expect.arrayContaining(["fields", "permissions", "systemFields", "table"]));
  // Functions cannot be written in JSON. The schema rejects them as such, and not as unknown keys.
  for (const name of ["readValidator", "hooks"]) expect(entity.properties?.[name]).toHaveProperty("not", {});
  expect(schema.properties?.["auth"]?.properties?.["identify"]).toHaveProperty("not", {});
  expect(keysOf(entity.properties?.["permissions"])).toEqual(["read", "create", "update", "delete"]);
  const field = entity.properties?.["fields"]?.additionalProperties as JsonSchema;
  expect(field.properties?.["type"]?.enum).toEqual([...fieldTypeNames]);
  expect(field.required).toEqual(["type", "isEditable", "isRequired"]);
  for (const object of [schema, entity, field]) expect(object.additionalProperties).toBe(false);
});

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
}

function keysOf(schema: JsonSchema | undefined): readonly string[] {
  return Object.keys(schema?.properties ?? {});
}

describe("a TypeScript project", () => {
  const options = {
    target: "es2023",
    lib: ["es2023", "dom"],
    types: ["node"],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    rootDir: ".",
    outDir: "out",
  };
  const include = ["src", "data-api.config.ts"];
  const typedAsks = asks.replace("server.address().port", "(server.address() as AddressInfo).port");

  test("a TypeScript project gets its first configuration from npx data-api init", async () => {
    expect((await project.run("npx", "--no", "data-api", "init")).exitCode).toBe(0);
    expect((await project.run("npx", "--no", "data-api", "validate")).stdout).toContain("1 entity");
    expect(fs.existsSync(project.resolve("data-api.config.ts"))).toBe(true);
  });

  test("a TypeScript project gets its code from npx data-api generate", async () => {
    project.write(
      "data-api.config.ts",
      `import { defineConfig } from "data-api";\n\nexport default defineConfig(${config});\n`,
    );
    expect((await project.run("npx", "--no", "data-api", "generate")).exitCode).toBe(0);
    expect(fs.readdirSync(project.resolve("src/api/blogpost"))).toHaveLength(4);
  });

  test("generated schemas work in pages, and need only data-api and zod there", async () => {
    project.write(
      "page/page.ts",
      `import { checkBody } from "data-api/schema";
import { newBlogpostSchema } from "../src/api/blogpost/blogpost.schema.js";

export const issues = checkBody(newBlogpostSchema, { title: "I like trains" });
`,
    );
    const compilerOptions = {
      ...options,
      lib: ["es2022", "dom"],
      types: [],
      module: "esnext",
      moduleResolution: "bundler",
      rootDir: "..",
      noEmit: true,
    };
    project.write("page/tsconfig.json", JSON.stringify({ compilerOptions }));
    const { exitCode, stdout } = await project.run(
      "node",
      newestCompiler,
      "--project",
      "page",
      "--listFiles",
    );
    expect(exitCode, stdout).toBe(0);
    const files = stdout.split("\n").filter((file) => file.startsWith(project.folder));
    expect(packagesIn(files)).toEqual(["data-api", "zod"]);

    const bundle = await bundleForBrowser('export * from "/page/page.ts";', project.folder);
    expect(packagesIn(bundle.files)).toEqual(["data-api", "zod"]);
    expect(bundle.imports).toEqual([]);
    console.log(`A schema in a page: ${bundle.bytes} bytes, ${bundle.gzipped} gzipped`);
    const { issues } = runBare(bundle) as { readonly issues: Promise<unknown> };
    expect(JSON.parse(JSON.stringify(await issues))).toEqual([
      { path: "content", code: "required", message: '"content" is required.' },
    ]);
  });

  test("a TypeScript project compiles in the strictest mode for Node and a bundler, with a dynamic and a generated server", async () => {
    project.write(
      "src/dynamic.ts",
      `import type { AddressInfo } from "node:net";
import { DataApi } from "data-api";
import config from "../data-api.config.js";

const api = new DataApi(config);
api.app.get("/hello", (_req, res) => {
  res.send("Hello");
});
api.setupApiEndpoints();
const server = await api.startAsync(0);${typedAsks}
export const titles = async (): Promise<(string | undefined)[]> => {
  const { items } = await api.repository("blogpost").find({ orderBy: "title", take: 2 });
  const views: number | null | undefined = items[0]?.views;
  return [items[0]?.title, items[0]?.state satisfies "draft" | "done" | undefined, String(views)];
};
export const mistakes = (): void => {
  // @ts-expect-error a number is no title
  void api.repository("blogpost").create({ title: 1, content: "" });
  // @ts-expect-error there is no such entity
  api.repository("blogpsot");
};
`,
    );
    project.write(
      "src/generated.ts",
      `import type { AddressInfo } from "node:net";
import config from "../data-api.config.js";
import type { NewBlogpost } from "./api/blogpost/blogpost.schema.js";
import { createApi } from "./api/index.js";

const api = createApi(config);
api.setupApiEndpoints();
const server = await api.startAsync(0);${typedAsks}
export const draft: NewBlogpost = { title: "A", content: "" };
export const add = async (): Promise<string> => (await api.repositories.blogpost.create({ ...draft, views: null })).title;
export const many = () =>
  api.repositories.blogpost.db.selectFrom("blogpost").select(["title", "views"]).where("views", ">", 1).execute();
export const mistakes = (): void => {
  // @ts-expect-error a number is no title
  void api.repositories.blogpost.create({ title: 1, content: "" });
  // @ts-expect-error there is no such column
  api.repositories.blogpost.db.selectFrom("blogpost").select("titel");
};
`,
    );
    project.write(
      "src/common.cts",
      `import { DataApi, defineConfig, type Config } from "data-api";

const config: Config = defineConfig(${config});
export const api: DataApi<Config> = new DataApi(config);
`,
    );
    const uses = `
const api = createClient<typeof config>("http://localhost", { retries: 1 });
export const titles = async (): Promise<string[]> => {
  const { items } = await api.blogpost.find({ select: { title: true }, where: { views: { gt: 1 } } });
  const [first] = (await entityOf(api, "blogpost").find()).items;
  return [...items.map(({ title }) => title), first?.state ?? "", (first && tagOf(first)) ?? ""];
};
export const isKnown = (error: unknown): boolean => error instanceof ClientError && error.code === "forbidden";
export const mistakes = (): void => {
  // @ts-expect-error there is no such field
  void api.blogpost.find({ select: { titel: true } });
  // @ts-expect-error there is no such entity
  void api.blogpsot;
};
`;
    const names = 'import { ClientError, createClient, entityOf, tagOf } from "data-api/client";';
    project.write("src/client.ts", `${names}\nimport type config from "../data-api.config.js";\n${uses}`);
    project.write(
      "src/common-client.cts",
      `${names}\nimport type config from "../data-api.config.js" with { "resolution-mode": "import" };\n${uses}`,
    );
    const nodenext = { compilerOptions: { ...options, module: "nodenext" }, include };
    const bundler = {
      compilerOptions: {
        ...options,
        module: "esnext",
        moduleResolution: "bundler",
        skipLibCheck: true,
        noEmit: true,
      },
      include,
      exclude: ["**/*.cts"],
    };
    project.write("tsconfig.json", JSON.stringify(nodenext));
    project.write("tsconfig.bundler.json", JSON.stringify(bundler));
    const compile = (compiler: string, file: string) => project.run("node", compiler, "--project", file);
    const results = await Promise.all([
      compile(newestCompiler, "tsconfig.json"),
      compile("node_modules/typescript/bin/tsc", "tsconfig.bundler.json"),
    ]);
    expect(results).toEqual([nothingSaid, nothingSaid]);
  });

  test("generated code with fields of every type is declared for projects that build on it", async () => {
    const fields = Object.fromEntries(
      fieldTypeNames.map((type) => {
        const isRead = type === "other";
        const needed = type === "enum" ? { values: ["a"] } : type === "list" ? { of: "int" } : {};
        const native = type === "native" ? { storedAs: "inet" } : {};
        const ignored = isRead ? { isIgnoredOnCreate: true } : {};
        return [
          `a${type}`,
          { type, isEditable: !isRead, isRequired: false, ...needed, ...native, ...ignored },
        ];
      }),
    );
    const entities = {
      thing: { fields, permissions: { read: ["guest"], create: ["guest"], update: ["guest"] } },
    };
    const written = { database: { dialect: "postgres", name: "things" }, openapi: true, entities };
    project.write(
      "every/data-api.config.ts",
      `import { defineConfig } from "data-api";\n\nexport default defineConfig(${JSON.stringify(written)});\n`,
    );
    const generate = ["generate", "--config", "every/data-api.config.ts", "--out", "every/api"];
    const generated = await project.run("npx", "--no", "data-api", ...generate);
    expect(generated.exitCode, generated.stderr).toBe(0);
    const compilerOptions = { ...options, module: "nodenext", composite: true, outDir: "out" };
    project.write(
      "every/tsconfig.json",
      JSON.stringify({ compilerOptions, include: [".", "api/.data-api/**/*"], exclude: ["out"] }),
    );
    expect(await project.run("node", newestCompiler, "--project", "every")).toEqual(nothingSaid);
    const declared = project.resolve("every/out/api/thing/thing.schema.d.ts");
    expect(fs.readFileSync(declared, "utf8")).toContain("aother");
  });

  test.concurrent.for(["dynamic", "generated"])(
    "the compiled %s server of a TypeScript project runs",
    async (mode) => {
      expect(await project.run("node", `out/src/${mode}.js`)).toEqual({
        exitCode: 0,
        stdout: answer,
        stderr: "",
      });
    },
  );

  test("the package works with the zod and the Kysely that the application imports itself", async () => {
    const file = "out/src/api/blogpost/blogpost.schema.js";
    const generated = fs.readFileSync(project.resolve(file), "utf8");
    const own = generated
      .replace(
        'import { field, z } from "data-api/schema";',
        'import { field } from "data-api/schema";\nimport { z } from "zod";',
      )
      .replace(
        "title: field.string()",
        'title: field.string().and(z.string().min(3, "Say more.").refine(async (title) => title !== "taken", "Say it anew."))',
      );
    expect(own).not.toBe(generated);
    project.write(file, own);
    project.write(
      "own.mjs",
      `import { sql } from "kysely";
import { z } from "zod";
import { checkBody, field, z as ours } from "data-api/schema";
import config from "./out/data-api.config.js";
import { createApi } from "./out/src/api/index.js";

const api = createApi(config);
api.setupApiEndpoints();
const server = await api.startAsync(0);
const url = \`http://127.0.0.1:\${server.address().port}/api/data/blogpost\`;
const post = async (body) => {
  const headers = { "Content-Type": "application/json" };
  const { errors } = await (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
  return errors?.map(({ path, code, message }) => [path, code, message]);
};
const bodies = [{ title: "I like trains", content: "" }, { title: "I", content: 5 }, { title: "taken", content: "" }];
const answers = [];
for (const body of bodies) answers.push(await post(body));
const long = sql\`length(title)\`;
const rows = await api.repositories.blogpost.db
  .selectFrom("blogpost")
  .select(["id", sql\`upper(title)\`.as("loud")])
  .where(long, ">", 3)
  .orderBy(long)
  .execute();
const note = (each) => each.string().min(3).meta({ title: "Notiz" });
const schemas = [z, ours].map((each) => each.object({ day: field.date(), note: note(each) }).partial());
const issues = await Promise.all(schemas.map((schema) => checkBody(schema, { day: "x", note: "a" })));
console.log(JSON.stringify([z === ours, schemas[0] instanceof ours.ZodObject, answers, rows, issues]));
await api.stopAsync();
`,
    );
    const { exitCode, stdout, stderr } = await project.run("node", "own.mjs");
    expect([exitCode, stderr]).toEqual([0, ""]);
    const [isOne, isKnown, answers, rows, issues] = JSON.parse(stdout) as readonly unknown[];
    // Were it one package, this test would show nothing.
    expect([isOne, isKnown]).toEqual([false, true]);
    expect(answers).toEqual([
      null,
      [
        ["content", "wrong-type", '"content" must be text.'],
        ["title", "too-short", "Say more."],
      ],
      [["title", "invalid", "Say it anew."]],
    ]);
    expect(rows).toEqual([{ id: 1, loud: "I LIKE TRAINS" }]);
    expect((issues as unknown[])[0]).toMatchObject([{ path: "day" }, { path: "note", label: "Notiz" }]);
    expect((issues as unknown[])[0]).toEqual((issues as unknown[])[1]);
  });

  test("the compiled CommonJS file of a TypeScript project runs", async () => {
    project.write("common.cjs", 'console.log(typeof require("./out/src/common.cjs").api.startAsync);');
    expect((await project.run("node", "common.cjs")).stdout).toBe("function\n");
  });
});

/** The packages that files belong to. */
function packagesIn(files: readonly string[]): readonly string[] {
  const names = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

describe("the SQLite driver", () => {
  const driver = "node_modules/better-sqlite3";

  beforeEach(() => {
    fs.renameSync(project.resolve(driver), project.resolve("node_modules/.driver"));
    project.write(
      "driver.mjs",
      `import { DataApi } from "data-api";
const api = new DataApi(${config});
await api.startAsync(0).catch((error) => console.log(error.name, error.message));`,
    );
  });

  afterEach(() => {
    fs.rmSync(project.resolve(driver), { recursive: true, force: true });
    fs.renameSync(project.resolve("node_modules/.driver"), project.resolve(driver));
  });

  test("a missing SQLite driver is an error with the command that installs it for this Node.js", async () => {
    const { stdout } = await project.run("node", "driver.mjs");
    expect(stdout).toContain(
      'DatabaseError The driver "better-sqlite3" for the dialect "sqlite" is not installed.',
    );
    expect(stdout).toContain(`Install it: npm install ${sqlitePackage()}\n`);
  });

  // Only Node.js 20 has versions of the driver that crash.
  test.runIf(process.versions.node.startsWith("20."))(
    "an SQLite driver that would crash is not loaded",
    async () => {
      project.write(
        `${driver}/package.json`,
        '{ "name": "better-sqlite3", "version": "13.2.0", "main": "index.js" }',
      );
      project.write(`${driver}/index.js`, "process.abort();");
      const { exitCode, stdout } = await project.run("node", "driver.mjs");
      expect(stdout).toMatch(
        /^DatabaseError The driver "better-sqlite3" 13\.2\.0 crashes on Node\.js 20\..*@12\n$/,
      );
      expect(exitCode).toBe(0);
    },
  );
});

const nothingSaid = { exitCode: 0, stdout: "", stderr: "" };
