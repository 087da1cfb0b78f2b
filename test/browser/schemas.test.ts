import type { AddressInfo } from "node:net";
import { DataApi, type Config, type InputIssue } from "data-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import allTypes from "../golden/all-types/config.js";
import { bundleForBrowser, runBare, type BrowserBundle } from "./browser-bundle.js";

/** The exports of a bundle of generated schemas. */
interface Schemas {
  readonly checkBody: (schema: z.ZodType, body: object) => Promise<readonly InputIssue[]>;
  readonly schemas: Readonly<Record<string, Readonly<Record<string, z.ZodType | undefined>>>>;
}

const messages = ["item", "message", "tag", "user"];
const types = Object.keys(allTypes.entities);

/** Code that imports all generated schemas of a folder. */
function entryOf(folder: string, entities: readonly string[]): string {
  const imports = entities.map((name) => `import * as ${name} from "${folder}/${name}/${name}.schema.ts";`);
  return `import { checkBody } from "data-api/schema";
${imports.join("\n")}
export { checkBody };
export const schemas = { ${entities.join(", ")} };`;
}

describe.each([
  ["examples/messages", entryOf("/examples/messages/src/api", messages)],
  ["every type", entryOf("/test/golden/all-types/expected", types)],
])("generated schemas in a bundle for browsers: %s", (title, entry) => {
  let bundle: BrowserBundle;
  beforeAll(async () => {
    bundle = await bundleForBrowser(entry);
  });

  test("generated schemas in a bundle for browsers contain zod and the schema runtime, and nothing else", () => {
    const { files, imports, bytes, gzipped } = bundle;
    const others = files.filter(
      (file) => !/^(?:\0rolldown|node_modules\/zod|runtime\/model|examples|test\/golden)\//.test(file),
    );
    expect(others).toEqual(["runtime/schema.ts"]);
    expect(imports).toEqual([]);
    console.log(`${title}: ${bytes} bytes, ${gzipped} gzipped, with zod`);
    expect(gzipped).toBeLessThan(40_000);
  });
});

describe("a body is checked in a browser like on the server", () => {
  const api = new DataApi({ ...(allTypes as Config), server: { host: "127.0.0.1", maxEventLoopDelay: 0 } });
  let bundled: Schemas;
  let url = "";
  beforeAll(async () => {
    bundled = runBare(await bundleForBrowser(entryOf("/test/golden/all-types/expected", types))) as Schemas;
    api.setupApiEndpoints();
    const server = await api.startAsync(0);
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/data`;
  });
  afterAll(() => api.stopAsync());

  const texts = [
    "",
    "x",
    "1",
    "-1.50",
    "true",
    "\ud800",
    "\0",
    "2024-02-30",
    "2024-02-29T12:00:00Z",
    "25:00",
  ];
  // Only numbers that a double holds exactly: a request body has more digits, but JavaScript in a page does not.
  const odd = [
    "99999999999999999999",
    "P1",
    "x".repeat(2000),
    "AP8",
    1.5,
    -1,
    3e9,
    true,
    [],
    ["1", "x"],
    {},
    null,
  ];

  test.each(["nullable", "required", "defaulted", "limited", "listed", "restricted"])(
    "a body is checked in a browser with the same mistakes as on the server: %s",
    async (name) => {
      const schema = Object.entries(bundled.schemas[name] ?? {}).find(([key]) =>
        /^new.*Schema$/.test(key),
      )?.[1];
      if (schema === undefined) throw new Error(`"${name}" has no schema of a create.`);
      const fields = Object.keys((schema as z.ZodObject).shape);
      let mistakes = 0;
      for (const value of [undefined, ...texts, ...odd]) {
        // All fields at once, because every mistake is listed.
        const body = Object.fromEntries(fields.map((field) => [field, value]));
        const found = await bundled.checkBody(schema, body);
        const answer = await fetch(`${url}/${name}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        });
        const problem = (await answer.json()) as { readonly code?: string; readonly errors?: unknown };
        const expected = problem.code === "invalid-fields" ? problem.errors : [];
        expect(JSON.parse(JSON.stringify(found)), JSON.stringify(value)).toEqual(expected);
        mistakes += found.length;
      }
      expect(mistakes).toBeGreaterThan(20);
    },
  );
});
