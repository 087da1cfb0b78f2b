import { readFileSync } from "node:fs";

interface OwnPackage {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export function version(): string {
  return ownPackage().version;
}

/** The versions of a driver that data-api works with, as a range. */
export function rangeOf(driver: string): string {
  return ownPackage().peerDependencies[driver] ?? "*";
}

function ownPackage(): OwnPackage {
  // `package.json` is one level above the sources, and two above the built code.
  for (const place of ["../package.json", "../../package.json"]) {
    try {
      return JSON.parse(readFileSync(new URL(place, import.meta.url), "utf8")) as OwnPackage;
    } catch {
      continue;
    }
  }
  throw new Error("The package has no package.json.");
}
