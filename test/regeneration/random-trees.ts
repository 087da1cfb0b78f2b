import type { Config, EntityConfig, FieldConfig } from "data-api";
import fc from "fast-check";
import { withEntities } from "./case.js";

/** A configuration in a form that is easy to change at random. */
interface Draft {
  readonly entities: readonly DraftEntity[];
}

interface DraftEntity {
  readonly name: string;
  readonly renamedFrom?: string;
  readonly fields: readonly DraftField[];
  readonly isUuid: boolean;
  readonly roles: number;
  readonly text: number;
}

interface DraftField {
  readonly name: string;
  readonly kind: number;
  readonly renamedFrom?: string;
}

const entityNames = ["blogpost", "tag", "comment"];
const fieldNames = ["title", "content", "views", "price", "state", "author"];

const fields: readonly FieldConfig[] = [
  { type: "string", isEditable: true, isRequired: true },
  { type: "string", isEditable: true, isRequired: false, maxLength: 100 },
  { type: "int", isEditable: true, isRequired: false, description: "A number." },
  { type: "decimal", isEditable: false, isRequired: true, scale: 2 },
  { type: "string", isEditable: true, isRequired: true, values: ["draft", "published"], default: "draft" },
];

const field = fc.record({ name: fc.constantFrom(...fieldNames), kind: fc.nat(fields.length - 1) });
const entity = fc.record({
  name: fc.constantFrom(...entityNames),
  fields: fc.uniqueArray(field, { selector: ({ name }) => name, minLength: 1, maxLength: 4 }),
  isUuid: fc.boolean(),
  roles: fc.nat(2),
  text: fc.nat(2),
});

const drafts: fc.Arbitrary<Draft> = fc.record({
  entities: fc.uniqueArray(entity, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
});

type Change = (draft: Draft) => Draft;

function onEntity(at: number, change: (entity: DraftEntity) => DraftEntity): Change {
  return ({ entities }) => ({
    entities: entities.map((each, index) => (index === at % entities.length ? change(each) : each)),
  });
}

const at = fc.nat(5);

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(at, at, field).map(([place, index, added]) =>
    onEntity(place, (each) =>
      each.fields.some(({ name }) => name === added.name)
        ? {
            ...each,
            fields: each.fields.map((known) =>
              known.name === added.name ? { ...known, kind: added.kind } : known,
            ),
          }
        : { ...each, fields: each.fields.toSpliced(index % (each.fields.length + 1), 0, added) },
    ),
  ),
  fc
    .tuple(at, at)
    .map(([place, index]) =>
      onEntity(place, (each) =>
        each.fields.length === 1
          ? each
          : { ...each, fields: each.fields.toSpliced(index % each.fields.length, 1) },
      ),
    ),
  fc.tuple(at, at).map(([place, index]) =>
    onEntity(place, (each) => ({
      ...each,
      fields: each.fields.map((known, position) =>
        position === index % each.fields.length && known.renamedFrom === undefined
          ? { ...known, name: `${known.name}_new`, renamedFrom: known.name }
          : known,
      ),
    })),
  ),
  at.map((place) => onEntity(place, (each) => ({ ...each, isUuid: !each.isUuid }))),
  fc.tuple(at, fc.nat(2)).map(([place, roles]) => onEntity(place, (each) => ({ ...each, roles }))),
  fc.tuple(at, fc.nat(2)).map(([place, text]) => onEntity(place, (each) => ({ ...each, text }))),
  at.map((place) =>
    onEntity(place, (each) =>
      each.renamedFrom === undefined ? { ...each, name: `${each.name}_new`, renamedFrom: each.name } : each,
    ),
  ),
  entity.map(
    (added): Change =>
      ({ entities }) =>
        entities.some(({ name }) => name === added.name) && entities.length > 1
          ? { entities: entities.filter(({ name }) => name !== added.name) }
          : { entities: [...entities.filter(({ name }) => name !== added.name), added] },
  ),
);

/** A configuration and a later version of it. */
export interface History {
  readonly config: Config;
  readonly next: Config;
  readonly renames: boolean;
  /** The former names of entities, by their new names. */
  readonly renamed: ReadonlyMap<string, string>;
}

export const histories: fc.Arbitrary<History> = fc
  .tuple(drafts, fc.array(changes, { minLength: 1, maxLength: 4 }))
  .map(([draft, all]) => {
    const later = all.reduce((now, change) => change(now), draft);
    const [config, next] = [toConfig(draft), toConfig(later)];
    const renamed = new Map(
      Object.entries(next.entities).flatMap(([name, { renamedFrom }]) =>
        renamedFrom !== undefined && renamedFrom in config.entities ? [[name, renamedFrom] as const] : [],
      ),
    );
    const fieldsRenamed = later.entities.some((each) =>
      each.fields.some(({ renamedFrom }) => renamedFrom !== undefined),
    );
    return { config, next, renames: renamed.size > 0 || fieldsRenamed, renamed };
  });

function toConfig({ entities }: Draft): Config {
  const names = new Set(entities.map(({ name }) => name));
  return withEntities(Object.fromEntries(entities.map((each) => [each.name, toEntity(each, names)])));
}

function toEntity(
  { fields: all, isUuid, roles, text, renamedFrom: former }: DraftEntity,
  entityNamesNow: ReadonlySet<string>,
): EntityConfig {
  const names = new Set(all.map(({ name }) => name));
  return {
    ...(former !== undefined && !entityNamesNow.has(former) && { renamedFrom: former }),
    fields: Object.fromEntries(
      all.map(({ name, kind, renamedFrom }) => [
        name,
        {
          ...(fields[kind] as FieldConfig),
          ...(renamedFrom !== undefined && !names.has(renamedFrom) && { renamedFrom }),
        },
      ]),
    ),
    permissions: { read: ["guest"], create: [["guest"], ["editor"], ["editor", "admin"]][roles] ?? [] },
    ...(isUuid && { systemFields: { id: "uuid" as const } }),
    ...(text > 0 && { description: `Text ${text}.` }),
  };
}

/** A kind of manual edit: the places where it applies and the text that it writes. `mark` is a unique word. */
interface EditKind {
  readonly file: "schema" | "repository" | "routes";
  readonly place: RegExp;
  readonly write: (found: string, mark: string) => string;
}

const editKinds: readonly EditKind[] = [
  {
    file: "schema",
    place: /^ {2}\w+: field\..*,$/gm,
    write: (found, mark) => `${found}\n  ${mark}: z.string().optional(),`,
  },
  {
    file: "schema",
    place: /^ {2}\w+: field\..*(?=,$)/gm,
    write: (found, mark) => `${found}.describe("${mark}")`,
  },
  { file: "schema", place: /^ {2}\w+: .*[,;]$/gm, write: (found, mark) => `${found} // ${mark}` },
  {
    file: "schema",
    place: /^\}\)(?=;$)/gm,
    write: (found, mark) => `${found}.refine(() => true, "${mark}")`,
  },
  {
    file: "schema",
    place: /^export type .*;$/gm,
    write: (found, mark) => `${found}\nexport type ${mark} = string;`,
  },
  { file: "schema", place: /^ {2}\w+: .*;$/gm, write: (found, mark) => `  ${mark}?: string;\n${found}` },
  {
    file: "repository",
    place: / \{\}$/gm,
    write: (_found, mark) => ` {\n  ${mark}(): number {\n    return 1;\n  }\n}`,
  },
  {
    file: "repository",
    place: /^import .*;$/gm,
    write: (found, mark) => `${found}\nimport ${mark} from "node:os";`,
  },
  {
    file: "routes",
    place: /^ {4}(?:const|reply).*;$/gm,
    write: (found, mark) => `${found}\n    void "${mark}";`,
  },
  {
    file: "routes",
    place: /^ {2}\}\);$/gm,
    write: (found, mark) => `${found}\n\n  router.get("/${mark}", (_req, res) => {\n    res.end();\n  });`,
  },
  {
    file: "routes",
    place: /^ {2}router\.(?:put|patch).*;$/gm,
    write: (found, mark) => `// ${mark}\n${found}`,
  },
  { file: "routes", place: /^ {2}router\.(?:put|patch).*;\n/gm, write: () => "" },
  // The configuration changes these lines too.
  { file: "routes", place: /^ {4}const id = .*;$/gm, write: (found, mark) => `${found} // ${mark}` },
  {
    file: "schema",
    place: /^ {2}\w+: field\.\w+\((?=\W)/gm,
    write: (found, mark) => `${found}/* ${mark} */`,
  },
  {
    file: "routes",
    place: /^ {4}\S.*;$/gm,
    write: (found, mark) => `    if (req) {\n      void "${mark}";\n    }\n${found}`,
  },
  {
    file: "routes",
    place: /\bauthorize\(await identify\(req\)(?=,)/gm,
    write: (found, mark) => `${found} as Awaited<ReturnType<typeof identify>> & { ${mark}?: 1 }`,
  },
  {
    file: "schema",
    place: /^export type .*;$/gm,
    write: (found, mark) => `${found}\nexport const ${mark} = \`\n<<<<<<< HEAD\n>>>>>>> title\n\`;`,
  },
  // A name that is equal to a field's name, but does not refer to it.
  {
    file: "repository",
    place: / \{\}$/gm,
    write: (_found, mark) =>
      ` {\n  ${mark}(title: string): unknown {\n    return { title, state: { views: "price" } };\n  }\n}`,
  },
  {
    file: "routes",
    place: /^import .*;$/gm,
    write: (found, mark) => `${found}\n\nexport const ${mark} = 1;`,
  },
];

export interface RandomEdit {
  readonly kind: number;
  readonly entity: number;
  readonly place: number;
}

export const randomEdits: fc.Arbitrary<readonly RandomEdit[]> = fc.array(
  fc.record({ kind: fc.nat(editKinds.length - 1), entity: fc.nat(2), place: fc.nat(20) }),
  { minLength: 1, maxLength: 6 },
);

/** Changes of the format, which do not count as edits. */
export const looks = fc.constantFrom("plain", "crlf", "bom", "tabs");

/** Applies the edits to the tree, and counts how often each mark occurs in it. */
export function editTree(
  tree: Readonly<Record<string, string>>,
  edits: readonly RandomEdit[],
  look: "plain" | "crlf" | "bom" | "tabs",
): { readonly changed: Readonly<Record<string, string>>; readonly marks: readonly string[] } {
  const entities = [
    ...new Set(
      Object.keys(tree)
        .filter((file) => file.endsWith(".routes.ts"))
        .map((file) => file.split("/")[0] ?? ""),
    ),
  ];
  const changed: Record<string, string> = {};
  const marks: string[] = [];
  for (const [index, { kind, entity: which, place }] of edits.entries()) {
    const edit = editKinds[kind];
    const name = entities[which % entities.length];
    if (edit === undefined || name === undefined) continue;
    const file = `${name}/${name}.${edit.file}.ts`;
    const text = changed[file] ?? tree[file] ?? "";
    const found = [...text.matchAll(edit.place)];
    const spot = found[place % Math.max(1, found.length)];
    if (spot === undefined) continue;
    const mark = `mine${index}x`;
    const written = edit.write(spot[0], mark);
    if (written.includes(mark)) marks.push(mark);
    changed[file] = text.slice(0, spot.index) + written + text.slice(spot.index + spot[0].length);
  }
  const looking = {
    plain: (text: string) => text,
    crlf: (text: string) => text.replaceAll("\n", "\r\n"),
    bom: (text: string) => `\uFEFF${text}`,
    tabs: (text: string) => text.replaceAll(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2)),
  }[look];
  const all = Object.fromEntries(Object.entries(changed).map(([file, text]) => [file, looking(text)]));
  const kept = Object.values(all).join("\n");
  return { changed: all, marks: marks.filter((mark) => new RegExp(`\\b${mark}\\b`).test(kept)) };
}
