import path from "node:path";

/** A path for messages: relative to the working directory, if it is below it. */
export function shorten(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith("..") ? file : relative;
}
