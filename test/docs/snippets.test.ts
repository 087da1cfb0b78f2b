import fs from "node:fs";
import path from "node:path";
import { DataApi, type Config } from "data-api";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import blog from "../../examples/blog/data-api.config.js";
import seed from "../../examples/blog/seed.js";
import { optionSchema, type OptionSchema } from "../../generator/config/config-json-schema.js";
import { packageWith } from "../../generator/project/package-json.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { compileTrees } from "../regeneration/compile.js";
import { asJson, schemaErrors } from "../unit/config/editor-schema.js";
import { anchorsOf, linksOf, pages, readPage, root, type Fence, type Page } from "./markdown.js";
import { isLike, runSteps, stepsOf } from "./shell.js";
import { isConfig, wrapSnippet } from "./wrap-snippet.js";
import { openPort } from "../conformance/start.js";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
useCheapHashes();

const folder = path.join(root, "test/.tmp/compiled");
const written = new Map<string, unknown>();
beforeAll(async () => {
  vi.stubEnv("SECRET_KEY", "a secret key for the documentation only");
  vi.stubEnv("FORMER_SECRET_KEY", "a former secret key for the documentation");
  vi.stubEnv("DB_PASSWORD", "secret");
  vi.stubEnv("FORMER_SECRET_KEY", "a former key for the documentation only");
  vi.stubEnv("CLIENT_SECRET", "secret");
  for (const page of pages)
    for (const fence of page.fences.filter(isConfiguration)) {
      const file = fileOf(page, fence);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, moduleOf(page, fence));
      const { default: config } = (await import(file)) as { default: unknown };
      written.set(fence.place, config);
    }
});
afterAll(() => {
  vi.unstubAllEnvs();
  for (const page of pages) fs.rmSync(path.join(folder, page.name), { recursive: true, force: true });
});

const typescript = ({ language, info }: Fence) => language === "ts" && info !== "generated";
const isConfiguration = (fence: Fence) => typescript(fence) && isConfig(wrapped(fence));
const wrapped = ({ text, info }: Fence) => wrapSnippet(text, info === "partial");

/** The file of a snippet. All files have the same depth, so that relative imports resolve. */
function fileOf(page: Page, { place }: Fence): string {
  return path.join(folder, page.name, `line-${place.replace(/.*:/, "")}.ts`);
}

/** The module of a snippet, with the configuration above it on the page, or the blog's. */
function moduleOf(page: Page, fence: Fence): string {
  const own = configAbove(page, fence);
  const config = own === undefined ? `${examples}/blog/data-api.config.js` : `./${nameOf(page, own)}`;
  return wrapped(fence)
    .replaceAll(/"\.{1,2}\/data-api\.config\.js"/g, `"${config}"`)
    .replaceAll('"./api/', `"${examples}/blog/src/api/`)
    .replaceAll("../../../../examples", examples);
}

const examples = path.relative(path.join(folder, "page"), path.join(root, "examples"));

function nameOf(page: Page, fence: Fence): string {
  return path.basename(fileOf(page, fence)).replace(/ts$/, "js");
}

function configAbove(page: Page, fence: Fence): Fence | undefined {
  const above = page.fences.slice(0, page.fences.indexOf(fence));
  return above.findLast((each) => each.info === "" && isConfiguration(each));
}

test("every code block of the documentation has a known language", () => {
  const known = [
    "",
    "ts",
    "sh",
    "json",
    "sql",
    "text",
    "yaml",
    "ini",
    "dockerfile",
    "mermaid",
    "diff",
    "html",
    "js",
  ];
  const fences = pages.flatMap((page) => page.fences);
  expect(fences.filter(({ language }) => !known.includes(language))).toEqual([]);
  expect(fences.filter(({ info }) => !["", "partial", "generated"].includes(info))).toEqual([]);
});

test("TypeScript of the documentation compiles under strict options", () => {
  const trees = pages.map((page) => {
    const fences = page.fences.filter(typescript);
    const files = fences.map((fence) => [path.basename(fileOf(page, fence)), moduleOf(page, fence)] as const);
    return [page.name.replace("docs/", "docs-"), Object.fromEntries(files)] as const;
  });
  const sdk = `declare module "@opentelemetry/sdk-node" {
  export class NodeSDK { constructor(options: { serviceName: string }); start(): void; }
}`;
  const query = fs.readFileSync(new URL("tanstack-query.d.ts", import.meta.url), "utf8");
  const modules = { "sdk.d.ts": sdk, "tanstack-query.d.ts": query };
  expect(compileTrees(new Map([...trees, ["modules", modules]]))).toEqual([]);
});

test("code of the documentation that is marked as generated is in the generated example", () => {
  const api = path.join(root, "examples/blog/src/api");
  const files = fs
    .readdirSync(api, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.ts$/.test(file));
  const generated = files.map((file) => fs.readFileSync(path.join(api, file), "utf8").replace(/\s/g, ""));
  const fences = pages.flatMap((page) => page.fences.filter(({ info }) => info === "generated"));
  expect(fences.length).toBeGreaterThan(0);
  for (const { text, place } of fences)
    expect(
      generated.some((file) => file.includes(text.replace(/\s/g, ""))),
      place,
    ).toBe(true);
});

test("configurations of the documentation are valid", () => {
  expect(written.size).toBeGreaterThan(20);
  for (const [place, config] of written) {
    expect(() => resolveModel(config as Config), place).not.toThrow();
    expect(schemaErrors(asJson(config)), place).toEqual([]);
  }
});

test("JSON of the documentation can be read", () => {
  for (const { text, place, language } of pages.flatMap((page) => page.fences)) {
    if (language !== "json") continue;
    const isLog = text.startsWith('{"level"');
    for (const each of isLog ? text.trim().split("\n") : [text])
      expect(() => JSON.parse(each) as unknown, place).not.toThrow();
  }
});

describe("requests are answered as written", () => {
  // The tutorial has a test of its own, which also writes its files.
  const asking = pages.filter(({ name, fences }) => name !== "docs/tutorial.md" && fences.some(asks));
  test.for(asking.map((page) => [page.name, page] as const))(
    "requests of the documentation are answered as written: %s",
    async ([, page]) => {
      let server: Server | undefined;
      let last = "";
      try {
        for (const [index, fence] of page.fences.entries()) {
          const previous = page.fences[index - 1];
          if (asks(fence)) {
            const config = configAbove(page, fence);
            if (server === undefined || config?.place !== server.place) {
              await server?.api.stopAsync();
              server = await serve(config, page.name);
            }
            const outcomes = await runSteps(stepsOf(fence.text), server.port);
            for (const { command, expected, output, status } of outcomes) {
              last = output;
              if (!/^\s*curl|\$\(curl/.test(command)) continue;
              const said = `${fence.place} ${command}\n${String(status)} ${output}`;
              if (expected.length === 0) expect(Number(status), said).toBeLessThan(400);
              for (const line of expected) {
                const { code, answer } = /^(?<code>\d{3})\b(?:: .*)?(?<answer>.*)$/.exec(line)?.groups ?? {};
                if (code !== undefined) expect(String(status), said).toBe(code);
                expect(isLike(output, answer ?? line), `${said}\n${line}`).toBe(true);
              }
            }
          } else if (fence.language === "json" && previous !== undefined && asks(previous))
            expect(isLike(last, fence.text), `${fence.place}\n${last}`).toBe(true);
          else if (fence.language === "sql" && server !== undefined)
            await sql.raw(fence.text).execute(server.api.repository(server.entity).db);
        }
      } finally {
        await server?.api.stopAsync();
      }
    },
  );
});

/** A block that also runs other commands belongs to the newcomer's test. */
function asks({ language, text }: Fence): boolean {
  return language === "sh" && text.includes("curl ") && !text.includes("npx ");
}

interface Server {
  readonly api: DataApi;
  readonly port: number;
  readonly entity: string;
  readonly place: string | undefined;
}

/** A server with an empty database, and the configuration above the requests, or the blog's. */
async function serve(fence: Fence | undefined, page: string): Promise<Server> {
  const config = (fence === undefined ? blog : written.get(fence.place)) as Config;
  const api = new DataApi<Config>({
    ...config,
    database: { dialect: "sqlite", name: ":memory:" },
    server: { ...config.server, host: "127.0.0.1", maxEventLoopDelay: 0, log: { level: "silent" } },
  });
  api.setupApiEndpoints();
  // README asks the blog of the examples, which begins with sample records.
  if (fence === undefined && page === "README.md") await api.seedAsync(seed);
  const { port } = await openPort(api);
  return { api, port, entity: Object.keys(config.entities)[0] ?? "", place: fence?.place };
}

test("commands of the documentation and their options exist", () => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Readonly<Record<string, string>>;
  };
  const { scripts: ofInit } = JSON.parse(
    packageWith(undefined, { folder: "", packages: "", server: "", isModule: true }),
  ) as { scripts: object };
  const lines = pages.flatMap(({ name, text }) =>
    Array.from(
      text.matchAll(/npx data-api [^`\n#]*|npm (?:run [\w:]+|start|test)\b/g),
      ([line]) => [`${name}: ${line}`, line.trim().split(/\s+/)] as const,
    ),
  );
  expect(lines.length).toBeGreaterThan(30);
  for (const [place, [program, ...words]] of lines)
    if (program === "npm") expect(Object.keys({ ...scripts, ...ofInit }), place).toContain(words.at(-1));
    else if (!words[1]?.startsWith("<")) expectCommand(place, words.slice(1));
});

/** Expects the command, and its options in its help. */
function expectCommand(place: string, [first = "", ...rest]: readonly string[]) {
  const [verb = ""] = rest;
  const file =
    {
      ...{ db: `db-${verb}`, migrate: `migrate-${verb}`, user: verb, webhooks: "webhook-commands" },
      ...{ users: "user-commands", sessions: "session-commands", keys: "key-commands" },
    }[first] ?? first;
  const source = path.join(root, "generator/commands", `${file}.ts`);
  expect(fs.existsSync(source), place).toBe(true);
  const shared = ["command", "database-at", "listen-options", "accounts"].map((name) =>
    path.join(root, `generator/commands/${name}.ts`),
  );
  const help = [source, ...shared].map((each) => fs.readFileSync(each, "utf8")).join("\n");
  for (const [option] of rest.join(" ").matchAll(/(?<= |^)--[\w-]+/g))
    expect(help, place).toContain(`  ${option}`);
}

test("every option that the documentation mentions exists", () => {
  const schema = optionSchema();
  const named = pages.flatMap(({ name, text }) =>
    Array.from(
      text.matchAll(/`((?:server(?!\.ts)|database|auth|entities)(?:\.[a-zA-Z<>]+)+)\b[^`\n]*`/g),
      ([, option = ""]) => ({ name, option }),
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ option }) => !hasOption(schema, option.split(".")))).toEqual([]);
});

function hasOption(schema: OptionSchema, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true;
  const { properties, additionalProperties, anyOf = [], items } = schema;
  const member = properties?.[key] ?? (additionalProperties === false ? undefined : additionalProperties);
  return (
    (member !== undefined && hasOption(member, rest)) ||
    [...anyOf, ...(items ? [items] : [])].some((each) => hasOption(each, [key, ...rest]))
  );
}

test("links of the documentation lead to existing pages and headings", () => {
  const others = ["ARCHITECTURE.md", "CONTRIBUTING.md"].map((name) => readPage(name));
  const broken = [...pages, ...others].flatMap((page) =>
    linksOf(page.text).flatMap(({ file, heading }) => {
      const target = path.join(root, path.dirname(page.name), file === "" ? path.basename(page.name) : file);
      const isThere =
        fs.existsSync(target) &&
        (heading === undefined || anchorsOf(fs.readFileSync(target, "utf8")).has(heading));
      return isThere ? [] : [`${page.name}: ${file}#${heading ?? ""}`];
    }),
  );
  expect(broken).toEqual([]);
});

test("files that ARCHITECTURE.md and CONTRIBUTING.md mention exist", () => {
  const files = ["runtime", "generator", "test", "templates", "tools"].flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true, encoding: "utf8" })
      .map((file) => `/${room}/${file}`),
  );
  const named = ["ARCHITECTURE.md", "CONTRIBUTING.md"].flatMap((name) =>
    Array.from(
      readPage(name).text.matchAll(/(?<![\w>…/.-])[a-z][\w/-]*\.(?:test\.)?ts(?:\.hbs)?\b/g),
      ([file]) => file,
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((file) => !files.some((each) => each.endsWith(`/${file}`)))).toEqual([]);
});
