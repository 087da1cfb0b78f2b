import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { ApiServer, Config } from "data-api";
import { transformSync } from "rolldown/utils";
import { generateFiles } from "../../generator/generate-files.js";

const root = fileURLToPath(new URL("../.tmp/generated-modules/", import.meta.url));
/** The modules that the dynamic tests import. */
const product = fileURLToPath(new URL("../.tmp/product/runtime/", import.meta.url));

export type CreateApi = (config: Config) => ApiServer;

/** The `createApi` of the code generated from a configuration. Equal code is written and loaded only once. */
export async function loadGenerated(config: Config): Promise<CreateApi> {
  // Formatting would take most of the time, and formatted code is run where projects are generated.
  const files = await generateFiles(config, (text) => Promise.resolve(text));
  const hash = createHash("sha256")
    .update(JSON.stringify([...files]))
    .digest("hex")
    .slice(0, 24);
  const folder = join(root, hash);
  if (!(await isThere(folder))) await writeAtOnce(folder, files);
  const { createApi } = (await import(/* @vite-ignore */ `${folder}/index.js`)) as { createApi: CreateApi };
  return createApi;
}

/** Writes all modules atomically, even if another process writes the same ones. */
async function writeAtOnce(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(root, { recursive: true });
  const draft = await mkdtemp(join(root, "draft-"));
  for (const [path, text] of files) {
    const file = join(draft, path.replace(/\.ts$/, ".js"));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, toModule(path, text, relative(dirname(file), product)));
  }
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error;
  }
}

/** As JavaScript that Node.js loads by itself: Vitest would take several times as long to load it. */
function toModule(path: string, text: string, productFolder: string): string {
  const { code, errors } = transformSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join("\n")}`);
  return code.replaceAll(/from "data-api\/(\w+)"/g, `from "${productFolder.replaceAll("\\", "/")}/$1.js"`);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
