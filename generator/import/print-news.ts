import type { FormatOptions } from "../files/format.js";
import type { News } from "./compare-import.js";
import { formatMembers, printEntities, printFields, printNotes } from "./print-entities.js";

/** The differences as lines for the configuration, with comments that say where they belong; may be "". */
export async function printNews({ entities, fields, others }: News, format: FormatOptions): Promise<string> {
  const sections = [
    { title: 'New in the database, for "entities":', members: printEntities(entities) },
    ...fields.flatMap(({ entityName, added, changed }) => [
      { title: `New columns, for "fields" of "${entityName}":`, members: printFields(added) },
      { title: `Fields of "${entityName}" as the database has them now:`, members: printFields(changed) },
    ]),
  ];
  const texts = sections
    .filter(({ members }) => members !== "")
    .map(async ({ title, members }) => printNotes([title]) + (await formatMembers(members, format)));
  const notes = ["Other differences between the database and the configuration:", ...others];
  return [...(await Promise.all(texts)), ...(others.length === 0 ? [] : [printNotes(notes).trimEnd()])].join(
    "\n\n",
  );
}
