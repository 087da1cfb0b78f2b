import { describe, expect, it } from "vitest";

import { conflict, merge } from "./merged.js";

/**
 * A list of units of one kind. `unit` prints one: `a` is the base's version, `b` and `c` have changes that cannot be
 * combined. The tested unit is between two others: the user edits the first, and the configuration changes the last,
 * so that no row of the table is decided by a shortcut.
 */
interface Kind {
  readonly name: string;
  readonly unit: (name: string, version: Version) => string;
  readonly list: (units: readonly string[]) => string;
  /** The label of the tested unit. */
  readonly label: string;
}

type Version = "a" | "b" | "c";

const value = { a: "1", b: "2", c: "3" };
const lines = (separator: string) => (units: readonly string[]) => units.join(separator);
const inside = (open: string, close: string, separator: string) => (units: readonly string[]) =>
  `${open}\n${units.join(separator)}\n${close}\n`;
const file = (units: readonly string[]) => `${lines("\n\n")(units)}\n`;

const kinds: readonly Kind[] = [
  {
    name: "class method",
    unit: (name, version) =>
      `  /** Does ${name}. */\n  async ${name}(): Promise<number> {\n    return ${value[version]};\n  }`,
    list: inside("export class Repository extends Base {", "}", "\n\n"),
    label: "class Repository.middle",
  },
  {
    name: "class property",
    unit: (name, version) => `  readonly ${name} = ${value[version]};`,
    list: inside("export class Repository {", "}", "\n"),
    label: "class Repository.middle",
  },
  {
    name: "static accessor",
    unit: (name, version) => `  static get ${name}() {\n    return ${value[version]};\n  }`,
    list: inside("export class Repository {", "}", "\n\n"),
    label: "class Repository.get static middle",
  },
  {
    name: "function",
    unit: (name, version) =>
      `/** Does ${name}. */\nexport function ${name}(): number {\n  return ${value[version]};\n}`,
    list: file,
    label: "function middle",
  },
  {
    name: "interface",
    unit: (name, version) => `export interface ${name} { id: Generated<${value[version]}> }`,
    list: file,
    label: "interface middle",
  },
  {
    name: "interface member",
    unit: (name, version) => `  /** The ${name}. */\n  ${name}: Generated<${value[version]}>;`,
    list: inside("export interface Table {", "}", "\n"),
    label: "interface Table.middle",
  },
  {
    name: "type alias",
    unit: (name, version) => `export type ${name} = Row<${value[version]}>;`,
    list: file,
    label: "type middle",
  },
  {
    name: "member of a type alias",
    unit: (name, version) => `  ${name}: ${value[version]};`,
    list: inside("export type Table = {", "};", "\n"),
    label: "type Table.middle",
  },
  {
    name: "member of an intersection",
    unit: (name, version) => `  ${name}?: ${value[version]};`,
    list: inside("export type Row = z.output<typeof schema> & {", "};", "\n"),
    label: "type Row.middle",
  },
  {
    name: "zod member",
    unit: (name, version) => `  ${name}: field.int(${value[version]}),`,
    list: inside("export const schema = z.object({", "});", "\n"),
    label: "const schema.middle",
  },
  {
    name: "zod member before a chain",
    unit: (name, version) => `  ${name}: field.int(${value[version]}),`,
    list: inside("export const schema = z.object({", "}).strict();", "\n"),
    label: "const schema.middle",
  },
  {
    name: "policy entry",
    unit: (name, version) => `  ${name}: ["guest", "${value[version]}"],`,
    list: inside("export const policy = {", "} as const satisfies Policy;", "\n"),
    label: "const policy.middle",
  },
  {
    name: "enum member",
    unit: (name, version) => `  ${name} = ${value[version]},`,
    list: inside("export enum Level {", "}", "\n"),
    label: "enum Level.middle",
  },
  {
    name: "constant",
    unit: (name, version) => `export const ${name} = ${value[version]};`,
    list: file,
    label: "const middle",
  },
  {
    name: "route",
    unit: (name, version) =>
      `  router.get("/${name}", async (req, res) => {\n    res.json(${value[version]});\n  });`,
    list: inside(
      "export function routes(): Router {\n  const router = Router();\n",
      "\n  return router;\n}",
      "\n\n",
    ),
    label: 'function routes.router.get("/middle")',
  },
  {
    name: "entry of the index",
    unit: (name, version) => `    ${name}: [${value[version]}],`,
    list: inside("export function createApi() {\n  return composeApi({", "  });\n}", "\n"),
    label: "function createApi.return.middle",
  },
  {
    name: "export from a module",
    unit: (name, version) => `export * as ${name} from "./${value[version]}.js";`,
    list: file,
    label: "export * as middle",
  },
  {
    name: "member of a namespace",
    unit: (name, version) => `  export const ${name} = ${value[version]};`,
    list: inside("export namespace Kit {", "}", "\n\n"),
    label: "namespace Kit.const middle",
  },
  {
    name: "exported name",
    unit: (name, version) => `  ${{ a: "x", b: "y", c: "z" }[version]} as ${name},`,
    list: inside("export {", '} from "./kit.js";', "\n"),
    label: 'export "./kit.js".middle',
  },
];

/** The tested unit in a version of the file. */
type Cell = Version | "-";

describe.each(kinds)("$name", (kind) => {
  const { unit, list } = kind;
  const write = (first: Version, cell: Cell, last: Version): string =>
    list([unit("first", first), ...(cell === "-" ? [] : [unit("middle", cell)]), unit("last", last)]);
  const run = (base: Cell, yours: Cell, next: Cell, options: Parameters<typeof merge>[3] = {}) =>
    merge(write("a", base, "a"), write("b", yours, "a"), write("a", next, "c"), options);
  const expected = (cell: Cell): string => write("b", cell, "c");
  const clash = (yours: Cell, base: Cell, next: Cell): string => {
    const print = (cell: Cell): string => (cell === "-" ? "" : unit("middle", cell));
    return list([unit("first", "b"), conflict(print(yours), print(base), print(next)), unit("last", "c")]);
  };

  it.each<[Cell, Cell, Cell, Cell]>([
    ["a", "a", "b", "b"],
    ["a", "b", "a", "b"],
    ["a", "b", "b", "b"],
    ["a", "-", "a", "-"],
    ["a", "-", "-", "-"],
    ["a", "a", "-", "-"],
    ["-", "b", "b", "b"],
    ["-", "b", "-", "b"],
    ["-", "-", "c", "c"],
  ])(
    "a unit merges by its versions of base, yours and next: %s | %s | %s → %s",
    (base, yours, next, result) => {
      const merged = run(base, yours, next);
      expect(merged.text).toBe(expected(result));
      expect(merged.conflicts).toEqual([]);
      expect(merged.warnings).toEqual([]);
    },
  );

  it("a unit that you deleted and the configuration changed stays deleted, with a warning, unless it is restored", () => {
    const merged = run("a", "-", "b");
    expect(merged.text).toBe(expected("-"));
    const unit = merged.warnings[0]?.unit ?? "";
    expect(merged.warnings).toEqual([
      { unit, message: "It was deleted here and stays deleted, but the configuration changed it." },
    ]);
    const restored = run("a", "-", "b", { restore: new Set([unit]) });
    expect(restored.text).toBe(expected("b"));
    expect(restored.warnings).toEqual([]);
    expect(run("a", "-", "a", { restore: new Set([unit.replace(/^\w+ (?=[\w.]+$)/, "")]) }).text).toBe(
      expected("a"),
    );
  });

  it.each<[Cell, Cell, Cell, string]>([
    ["a", "b", "c", "both-changed"],
    ["a", "b", "-", "removed-by-config"],
    ["-", "b", "c", "both-added"],
  ])(
    "a unit conflicts by its versions of base, yours and next: %s | %s | %s → conflict (%s)",
    (base, yours, next, reason) => {
      const merged = run(base, yours, next);
      expect(merged.text).toBe(clash(yours, base, next));
      const line = merged.text.split("\n").indexOf("<<<<<<< yours") + 1;
      expect(merged.conflicts).toEqual([{ unit: kind.label, line, reason }]);

      const kept = run(base, yours, next, { onConflict: "yours" });
      expect(kept.text).toBe(expected("b"));
      expect(kept.conflicts).toEqual([]);
      expect(kept.warnings.map((warning) => warning.unit)).toEqual([expect.stringContaining(kind.label)]);

      const generated = run(base, yours, next, { onConflict: "generated" });
      expect(generated.text).toBe(expected(next));
      expect(generated.conflicts).toEqual([]);
      expect(generated.warnings.map((warning) => warning.unit)).toEqual([
        expect.stringContaining(kind.label),
      ]);
    },
  );
});
