import { formatCode, type FormatOptions } from "../files/format.js";
import type { ImportSource } from "./import-source.js";
import { printEntities, printMembers, printNotes } from "./print-entities.js";

const introduction = ({ origin, hasPermissions }: ImportSource, isPermitted: boolean) => [
  `Written by "data-api init" from ${origin}. It is yours to edit; "data-api db pull" shows what changes there.`,
  hasPermissions
    ? `The "permissions" are those of the file, as far as they have a counterpart: check them.`
    : isPermitted
      ? `Every entity has the "permissions" of the command: check them. Without users every caller is "guest".`
      : `No operation is permitted yet: name roles in "permissions". Without users every caller is "guest".`,
  `"systemFields" keep the tables as they are: without "ownerid: false", "auth" gives records an owner.`,
  "Only the tables and columns that are listed here are read: remove what no caller should see.",
];

/** The text of a configuration file. */
export function printConfig(source: ImportSource, format: FormatOptions): Promise<string> {
  const { imported, database, options, notes } = source;
  const isPermitted = imported.entities.some(({ options: { permissions } }) =>
    Object.values(permissions).some((roles) => (roles ?? []).length > 0),
  );
  const others = {
    openapi: "{ page: true }",
    admin: `process.env["NODE_ENV"] !== "production"`,
    ...options,
  };
  return formatCode(
    `import { defineConfig } from "data-api";

${printNotes([...introduction(source, isPermitted), ...notes])}export default defineConfig({
  database: {
    ${printMembers(Object.entries(database))}// The server changes no tables: it only checks that they are as described here.
    schema: "verify",
  },
  ${printMembers(Object.entries(others))}entities: {
    ${printEntities(imported.entities)}${printNotes(imported.leftOut)}},
});
`,
    format,
  );
}
