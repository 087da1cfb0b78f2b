import type { ChangedFields, News } from "./compare-import.js";
import { formatMembers, printEntities, printFields, printNotes } from "./print-entities.js";

/** What is new as the lines of a configuration, with comments that say where they belong; "" if nothing is. */
export async function printNews({ entities, fields, others }: News): Promise<string> {
  const sections = [
    entities.length === 0
      ? ""
      : printNotes(['New in the database, for "entities":']) + (await formatMembers(printEntities(entities))),
    ...(await Promise.all(fields.map(printChangedFields))),
    others.length === 0
      ? ""
      : printNotes(["What else the database has otherwise than the configuration:", ...others]).trimEnd(),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
}

async function printChangedFields({ entityName, added, changed }: ChangedFields): Promise<string> {
  const sections = [
    { title: `New columns, for "fields" of "${entityName}":`, fields: added },
    { title: `Fields of "${entityName}" as the database has them now:`, fields: changed },
  ];
  const texts = sections
    .filter(({ fields }) => fields.length > 0)
    .map(async ({ title, fields }) => printNotes([title]) + (await formatMembers(printFields(fields))));
  return (await Promise.all(texts)).join("\n\n");
}
