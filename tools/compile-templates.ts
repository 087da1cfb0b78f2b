import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import handlebars from "handlebars";

/** The module of each template, by the template's name with slashes. */
export function compileTemplates(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".hbs"),
  );
  return new Map(
    names.map((name) => {
      const compiled = handlebars.precompile(readFileSync(join(folder, name), "utf8"), {
        noEscape: true,
        strict: true,
      });
      return [name.replaceAll("\\", "/"), `export default ${compiled as string};\n`];
    }),
  );
}
