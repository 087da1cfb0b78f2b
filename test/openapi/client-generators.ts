import fs from "node:fs";
import path from "node:path";
import { extraFolder } from "../extras/extras.js";
import type { OpenapiJson } from "./openapi-document.js";
import { openapiPackages, swaggerTypescriptClient } from "./openapi-packages.js";

/** The files of a client, by their paths. */
export type ClientTree = Record<string, string>;

/** Generates a client of the server at a URL. */
export type ClientGenerator = (document: OpenapiJson, url: string) => Promise<ClientTree>;

export const generatorsFolder = extraFolder("openapi");

/** Runs a generator that writes files, and returns them. */
async function written(generate: (folder: string) => Promise<unknown>): Promise<ClientTree> {
  const folder = fs.mkdtempSync(path.join(generatorsFolder, "written-"));
  try {
    await generate(folder);
    const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
    const texts = files.filter((file) => file.endsWith(".ts"));
    return Object.fromEntries(texts.map((file) => [file, fs.readFileSync(path.join(folder, file), "utf8")]));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** The generators by name. */
export const clientGenerators: Readonly<Record<string, ClientGenerator>> = {
  "openapi-fetch": async (document) => {
    const { default: openapiTypescript, astToString } = await (await openapiPackages()).openapiTypescript();
    // By default, members with a default are required in requests.
    const nodes = await openapiTypescript(document, { defaultNonNullable: false });
    return { "api.ts": astToString(nodes) };
  },
  "hey-api": async (document, url) => {
    const { createClient } = await (await openapiPackages()).heyApi();
    return written((folder) =>
      createClient({
        input: { ...document, servers: [{ url }] },
        output: { path: folder },
        plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
        logs: { level: "silent", file: false },
      }),
    );
  },
  "swagger-typescript-api": async (document) => ({ "api.ts": await swaggerTypescriptClient(document) }),
  orval: async (document, url) => {
    const { generate } = await (await openapiPackages()).orval();
    return written((folder) =>
      generate({
        input: { target: document },
        output: { target: path.join(folder, "api.ts"), client: "fetch", mode: "single", baseUrl: url },
      }),
    );
  },
};
