import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigLocator } from "../../../generator/locate/config-locator.js";
import { formatPath } from "../../../runtime/config/check-shape.js";
import { goldenFolders, loadGoldenConfig } from "../../golden/folders.js";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "data-api-locate-"));
afterAll(() => {
  fs.rmSync(folder, { recursive: true });
});

let projects = 0;

/**
 * Writes the files of a project, and expects the path to be found at the text between « and », which is in one
 * of them. The first file is the configuration.
 */
function expectPlace(at: string, files: Readonly<Record<string, string>>) {
  const root = path.join(folder, String(projects++));
  let expected: object | undefined;
  for (const [name, marked] of Object.entries(files)) {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, marked.replace(/[«»]/g, ""));
    const lines = marked.replace(/^\uFEFF/, "").split(/\r?\n/);
    const line = lines.findIndex((each) => each.includes("«"));
    if (line < 0) continue;
    const column = (lines[line] ?? "").indexOf("«") + 1;
    const endColumn = (lines[line] ?? "").indexOf("»");
    expected = { file, line: line + 1, column, endLine: line + 1, endColumn };
  }
  const [config = ""] = Object.keys(files);
  expect(new ConfigLocator(path.join(root, config)).locate(at)).toEqual(expected);
}

describe("an option is found where it is written", () => {
  it.each([
    [
      "with its value on one line",
      "entities.note.fields.text.type",
      `import { defineConfig } from "data-api";

export default defineConfig({
  database: { dialect: "sqlite", name: "x" },
  entities: {
    note: { fields: { text: { «type: "strng"», isEditable: true } } },
  },
});
`,
    ],
    [
      "by its name if its value has several lines",
      "entities.note",
      `export default { entities: {\n  «note»: {\n    fields: {},\n  },\n} };\n`,
    ],
    [
      "or the option around it",
      "entities.note.fields.text.isEditable",
      `export default { entities: { note: { fields: { «text: { type: "int" }» } } } };`,
    ],
    [
      "or the configuration",
      "database.dialect",
      `\n\nexport default defineConfig(«{»\n  entities: {},\n});\n`,
    ],
    [
      "in a list",
      "permissions.read.1.where",
      `export default { permissions: { read: ["guest", { role: "member", «where: "x="» }] } };`,
    ],
    [
      "as an item of a list",
      "permissions.read.1",
      `export default { permissions: { read: ["guest", «"a b"»] } };`,
    ],
    ["as a method", "auth.identify", `export default { auth: { «identify() { return 1; }» } };`],
    [
      "under a name in quotes",
      'entities."sub title".fields',
      `export default { entities: { "sub title": { «fields: []» } } };`,
    ],
    [
      "under a long name",
      `entities."${"x".repeat(60)}…"`,
      `export default { entities: { «${"x".repeat(70)}: 1» } };`,
    ],
    ["after an unusual character", "b", `export default { a: "𝒳é", «b: 1» };`],
    ["the last of several", "a", `export default { a: 1, «a: 2» };`],
    [
      "in a type assertion",
      "a.b",
      `export default ({ a: { «b: 1» } as const } satisfies object as Config)!;`,
    ],
    ["in a constant", "a.b", `const a = { «b: 1» };\nconst config: Config = { a };\nexport default config;`],
    [
      "in a constant that is exported by name",
      "a",
      `const config = { «a: 1» };\nexport { config as default };`,
    ],
    ["in a member of a constant", "x.b", `const parts = { a: { «b: 1» } };\nexport default { x: parts.a };`],
    [
      "in a member in brackets",
      "x.b",
      `const parts = { "a-b": { «b: 1» } };\nexport default { x: parts["a-b"] };`,
    ],
    ["in a destructured part", "x.b", `const { a: x } = { a: { «b: 1» } };\nexport default { x };`],
    ["under a computed name", "a.b", `const NAME = "a";\nexport default { [NAME]: { «b: 1» } };`],
    ["in a spread", "a.b", `const base = { b: 1, «b: 2» };\nexport default { a: { b: 0, ...base, c: 3 } };`],
    ["in place of a spread", "a.b", `const base = { b: 1 };\nexport default { a: { ...base, «b: 2» } };`],
    [
      "in a conditional spread",
      "a",
      `export default { ...(process.env.X ? { «a: 1» } : {}), ...(x && { b: 1 }) };`,
    ],
    ["in a list that is spread", "a.2", `const base = ["x", "y"];\nexport default { a: [...base, «"z"»] };`],
    ["in a frozen object", "a.b", `export default Object.freeze({ a: Object.freeze({ «b: 1» }) });`],
    ["at a spread that depends on running code", "a.b", `export default { a: { c: 1, «...make()» } };`],
    ["at a value that depends on running code", "a.b.c", `export default { a: { «b: make({ c: 1 })» } };`],
    ["at a call that makes the configuration", "a.b", `export default «make({ a: { b: 1 } })»;`],
    [
      "around a part that is conditional",
      "a.b",
      `export default { «a: { b: 0, ...(x ? { b: 1 } : { b: 2 }) }» };`,
    ],
    ["around a list that depends on running code", "a.1", `export default { «a: [...make(), 1, 2]» };`],
    ["but not in a reassigned variable", "a.b", `let a = { b: 1 };\na = {};\nexport default { «a» };`],
  ])("an option is found where it is written in TypeScript: %s", (_, at, source) => {
    expectPlace(at, { "data-api.config.ts": source });
    expectPlace(at, { "data-api.config.mts": `\uFEFF${source}` });
    expectPlace(at, { "data-api.config.ts": source.replaceAll("\n", "\r\n") });
  });

  it("an option is found under another name of defineConfig", () => {
    expectPlace("a", {
      "data-api.config.ts": `import { defineConfig as define } from "data-api";\nexport default define({ «a: 1» });`,
    });
    expectPlace("a", {
      "data-api.config.ts": `import * as api from "data-api";\nexport default api.defineConfig({ «a: 1» });`,
    });
  });

  it("an option is found in JSON", () => {
    expectPlace("entities.note.fields.a.type", {
      "data-api.config.json": `\uFEFF{\n  "entities": { "note": { "fields": { "a": { «"type": "strng"» } } } }\n}\n`,
    });
    expectPlace("permissions.0", { "data-api.config.json": `{\n\t"permissions": [«5»]\n}` });
    expectPlace("", { "data-api.config.json": "«[]»" });
  });

  it("an option is found in CommonJS", () => {
    expectPlace("a.b", {
      "data-api.config.cjs": `const { defineConfig } = require("data-api");\nmodule.exports = defineConfig({ a: require("./a.cjs"), c });`,
      "a.cjs": "module.exports = { «b: 1» };",
    });
    expectPlace("c.d", {
      "data-api.config.cjs": `const { c } = require("./a.cjs");\nmodule.exports = { c };`,
      "a.cjs": "exports.c = { «d: 1» };",
    });
    expectPlace("c.d", {
      "data-api.config.cjs": `const { c } = require("./a.cjs");\nmodule.exports = { c };`,
      "a.cjs": "module.exports = { c: { «d: 1» } };",
    });
  });

  it("an option is found in a file that is imported", () => {
    const entities = (name: string) =>
      `import note from "./entities/note.js";\nimport { tag as tags, other } from "./entities/index.js";\nimport * as all from "./entities/index.js";\nexport default { entities: { note, tags, star: all.star, other, ${name}: all } };`;
    const files = {
      "entities/note.ts": "const note = { fields: 1 };\nexport default note;",
      "entities/index.ts": `export const tag = { fields: 2 };\nexport * from "./star.js";\nexport { thing as other } from "../more.mjs";`,
      "entities/star.ts": "export const star = { fields: 3 };",
      "more.mts": "export const thing = { fields: 4 };",
    };
    const config = { "data-api.config.ts": entities("x") };
    const marked = (name: keyof typeof files) => ({
      ...config,
      ...files,
      [name]: files[name].replace(/fields: \d/, "«$&»"),
    });
    expectPlace("entities.note.fields", marked("entities/note.ts"));
    expectPlace("entities.tags.fields", marked("entities/index.ts"));
    expectPlace("entities.star.fields", marked("entities/star.ts"));
    expectPlace("entities.other.fields", marked("more.mts"));
    expectPlace("entities.«x: all»".replace(/«x: all»/, "x"), {
      "data-api.config.ts": entities("«x").replace("all }", "all» }"),
      ...files,
    });
    expectPlace("a.b", {
      "data-api.config.ts": `import a from "./a.json" with { type: "json" };\nexport default { a };`,
      "a.json": `{ «"b": 1» }`,
    });
  });

  it("an option is found at the part around it if an import is from a package or a missing file", () => {
    expectPlace("a.b", {
      "data-api.config.ts": `import { a } from "some-package";\nimport c from "./gone.js";\nexport default { «a», c };`,
    });
    expectPlace("c.d", {
      "data-api.config.ts": `import { a } from "some-package";\nimport c from "./gone.js";\nexport default { a, «c» };`,
    });
  });

  it("an option is found in circular sources, as far as possible", () => {
    for (const source of [
      "const a = b;\nconst b = a;",
      "const a = { ...a, ...a };",
      "const a = x ? { ...a } : a;",
      "const a = [...a];",
      "const a = { ...a.x }.x;",
    ]) {
      const file = path.join(folder, "circle.ts");
      fs.writeFileSync(file, `${source}\nexport default { a: { ...a, b: a }, c: a };`);
      for (const at of ["a.b.c", "c.0.d", "a.x"])
        expect(new ConfigLocator(file).locate(at)).toMatchObject({ file });
    }
    expectPlace("a.b", {
      "data-api.config.ts": `import { a } from "./a.js";\nexport default { «a» };`,
      "a.ts": `import { a } from "./b.js";\nexport { a };\nexport * from "./b.js";`,
      "b.ts": `import { a } from "./a.js";\nexport { a };\nexport * from "./a.js";`,
    });
  });

  it("an option is found nowhere if the file exports nothing or is gone", () => {
    expectPlace("a", { "data-api.config.ts": "export const a = 1;" });
    expect(new ConfigLocator(path.join(folder, "gone.ts")).locate("a")).toBeUndefined();
  });
});

describe("every option of a configuration is found under its own name", () => {
  it.each([
    ...["blog", "messages"].map((name) => path.resolve(`examples/${name}/data-api.config.ts`)),
    // The others are created in loops.
    ...goldenFolders
      .filter(({ name }) => ["access", "blog", "keys"].includes(name))
      .map(({ config }) => config),
  ])("every option of a configuration is found under its own name: %s", async (file) => {
    const folderOf = goldenFolders.find(({ config }) => config === file);
    const config = folderOf
      ? await loadGoldenConfig(folderOf)
      : ((await import(file)) as { default: unknown }).default;
    const locator = new ConfigLocator(file);
    const misplaced = pathsOf(config, []).filter((parts) => {
      const place = locator.locate(formatPath(parts));
      if (place === undefined) return true;
      const line = fs.readFileSync(place.file, "utf8").split("\n")[place.line - 1] ?? "";
      const text = line.slice(place.column - 1, place.endColumn - 1);
      const key = parts.at(-1) ?? "";
      // Items of lists have no names.
      return !/^\d+$/.test(key) && !text.startsWith(key) && !text.startsWith(`"${key}"`);
    });
    expect(misplaced).toEqual([]);
  });

  function pathsOf(value: unknown, above: readonly string[]): readonly (readonly string[])[] {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, member]) => {
      const parts = [...above, key];
      return [parts, ...pathsOf(member, parts)];
    });
  }
});
