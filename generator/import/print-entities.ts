import { formatCode, type FormatOptions } from "../files/format.js";
import { oneLine } from "../one-line.js";
import { toCode, type Code } from "./import-source.js";
import type { ImportedEntity, ImportedField } from "./imported.js";

/** A part of the configuration. */
export type PrintedMember<Options> = Pick<ImportedField, "name" | "notes"> & {
  readonly options: Options | undefined;
};

/** The entities as unformatted members of "entities". */
export function printEntities(entities: readonly ImportedEntity[]): string {
  return entities.map(printEntity).join("");
}

function printEntity({ name, notes, options, fields }: ImportedEntity): string {
  const { permissions, foreignKeys, ...first } = options;
  return `${printNotes(notes)}${JSON.stringify(name)}: {
    ${printOptions(first)}"fields": {
      ${printFields(fields)}},
    ${printOptions({ ...(foreignKeys !== undefined && { foreignKeys }), permissions })}},
`;
}

/** The fields as unformatted members of "fields". */
export function printFields(fields: readonly ImportedField[]): string {
  return fields.map(printField).join("");
}

/** A member of the configuration with its comments; only these if it is left out. */
export function printField({ name, notes, options }: PrintedMember<object>): string {
  return printNotes(notes) + (options === undefined ? "" : printOptions({ [name]: options }));
}

function printOptions(options: object): string {
  return printMembers(Object.entries(options).map(([name, value]) => [name, toCode(value)]));
}

/** The members of an object, each on a line. */
export function printMembers(members: Iterable<readonly [name: string, code: Code]>): string {
  return Array.from(members, ([name, code]) => `${JSON.stringify(name)}: ${code},\n`).join("");
}

/** The maximum length of a comment line. Prettier does not wrap comments. */
const WIDTH = 100;

/** The sentences as comments, each starting on a new line. */
export function printNotes(notes: readonly string[]): string {
  const lines = notes.flatMap((note) =>
    // A line that begins like a compiler directive would be one.
    Array.from(oneLine(note).matchAll(LINE), ([, line = ""]) => `// ${line.replace(/^@ts-/, "\\$&")}\n`),
  );
  return lines.join("");
}

const LINE = new RegExp(`(.{1,${WIDTH}}|\\S+)(?:\\s+|$)`, "gu");

/** Formats members of an object as if they were at the top level of a file. */
export async function formatMembers(members: string, format: FormatOptions): Promise<string> {
  const whole = await formatCode(`export default {\n${members}\n};`, { ...format, objectWrap: "preserve" });
  const lines = whole.split("\n").slice(1, -2);
  const [indentation = ""] = /^\s*/.exec(lines[0] ?? "") ?? [];
  return lines
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
    .join("\n");
}
