import { oneLine } from "../one-line.js";
import type { ImportSource } from "../import/import-source.js";

/** Reports what was written, and which parts of another tool's file are not carried over. */
export function report(source: ImportSource): string {
  const { entities, leftOut } = source.imported;
  const readOnly = entities.filter(({ options }) => options.isReadOnly === true).length;
  const fields = entities.flatMap((entity) => entity.fields);
  const columns = fields.filter(({ options }) => options === undefined).length;
  const parts = [
    `${entities.length} ${entities.length === 1 ? "entity" : "entities"}`,
    ...(readOnly === 0 ? [] : [`${readOnly} of them read-only`]),
    ...(leftOut.length === 0
      ? []
      : [`${leftOut.length} ${leftOut.length === 1 ? "table or view" : "tables or views"} left out`]),
    ...(columns === 0 ? [] : [`${columns} ${columns === 1 ? "column" : "columns"} left out`]),
  ];
  return [
    `${parts.join(", ")}.`,
    ...list(
      "Left out because they look like secrets; comments have the lines that add them:",
      source.isFile ? [] : secrets(source),
    ),
    ...list("Not carried over, or to be checked:", source.isFile ? allNotes(source) : []),
  ].join("\n\n");
}

function list(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [[title, ...lines.map((line) => `  ${oneLine(line)}`)].join("\n")];
}

/** `staff.password`. For a file, the notes list them. */
function secrets({ imported: { entities } }: ImportSource): readonly string[] {
  return entities.flatMap(({ name, fields }) =>
    fields.flatMap(({ column, isSecret }) => (isSecret === true ? [`${name}.${column}`] : [])),
  );
}

function allNotes({ notes, imported: { entities, leftOut } }: ImportSource): readonly string[] {
  return [
    ...notes,
    ...entities.flatMap((entity) =>
      [...entity.notes, ...entity.fields.flatMap((field) => field.notes)].map(
        (note) => `${entity.name}: ${note}`,
      ),
    ),
    ...leftOut,
  ];
}

/** @param file The configuration, if it has no project of its own. */
export function importedSteps(
  { variables, hasPermissions }: ImportSource,
  file: string | undefined,
  isPermitted: boolean,
): string {
  const isProject = file === undefined;
  const config = isProject ? "" : ` --config ${file}`;
  const steps = [
    ...variables.map(
      ({ name, meaning }) => [`set ${oneLine(name)}${isProject ? " in .env" : ""}`, meaning] as const,
    ),
    isPermitted
      ? ([
          "read the comments, and check the roles",
          hasPermissions ? "they are those of the file" : "every entity has the same",
        ] as const)
      : (["read the comments, and name roles", "no operation is permitted yet"] as const),
    ...(isProject
      ? ([
          ["npm install", "installs data-api, the driver of the database and TypeScript"],
          ["npm run dev", "serves it on http://localhost:1337, and again after each change"],
        ] as const)
      : ([
          [`npx data-api validate${config}`, "reports all mistakes"],
          [`npx data-api start${config}`, "serves it on http://localhost:1337"],
        ] as const)),
    [`npx data-api db pull${config}`, "shows later what has changed in the database"],
    [
      `npx data-api migrate baseline${config}`,
      'if you want to change its tables by migrations: then set "schema" to "migrations"',
    ],
  ] as const;
  const width = Math.max(...steps.map(([step]) => step.length));
  return ["Next:", ...steps.map(([step, meaning]) => `  ${step.padEnd(width)}  ${meaning}`)].join("\n");
}
