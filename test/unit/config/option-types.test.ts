import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { AuthConfig, EntityConfig, FieldConfig, ServerConfig } from "../../../runtime/config/config.js";
import type { authShape } from "../../../runtime/model/settings/auth-settings.js";
import type { entityShape } from "../../../runtime/model/settings/entity-shape.js";
import type { fieldShape } from "../../../runtime/model/settings/field-shape.js";
import type { serverShape } from "../../../runtime/model/settings/server-settings.js";

type ReadonlyDeep<T> = T extends (...values: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
    : T;

describe("the generated types of a configuration", () => {
  it("the generated types of a configuration are the input types of its shape", () => {
    type ServerInput = ReadonlyDeep<z.input<typeof serverShape>>;
    expectTypeOf<ServerConfig>().toExtend<ServerInput>();
    expectTypeOf<ServerInput>().toExtend<ServerConfig>();
    expectTypeOf<keyof AuthConfig>().toEqualTypeOf<keyof z.input<typeof authShape>>();
    expectTypeOf<keyof EntityConfig>().toEqualTypeOf<keyof z.input<typeof entityShape>>();
    expectTypeOf<keyof FieldConfig>().toEqualTypeOf<keyof z.input<typeof fieldShape>>();
  });

  const source = `
import type { Config } from "./config.js";
import { defineConfig } from "../define-config.js";
export default defineConfig({
  database: { dialect: "sqlite", name: "a.db", },
  server: { maxTake: 10, },
  entities: {
    note: {
      fields: { title: { type: "string", isEditable: true, isRequired: true, } },
      permissions: { read: ["guest"] },
    },
  },
});
export const shown = {
  database: { dialect: "sqlite", name: "a.db" },
  entities: {
    note: { fields: { title: { type: "int", isEditable: true, isRequired: true } }, permissions: {} },
  },
} satisfies Config;
defineConfig({ database: { dialect: "oracle" }, entities: {} });
`;
  const { service, file } = openInEditor(source);

  it.each([
    ['name: "a.db", ', "durability", "`full`: a write is on the disk"],
    [
      "maxTake: 10, ",
      "rateLimit",
      "Rate limits per address, per caller and for failed log-ins. Default: failed",
    ],
    ["isRequired: true, ", "isIgnoredOnCreate", "A create of a caller ignores the field"],
    ["permissions: ", "isReadOnly", "The table or view is read-only"],
  ])(
    "the generated types describe an option that an editor completes: after %s",
    (before, option, meaning) => {
      const end = before.endsWith(", ") ? before.length : 0;
      const position = source.indexOf(before) + end;
      const details = service.getCompletionEntryDetails(file, position, option, {}, undefined, {}, undefined);
      expect(ts.displayPartsToString(details?.documentation)).toContain(meaning);
    },
  );

  it.each([
    ["dialect", "The kind of database."],
    [
      "isEditable",
      "Callers may change the field in an update. A create takes it all the same, unless `isIgnoredOnCreate` is set; code of the server may set it always.",
    ],
    ["fields", "The fields by name."],
  ])("the generated types describe %s in an editor when the pointer is over it", (option, meaning) => {
    const position = source.indexOf(`${option}:`, source.indexOf("shown"));
    const info = service.getQuickInfoAtPosition(file, position);
    expect(ts.displayPartsToString(info?.documentation)).toBe(meaning);
  });

  it("the generated types complete the value of dialect in an editor", () => {
    const position = source.indexOf('"oracle"') + 1;
    const names = service.getCompletionsAtPosition(file, position, {})?.entries.map(({ name }) => name);
    expect(names?.toSorted()).toEqual(["mssql", "mysql", "postgres", "sqlite"]);
  });

  it("the generated types report a wrong dialect in one line", () => {
    const errors = service.getSemanticDiagnostics(file).map(({ messageText }) => messageText);
    expect(errors).toEqual([expect.stringMatching(/^Type '"oracle"' is not assignable to type '"\w+" \| "/)]);
  });
});

function openInEditor(text: string) {
  const file = fileURLToPath(new URL("../../../runtime/config/editor-text.ts", import.meta.url));
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const read = (path: string) => (path === file ? text : ts.sys.readFile(path));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const content = read(path);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (each) => ts.getDefaultLibFilePath(each),
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: read,
  });
  return { service, file };
}
