import { CommandError } from "../../command-error.js";
import { oneLine, quoted } from "../../one-line.js";

/** A place in a schema file. Lines and columns count from 1. */
export interface TokenPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface PrismaToken extends TokenPlace {
  readonly kind: "name" | "text" | "number" | "mark" | "comment" | "end";
  /** As written; for a text its value, for a comment the part after `///`. */
  readonly text: string;
}

/** The parts of a schema. The alternatives differ in their first character, so the time is linear. */
const PART = new RegExp(
  [
    String.raw`(?<blank>[^\S\n]+|\n|\uFEFF)`,
    String.raw`\/\/\/(?<comment>[^\n]*)`,
    String.raw`(?<ignored>\/\/[^\n]*|\/\*[^]*?\*\/)`,
    String.raw`(?<name>[A-Za-z][A-Za-z0-9_-]*)`,
    String.raw`(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)`,
    String.raw`"(?<text>[^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"`,
    String.raw`(?<mark>@@|[@{}()[\],:=?.!])`,
  ].join("|"),
  "y",
);

/** The tokens of a schema file, with its `///` comments, and an end. @throws {CommandError} */
export function readPrismaTokens(file: string, source: string): readonly PrismaToken[] {
  const tokens: PrismaToken[] = [];
  let [line, lineStart, index] = [1, 0, 0];
  while (index < source.length) {
    const place = { file, line, column: index - lineStart + 1 };
    PART.lastIndex = index;
    const found = PART.exec(source);
    if (found === null) throw unexpected(source.slice(index, index + 20), place);
    const [whole] = found;
    const { name, number, text, mark, comment } = found.groups ?? {};
    if (name !== undefined) tokens.push({ kind: "name", text: name, ...place });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, ...place });
    else if (text !== undefined) tokens.push({ kind: "text", text: unescaped(text, place), ...place });
    else if (mark !== undefined) tokens.push({ kind: "mark", text: mark, ...place });
    else if (comment !== undefined) tokens.push({ kind: "comment", text: comment.trim(), ...place });
    for (let end = whole.indexOf("\n"); end !== -1; end = whole.indexOf("\n", end + 1)) {
      line++;
      lineStart = index + end + 1;
    }
    index += whole.length;
  }
  tokens.push({ kind: "end", text: "", file, line, column: index - lineStart + 1 });
  return tokens;
}

function unexpected(rest: string, place: TokenPlace): CommandError {
  if (rest.startsWith('"')) return mistakeAt(place, `this text has no closing " on its line.`);
  if (rest.startsWith("/*")) return mistakeAt(place, "this comment has no end; expected */.");
  const [character = ""] = rest;
  return mistakeAt(place, `found ${quoted(character)}, which is not expected in a Prisma schema.`);
}

function unescaped(text: string, place: TokenPlace): string {
  try {
    return JSON.parse(`"${text.replaceAll("\t", "\\t").replaceAll("\\'", "'")}"`) as string;
  } catch {
    throw mistakeAt(place, `this text has an unknown escape; known are \\" \\\\ \\n \\r \\t \\u0000.`);
  }
}

/** A mistake in the schema, with its place. */
export function mistakeAt({ file, line, column }: TokenPlace, message: string): CommandError {
  return new CommandError(`${oneLine(file)}, line ${line}, column ${column}: ${message}`);
}
