import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import { generateApi } from "swagger-typescript-api";
import type { OpenapiJson } from "./openapi-document.js";

/** The files of a client, by their paths. */
export type ClientTree = Record<string, string>;

/** Generates a client of the server at a URL. */
export type ClientGenerator = (document: OpenapiJson, url: string) => Promise<ClientTree>;

const source = path.join(import.meta.dirname, "generators");
/** Its packages are installed at test time: they are too many for each installation of this repository. */
export const generatorsFolder = path.resolve(import.meta.dirname, "../.tmp/openapi-generators");

const entry = "index.mjs";

/** Installs the generators that are no dependencies of this repository, unless they are there. */
export function installGenerators(): void {
  const lock = "package-lock.json";
  const installed = path.join(generatorsFolder, "installed.json");
  const wanted = fs.readFileSync(path.join(source, lock), "utf8");
  if (fs.existsSync(installed) && fs.readFileSync(installed, "utf8") === wanted) return;
  fs.rmSync(generatorsFolder, { recursive: true, force: true });
  fs.mkdirSync(generatorsFolder, { recursive: true });
  for (const name of ["package.json", lock])
    fs.copyFileSync(path.join(source, name), path.join(generatorsFolder, name));
  // TypeScript and Prettier are those of this repository.
  const options = ["--ignore-scripts", "--legacy-peer-deps", "--omit=optional", "--prefer-offline"];
  const { status, stderr } = spawnSync("npm", ["ci", ...options, "--no-audit", "--no-fund"], {
    cwd: generatorsFolder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The generators cannot be installed: ${stderr}`);
  fs.writeFileSync(
    path.join(generatorsFolder, entry),
    'export { createClient } from "@hey-api/openapi-ts";\nexport { generate } from "orval";\n',
  );
  fs.writeFileSync(installed, wanted);
}

interface Installed {
  /** Of hey-api. */
  readonly createClient: (config: object) => Promise<unknown>;
  /** Of orval. */
  readonly generate: (config: object) => Promise<unknown>;
}

/** The installed generators. */
async function loadInstalled(): Promise<Installed> {
  return (await import(/* @vite-ignore */ path.join(generatorsFolder, entry))) as Installed;
}

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
    // By default, members with a default are required in requests.
    const nodes = await openapiTypescript(document as unknown as OpenAPI3, { defaultNonNullable: false });
    return { "api.ts": astToString(nodes) };
  },
  "hey-api": async (document, url) => {
    const { createClient } = await loadInstalled();
    return written((folder) =>
      createClient({
        input: { ...document, servers: [{ url }] },
        output: { path: folder },
        plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
        logs: { level: "silent", file: false },
      }),
    );
  },
  "swagger-typescript-api": async (document) => {
    const { files } = await generateApi({
      spec: document,
      output: false,
      httpClientType: "fetch",
      moduleNameFirstTag: true,
      extractRequestParams: true,
      silent: true,
    });
    return { "api.ts": files.map(({ fileContent }) => fileContent).join("\n") };
  },
  orval: async (document, url) => {
    const { generate } = await loadInstalled();
    return written((folder) =>
      generate({
        input: { target: document },
        output: { target: path.join(folder, "api.ts"), client: "fetch", mode: "single", baseUrl: url },
      }),
    );
  },
};
