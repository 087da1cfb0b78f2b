import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/** The packages in the bundle. */
const PACKAGES = ["preact", "@preact/signals", "@preact/signals-core", "lossless-json"];

/**
 * Writes the files of the admin page, compressed as the server sends them, with the licences of the packages in them.
 * Scripts are named after their content: a part that is loaded later imports the first one by its name, and a browser
 * that knew that by another URL would load it twice.
 */
export async function buildAdminPage(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }));
  };
  const browser = join(root, "runtime/surfaces/admin/browser");
  const bundle = await rolldown({
    input: join(browser, "page.tsx"),
    platform: "browser",
    // Else the first script would be two, one after the other.
    preserveEntrySignatures: "allow-extension",
  });
  const { output } = await bundle.generate({
    format: "es",
    minify: true,
    entryFileNames: "[name].[hash].js",
    chunkFileNames: "part-[name].[hash].js",
  });
  await bundle.close();
  for (const file of output) if (file.type === "chunk") write(file.fileName, file.code);
  write("page.css", readFileSync(join(browser, "page.css"), "utf8"));
  for (const name of PACKAGES)
    cpSync(
      join(root, "node_modules", name, name === "lossless-json" ? "LICENSE.md" : "LICENSE"),
      join(folder, `${name.replace(/^@/, "").replace("/", "-")}.LICENSE.txt`),
    );
}
