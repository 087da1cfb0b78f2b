import { formatCode } from "../format.js";
import { oneLine } from "../one-line.js";
import type { ImportedEntity, ImportedField } from "./imported.js";

/** A configuration is read as a table: a field a line, as long as the screen. */
export const configFormat = { printWidth: 110 } as const;

/** The entities as members of "entities". They are to be formatted. */
export function printEntities(entities: readonly ImportedEntity[]): string {
  return entities.map(printEntity).join("");
}

function printEntity({ name, notes, options, fields }: ImportedEntity): string {
  const { permissions, ...first } = options;
  return `${printNotes(notes)}${JSON.stringify(name)}: {
    ${printMembers(first)}
    "fields": {
      ${printFields(fields)}},
    ${printMembers({ permissions })}
  },
`;
}

/** The fields as members of "fields". They are to be formatted. */
export function printFields(fields: readonly ImportedField[]): string {
  return fields.map(printField).join("");
}

function printField({ name, notes, options }: ImportedField): string {
  const member =
    options === undefined ? "" : `${JSON.stringify(name)}: ${oneLine(JSON.stringify(options))},\n`;
  return printNotes(notes) + member;
}

/** Each option on a line of its own. */
function printMembers(options: object): string {
  return Object.entries(options)
    .map(([key, value]) => `${JSON.stringify(key)}: ${oneLine(JSON.stringify(value))},`)
    .join("\n");
}

/** The most characters of a line of a comment, which is not formatted with the rest. */
const WIDTH = 100;

/** Sentences as comments, each on lines of its own. */
export function printNotes(notes: readonly string[]): string {
  const lines = notes.flatMap((note) =>
    Array.from(oneLine(note).matchAll(LINE), ([, line = ""]) => `// ${line}\n`),
  );
  return lines.join("");
}

const LINE = new RegExp(`(.{1,${WIDTH}}|\\S+)(?:\\s+|$)`, "gu");

/** Members of an object, formatted as they stand on the top level of a file. */
export async function formatMembers(members: string): Promise<string> {
  const whole = await formatCode(`export default {\n${members}\n};`, configFormat);
  return whole
    .split("\n")
    .slice(1, -2)
    .map((line) => line.replace(/^ {2}/, ""))
    .join("\n");
}
