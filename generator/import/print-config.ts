import type { DatabaseConfig } from "../../runtime/config/config.js";
import { formatCode, type FormatOptions } from "../format.js";
import type { Imported } from "./imported.js";
import { printEntities, printNotes } from "./print-entities.js";

/** The environment variable that holds the password. The password itself is never written to a file. */
export const PASSWORD_VARIABLE = "DB_PASSWORD";

const introduction = (isPermitted: boolean) => [
  `Written by "data-api init" from the database. It is yours to edit; "data-api db pull" shows what changes there.`,
  isPermitted
    ? `Every entity has the "permissions" of the command: check them. Without users every caller is "guest".`
    : `Nobody may do anything yet: name roles in "permissions". Without users every caller is "guest".`,
  "What has no entity and no field is never read: take out what nobody should see.",
];

/** The text of a configuration file. */
export function printConfig(
  { entities, leftOut }: Imported,
  database: DatabaseConfig,
  format: FormatOptions,
): Promise<string> {
  const { password, ...open } = database;
  const isPermitted = entities.some(({ options: { permissions } }) =>
    Object.values(permissions).some((roles) => (roles ?? []).length > 0),
  );
  return formatCode(
    `import { defineConfig } from "data-api";

${printNotes(introduction(isPermitted))}export default defineConfig({
  database: {
    ${[
      ...Object.entries(open).map(([key, value]) => `${key}: ${JSON.stringify(value)},`),
      ...(password === undefined ? [] : [`password: process.env.${PASSWORD_VARIABLE},`]),
    ].join("\n")}
    // The server changes no tables: it only checks that they are as described here.
    schema: "verify",
  },
  entities: {
    ${printEntities(entities)}${printNotes(leftOut)}},
});
`,
    format,
  );
}
