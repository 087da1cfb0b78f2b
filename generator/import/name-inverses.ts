import { indexKind } from "../../runtime/model/index-options.js";
import { reservedRelationNames } from "../../runtime/config/rules/inverse-names.js";
import { sameNames } from "../../runtime/database/schema/stored/find-stored.js";
import { chooseNames } from "./choose-names.js";
import { keyOfColumns, type ImportedEntity } from "./imported.js";
import { bareName } from "./import-foreign-keys.js";
import { memberNames } from "./member-names.js";

/** A foreign key of an entity, of one field or of several. */
interface Reference {
  readonly entity: ImportedEntity;
  readonly fields: readonly string[];
  readonly targetEntityName: string;
}

type NamedReference = readonly [reference: Reference, inverseName: string];

/** Names the inverse relations of foreign keys. */
export function nameInverses(entities: readonly ImportedEntity[]): readonly ImportedEntity[] {
  const references = entities.flatMap(referencesOf);
  const names = new Map<ImportedEntity, Map<string, string>>();
  for (const target of entities) {
    const own = references.filter(({ targetEntityName }) => targetEntityName === target.name);
    for (const [{ entity, fields }, name] of namesAt(target, own))
      names.set(entity, (names.get(entity) ?? new Map<string, string>()).set(keyOfColumns(fields), name));
  }
  return entities.map((entity) => withInverses(entity, names.get(entity) ?? new Map<string, string>()));
}

function referencesOf(entity: ImportedEntity): readonly Reference[] {
  return [
    ...entity.fields.flatMap(({ name, options }) =>
      options?.foreignKey ? [{ ...options.foreignKey, entity, fields: [name] }] : [],
    ),
    ...(entity.options.foreignKeys ?? []).map((foreignKey) => ({ ...foreignKey, entity })),
  ];
}

/** The names at one target: from the configuration, from another tool's file, and generated ones. */
function namesAt(target: ImportedEntity, references: readonly Reference[]): readonly NamedReference[] {
  const [kept, hinted]: [NamedReference[], NamedReference[]] = [[], []];
  const made: Reference[] = [];
  for (const each of references) {
    const { entity, fields } = each;
    const known = entity.configured?.foreignKeys.find((key) =>
      sameNames(
        key.fields.map(({ name }) => name),
        fields,
      ),
    );
    const hint = entity.table.hints?.inverseNames?.get(keyOfColumns(columnsOf(entity, fields)));
    if (known?.inverseName !== undefined) kept.push([each, known.inverseName]);
    else if (known === undefined && hint !== undefined) hinted.push([each, hint]);
    else if (known === undefined) made.push(each);
  }
  const { configured } = target;
  const configuredMembers =
    configured === undefined ? [] : [...configured.fields, ...configured.links, ...configured.relations];
  const taken = [
    ...reservedRelationNames,
    ...memberNames(target),
    ...configuredMembers.map(({ name }) => name),
  ];
  const first = withFreeNames(hinted, taken);
  const others = [...taken, ...first.map(([, name]) => name)];
  const last = made.map((each): NamedReference => [each, makeName(each, made, others)]);
  return [...kept, ...first, ...withFreeNames(last, others)];
}

function withFreeNames(
  wanted: readonly NamedReference[],
  taken: readonly string[],
): readonly NamedReference[] {
  const names = chooseNames(
    wanted.map(([, name]) => name),
    "field",
    taken,
  );
  return wanted.map(([reference, name], index) => [reference, names[index] ?? name]);
}

/** `comments`; `comments_author` if the entity has several keys to the target, or the name is taken. */
function makeName(reference: Reference, all: readonly Reference[], taken: readonly string[]): string {
  const { entity, fields } = reference;
  const name = findsOne(reference) ? entity.name : plural(entity.name);
  const isTaken = taken.some((other) => other.toLowerCase() === name.toLowerCase());
  const isOnly = all.every((each) => each === reference || each.entity !== entity);
  return isOnly && !isTaken ? name : `${name}_${bareName(fields) ?? fields.join("_")}`;
}

/** Whether at most one record refers to another: a field of the key is unique, or it is the primary key. */
function findsOne({ entity, fields }: Reference): boolean {
  const hasUnique = entity.fields.some(
    ({ name, options }) => fields.includes(name) && indexKind(options ?? {}) === "unique",
  );
  const keys = entity.keys.map(({ column }) => column.name);
  return hasUnique || (keys.length > 0 && keys.every((key) => columnsOf(entity, fields).includes(key)));
}

/** The columns of fields, in their order. */
function columnsOf(entity: ImportedEntity, fields: readonly string[]): readonly string[] {
  return fields.flatMap((name) => entity.fields.find((field) => field.name === name)?.column ?? []);
}

/** `category` → `categories`, `Box` → `Boxes`. A name that ends in a single `s` counts as a plural. */
export function plural(name: string): string {
  const isShouted = name === name.toUpperCase() && name !== name.toLowerCase();
  const end = (letters: string) => (isShouted ? letters.toUpperCase() : letters);
  if (/[^aeiou]y$/i.test(name)) return name.slice(0, -1) + end("ies");
  if (/(?:ss|x|z|ch|sh)$/i.test(name)) return name + end("es");
  return /s$/i.test(name) ? name : name + end("s");
}

function withInverses(entity: ImportedEntity, names: ReadonlyMap<string, string>): ImportedEntity {
  if (names.size === 0) return entity;
  const { foreignKeys } = entity.options;
  const inverse = (fields: readonly string[]) => {
    const inverseName = names.get(keyOfColumns(fields));
    return inverseName === undefined ? {} : { inverseName };
  };
  return {
    ...entity,
    options: {
      ...entity.options,
      ...(foreignKeys !== undefined && {
        foreignKeys: foreignKeys.map((each) => ({ ...each, ...inverse(each.fields) })),
      }),
    },
    fields: entity.fields.map((field) => {
      const { name, options } = field;
      if (!options?.foreignKey) return field;
      return { ...field, options: { ...options, foreignKey: { ...options.foreignKey, ...inverse([name]) } } };
    }),
  };
}
