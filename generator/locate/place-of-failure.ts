import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ts } from "ts-morph";
import { JsonError } from "../config/json-error.js";
import { SourceFiles } from "./source-files.js";
import { toSourcePlace, type SourcePlace } from "./source-place.js";

/**
 * The place where a configuration file failed to load: a syntax error, or the line that threw, also in a file that it
 * imports from its own folder or below. `undefined` if neither is known.
 */
export function placeOfFailure(error: unknown, file: string): SourcePlace | undefined {
  const files = new SourceFiles();
  const source = files.at(file);
  if (source === undefined) return undefined;
  if (error instanceof JsonError) return toSourcePlace(source, error.position, source.text.length);
  // Node.js reports a syntax error in a module without its place.
  const syntax = syntaxError(source);
  if (syntax !== undefined) return syntax;
  for (const { file: thrower, line } of placesIn(error)) {
    const isOwn = !path.relative(path.dirname(file), thrower).startsWith("..");
    const own = isOwn && !thrower.includes("node_modules") ? files.at(thrower) : undefined;
    const place = own && placeOfLine(own, line);
    if (place !== undefined) return place;
  }
  return undefined;
}

function syntaxError(source: ts.SourceFile): SourcePlace | undefined {
  // The public API exposes parse errors only through a Program, which would read the disk.
  const { parseDiagnostics } = source as unknown as {
    parseDiagnostics: readonly ts.DiagnosticWithLocation[];
  };
  const [first] = parseDiagnostics;
  return first && toSourcePlace(source, first.start, first.start + first.length);
}

/** The lines that an error and its stack name, the innermost first. */
function placesIn(error: unknown): readonly { readonly file: string; readonly line: number }[] {
  if (!(error instanceof Error)) return [];
  const places = (error.stack ?? "").matchAll(
    /(?<file>file:\/\/\S+?|(?:[A-Za-z]:)?[\\/][^\n():]+):(?<line>\d+)/g,
  );
  return Array.from(places, ({ groups: { file = "", line = "" } = {} }) => ({
    file: file.startsWith("file://") ? fileURLToPath(file) : file,
    line: Number(line),
  }));
}

/** The whole line: stripping types keeps lines, but not columns. */
function placeOfLine(source: ts.SourceFile, line: number): SourcePlace | undefined {
  const starts = source.getLineStarts();
  const start = starts[line - 1];
  if (start === undefined) return undefined;
  const text = source.text.slice(start, starts[line]);
  return toSourcePlace(source, start + text.length - text.trimStart().length, start + text.trimEnd().length);
}
