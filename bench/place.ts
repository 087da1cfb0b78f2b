import { fileURLToPath } from "node:url";

/** A path in `.bench`. This file runs as `.bench/bench/place.js`. */
export function place(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
