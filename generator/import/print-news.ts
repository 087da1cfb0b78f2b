import type { FormatOptions } from "../files/format.js";
import type { ChangedFields, News } from "./compare-import.js";
import { formatMembers, printEntities, printFields, printNotes } from "./print-entities.js";

/** The differences as lines for the configuration, with comments that say where they belong; may be "". */
export async function printNews({ entities, fields, others }: News, format: FormatOptions): Promise<string> {
  const sections = [
    entities.length === 0
      ? ""
      : printNotes(['New in the database, for "entities":']) +
        (await formatMembers(printEntities(entities), format)),
    ...(await Promise.all(fields.map((changed) => printChangedFields(changed, format)))),
    others.length === 0
      ? ""
      : printNotes(["Other differences between the database and the configuration:", ...others]).trimEnd(),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
}

async function printChangedFields(
  { entityName, added, changed }: ChangedFields,
  format: FormatOptions,
): Promise<string> {
  const sections = [
    { title: `New columns, for "fields" of "${entityName}":`, fields: added },
    { title: `Fields of "${entityName}" as the database has them now:`, fields: changed },
  ];
  const texts = sections
    .filter(({ fields }) => fields.length > 0)
    .map(
      async ({ title, fields }) => printNotes([title]) + (await formatMembers(printFields(fields), format)),
    );
  return (await Promise.all(texts)).join("\n\n");
}
