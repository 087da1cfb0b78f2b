/** A name in brackets, after those of what it is part of. */
export function bracketed(...names: readonly (string | undefined)[]): string {
  return names
    .filter((name) => name !== undefined)
    .map((name) => `[${name.replaceAll("]", "]]")}]`)
    .join(".");
}
