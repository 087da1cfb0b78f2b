import { readFileSync } from "node:fs";

/** The version of the package. */
export function version(): string {
  // `package.json` is one level above the sources, and two above the built code.
  for (const place of ["../package.json", "../../package.json"]) {
    try {
      return (JSON.parse(readFileSync(new URL(place, import.meta.url), "utf8")) as { version: string })
        .version;
    } catch {
      continue;
    }
  }
  throw new Error("The package has no package.json.");
}
