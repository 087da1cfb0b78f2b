import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/**
 * Writes the files of the page at `/api/docs`, compressed as the server sends them: its own script and style, and
 * those of Swagger UI with their licences. Users of the package do not need the other 11 MB of Swagger UI.
 */
export async function buildDocsPage(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, `${name}.gz`), gzipSync(withoutSourceMap(text), { level: 9 }));
  };
  const browser = join(root, "runtime/surfaces/docs/browser");
  const bundle = await rolldown({ input: join(browser, "page.ts"), platform: "browser" });
  const { output } = await bundle.generate({ format: "es", minify: true });
  await bundle.close();
  write("page.js", output[0].code);
  write("page.css", readFileSync(join(browser, "page.css"), "utf8"));

  const swagger = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  for (const name of ["swagger-ui-bundle.js", "swagger-ui.css"])
    write(name, readFileSync(join(swagger, name), "utf8"));
  const licences = {
    LICENSE: "swagger-ui.LICENSE.txt",
    NOTICE: "swagger-ui.NOTICE.txt",
    "swagger-ui-bundle.js.LICENSE.txt": "swagger-ui-bundle.js.LICENSE.txt",
  };
  for (const [name, target] of Object.entries(licences)) cpSync(join(swagger, name), join(folder, target));
}

/** Source maps are not served. */
function withoutSourceMap(text: string): string {
  return text.replace(/\n(?:\/\/|\/\*)# sourceMappingURL=\S+(?: ?\*\/)?\s*$/, "\n");
}
