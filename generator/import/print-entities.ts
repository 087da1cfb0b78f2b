import { formatCode } from "../format.js";
import { oneLine } from "../one-line.js";
import type { ImportedEntity, ImportedField } from "./imported.js";

/** The entities as members of "entities". They are to be formatted. */
export function printEntities(entities: readonly ImportedEntity[]): string {
  return entities.map(printEntity).join("\n");
}

function printEntity({ name, notes, options, fields }: ImportedEntity): string {
  const { permissions, ...first } = options;
  return `${printNotes(notes)}${JSON.stringify(name)}: {
    ${printMembers(first)}
    "fields": {
      ${printFields(fields)}
    },
    ${printMembers({ permissions })}
  },`;
}

/** The fields as members of "fields". They are to be formatted. */
export function printFields(fields: readonly ImportedField[]): string {
  return fields
    .map(({ name, notes, options }) =>
      options === undefined
        ? printNotes(notes)
        : `${printNotes(notes)}${JSON.stringify(name)}: ${JSON.stringify(options)},`,
    )
    .join("\n");
}

/** Each option on a line of its own. */
function printMembers(options: object): string {
  return Object.entries(options)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)},`)
    .join("\n");
}

export function printNotes(notes: readonly string[]): string {
  return notes.map((note) => `// ${oneLine(note)}\n`).join("");
}

/** Members of an object, formatted as they stand on the top level of a file. */
export async function formatMembers(members: string): Promise<string> {
  const whole = await formatCode(`export default {\n${members}\n};`);
  return whole
    .split("\n")
    .slice(1, -2)
    .map((line) => line.replace(/^ {2}/, ""))
    .join("\n");
}
