import type { Config, EntityConfig, FieldConfig } from "data-api";
import { field, plain, to } from "../conformance/fields.js";

type Entities = Config["entities"];

/** A random number below a bound, from a repeatable sequence. */
export type Below = (bound: number) => number;

/** mulberry32 */
export function randomOf(seed: number): Below {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

const entityNames = ["item", "thing", "Place", "order", "note", "a_b"];
const fieldNames = ["title", "Amount", "state", "owner", "group", "b_c", "c", "seen_at", "tags", "more"];
const enumValues = ["a", "b", "it's", "ü", "d"];

/** The next configuration, with one to four changes. */
export function changeEntities(before: Entities, below: Below): Entities {
  let entities = withoutRenames(before);
  const changes = 1 + below(4);
  // Each name is renamed once at most: a second rename would need a migration in between.
  const renamed = new Set<string>();
  for (let count = 0; count < changes; count++) entities = changeOnce(entities, renamed, below);
  return entities;
}

function withoutRenames(entities: Entities): Entities {
  return mapValues(entities, (entity) => ({
    ...without(entity, "renamedFrom"),
    fields: mapValues(entity.fields, (each) => without(each, "renamedFrom")),
  }));
}

function changeOnce(entities: Entities, renamed: Set<string>, below: Below): Entities {
  const names = Object.keys(entities);
  const name = pick(names, below);
  const entity = name === undefined ? undefined : entities[name];
  const kind = below(10);
  if (name === undefined || entity === undefined || (kind === 0 && names.length < 4))
    return addEntity(entities, renamed, below);
  if (kind === 1 && names.length > 2) return removeEntity(entities, name);
  if (kind === 2 && !renamed.has(name)) return renameEntity(entities, name, renamed, below);
  if (kind === 3) return renameField(entities, name, renamed, below);
  if (kind === 4) return removeField(entities, name, below);
  if (kind < 7) return addField(entities, name, renamed, below);
  return changeField(entities, name, below);
}

function addEntity(entities: Entities, renamed: Set<string>, below: Below): Entities {
  const name = pick(freeNames(entityNames, entities, renamed), below);
  if (name === undefined) return entities;
  let next: Entities = { ...entities, [name]: plain({ title: field("string", { maxLength: 30 }) }) };
  for (let count = below(4); count > 0; count--) next = addField(next, name, renamed, below);
  return next;
}

function removeEntity(entities: Entities, removed: string): Entities {
  return mapValues(without(entities, removed), (entity) => ({
    ...entity,
    fields: Object.fromEntries(
      Object.entries(entity.fields).filter(([, { foreignKey }]) => foreignKey?.targetEntityName !== removed),
    ),
  }));
}

function renameEntity(entities: Entities, from: string, renamed: Set<string>, below: Below): Entities {
  const isCase = below(4) === 0;
  const other = from === from.toLowerCase() ? from.toUpperCase() : from.toLowerCase();
  const to = isCase ? other : pick(freeNames(entityNames, entities, renamed), below);
  if (to === undefined || entities[from]?.renamedFrom !== undefined) return entities;
  renamed.add(from).add(to);
  const target = (each: FieldConfig): FieldConfig =>
    each.foreignKey?.targetEntityName === from
      ? { ...each, foreignKey: { ...each.foreignKey, targetEntityName: to } }
      : each;
  return Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => [
      name === from ? to : name,
      {
        ...entity,
        fields: mapValues(entity.fields, target),
        ...(name === from && { renamedFrom: from }),
      },
    ]),
  );
}

function renameField(entities: Entities, owner: string, renamed: Set<string>, below: Below): Entities {
  const fields = entities[owner]?.fields ?? {};
  const from = pick(Object.keys(fields), below);
  const to = pick(freeNames(fieldNames, fields, renamed), below);
  if (from === undefined || to === undefined || fields[from]?.renamedFrom !== undefined) return entities;
  if (renamed.has(`${owner}.${from}`)) return entities;
  renamed.add(from).add(to);
  return withFields(
    entities,
    owner,
    Object.fromEntries(
      Object.entries(fields).map(([name, each]) =>
        name === from ? [to, { ...each, renamedFrom: from }] : [name, each],
      ),
    ),
  );
}

function removeField(entities: Entities, owner: string, below: Below): Entities {
  const fields = entities[owner]?.fields ?? {};
  const name = pick(Object.keys(fields), below);
  if (name === undefined || Object.keys(fields).length < 2) return entities;
  return withFields(entities, owner, without(fields, name));
}

function addField(entities: Entities, owner: string, renamed: Set<string>, below: Below): Entities {
  const fields = entities[owner]?.fields ?? {};
  const name = pick(freeNames(fieldNames, fields, renamed), below);
  if (name === undefined) return entities;
  renamed.add(`${owner}.${name}`);
  return withFields(entities, owner, { ...fields, [name]: randomField(entities, below) });
}

/** The types, each with a default value. */
const types: readonly (readonly [FieldConfig, NonNullable<FieldConfig["default"]>])[] = [
  [field("string", { maxLength: 30 }), `it's "x"`],
  [field("string", { maxLength: 100 }), ""],
  [field("text"), "long"],
  [field("int"), 7],
  [field("bigint"), "9007199254740993"],
  [field("decimal", { precision: 20, scale: 3 }), "1.5"],
  [field("float"), 0.5],
  [field("boolean"), true],
  [field("date"), "2024-02-29"],
  [field("datetime"), "2024-02-29T12:00:00Z"],
  [field("uuid"), "123e4567-e89b-42d3-a456-426614174000"],
  [field("json"), { a: [1] }],
  [field("bytes", { maxLength: 20 }), "AP8="],
  [field("list", { of: "string" }), ["x"]],
];
const indexed = new Set<FieldConfig["type"]>([
  "string",
  "int",
  "bigint",
  "decimal",
  "date",
  "datetime",
  "uuid",
  "enum",
]);

function randomField(entities: Entities, below: Below): FieldConfig {
  const target = pick(Object.keys(entities), below);
  const kind = below(6);
  if (kind === 0 && target !== undefined)
    return to(target, `to_${below(1_000_000)}`, "int", { isIndexed: below(2) === 0 });
  if (kind === 1 && target !== undefined)
    return field("int", {
      foreignKey: {
        targetEntityName: target,
        resolvedEntityName: `all_${below(1_000_000)}`,
        isManyToMany: true,
      },
    });
  if (kind === 2) {
    const values = enumValues.filter(() => below(2) === 0);
    const listed = values.length === 0 ? ["a"] : values;
    return withDefault(field("enum", { values: listed }), listed[0] ?? "a", below);
  }
  const [type, value] = types[below(types.length)] ?? [field("int"), 1];
  const index = indexed.has(type.type) ? below(4) : 0;
  const isUnique = index === 1;
  return withDefault(
    { ...type, ...(isUnique && { isUnique }), ...(index === 2 && { isIndexed: true }) },
    isUnique ? undefined : value,
    below,
  );
}

function withDefault(given: FieldConfig, value: FieldConfig["default"], below: Below): FieldConfig {
  const isRequired = given.isUnique !== true && below(3) === 0;
  const hasDefault = value !== undefined && below(2) === 0;
  return { ...given, isRequired, ...(hasDefault && { default: value }) };
}

function changeField(entities: Entities, owner: string, below: Below): Entities {
  const fields = entities[owner]?.fields ?? {};
  const name = pick(Object.keys(fields), below);
  const former = name === undefined ? undefined : fields[name];
  if (name === undefined || former?.foreignKey?.isManyToMany === true || former === undefined)
    return entities;
  return withFields(entities, owner, { ...fields, [name]: changed(former, below) });
}

function changed(former: FieldConfig, below: Below): FieldConfig {
  const { type, default: value, foreignKey, ...rest } = former;
  if (foreignKey !== undefined && foreignKey !== null)
    return below(2) === 0 ? { ...former, isIndexed: former.isIndexed !== true } : { type, ...rest };
  switch (below(6)) {
    case 0:
      return indexed.has(type) && former.isUnique !== true
        ? { ...former, isIndexed: former.isIndexed !== true }
        : former;
    case 1:
      return former.isUnique === true ? { ...former, isUnique: false } : former;
    case 2:
      // Without a default, rows may have null.
      return former.isRequired || value !== undefined
        ? { ...former, isRequired: !former.isRequired }
        : former;
    case 3: {
      if (former.isUnique === true) return former;
      const own = type === "enum" ? former.values?.[0] : types.find(([each]) => each.type === type)?.[1];
      return value === undefined && own !== undefined ? { ...former, default: own } : { ...rest, type };
    }
    default:
      return retyped(former, below);
  }
}

/** The field with a type that can hold its values. */
function retyped(former: FieldConfig, below: Below): FieldConfig {
  const { default: value, ...rest } = former;
  const size = { maxLength: former.maxLength };
  switch (former.type) {
    case "int":
      return below(2) === 0
        ? { ...rest, type: "bigint", ...(value !== undefined && { default: JSON.stringify(value) }) }
        : { ...rest, type: "decimal", precision: 20, scale: 3 };
    case "string":
      return (size.maxLength ?? 0) < 4000 &&
        former.isUnique !== true &&
        former.isIndexed !== true &&
        below(2) === 0
        ? { ...former, type: "text", maxLength: undefined }
        : { ...former, maxLength: (size.maxLength ?? 30) + 1 + below(60) };
    case "enum": {
      const missing = enumValues.filter((each) => !(former.values ?? []).includes(each));
      const added = pick(missing, below);
      const values = [...(former.values ?? [])];
      if (added !== undefined) values.splice(below(values.length + 1), 0, added);
      else values.reverse();
      return { ...former, values };
    }
    case "date":
    default:
      return former;
  }
}

function withFields(entities: Entities, owner: string, fields: EntityConfig["fields"]): Entities {
  const entity = entities[owner];
  return entity === undefined ? entities : { ...entities, [owner]: { ...entity, fields } };
}

/** Names that are free regardless of case, and that were not renamed since the last migration. */
function freeNames(names: readonly string[], taken: object, renamed: ReadonlySet<string>): readonly string[] {
  const lower = new Set(Object.keys(taken).map((each) => each.toLowerCase()));
  return names.filter((each) => !lower.has(each.toLowerCase()) && !renamed.has(each));
}

function pick<T>(all: readonly T[], below: Below): T | undefined {
  return all[below(Math.max(1, all.length))];
}

function without<T extends object, K extends string>(given: T, member: K): Omit<T, K> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== member)) as Omit<T, K>;
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
