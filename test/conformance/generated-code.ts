import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ApiServer, Config } from "data-api";
import { generateFiles } from "../../generator/generate-files.js";
import { builtFile, toJavaScript } from "../product-modules.js";

const root = fileURLToPath(new URL("../.tmp/generated-modules/", import.meta.url));

export type CreateApi = (config: Config) => ApiServer;

/** The `createApi` of the code generated from a configuration. Equal code is written and loaded only once. */
export async function loadGenerated(config: Config): Promise<CreateApi> {
  // Not formatted: that would take most of the time, and other tests run formatted code.
  const files = await generateFiles(config, (text) => Promise.resolve(text));
  const modules = [...files].map(
    ([path, text]) => [path.replace(/\.ts$/, ".js"), toModule(path, text)] as const,
  );
  const hash = createHash("sha256").update(JSON.stringify(modules)).digest("hex").slice(0, 24);
  const folder = join(root, hash);
  if (!(await isThere(folder))) await inOneTransaction(folder, modules);
  const { createApi } = (await import(/* @vite-ignore */ `${folder}/index.js`)) as { createApi: CreateApi };
  return createApi;
}

/** Writes all modules atomically, even if another process writes the same ones. */
async function inOneTransaction(
  folder: string,
  modules: readonly (readonly [path: string, text: string])[],
): Promise<void> {
  await mkdir(root, { recursive: true });
  const draft = await mkdtemp(join(root, "draft-"));
  for (const [path, text] of modules) {
    await mkdir(dirname(join(draft, path)), { recursive: true });
    await writeFile(join(draft, path), text);
  }
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error;
  }
}

/** As JavaScript that Node.js loads by itself: Vitest would take several times as long to load it. */
function toModule(path: string, text: string): string {
  const { code } = toJavaScript(path, text);
  return code.replaceAll(
    /from "data-api\/(\w+)"/g,
    (_, entry: string) => `from "${pathToFileURL(builtFile(`runtime/${entry}.ts`)).href}"`,
  );
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
