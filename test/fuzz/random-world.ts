import fc from "fast-check";
import type { EntityConfig, FieldConfig } from "data-api";
import type { BareComparison, BareCondition } from "../unit/condition/arbitrary-condition.js";
import { validValue } from "./values.js";
import {
  operations,
  type Entry,
  type FieldTypeName,
  type Member,
  type Operation,
  type World,
  type WorldEntity,
} from "./world.js";

const entityNames = ["Article", "tag", "lineItem", "ORDER", "select", "api"];
const fieldNames = [
  "title",
  "Views",
  "price",
  "From",
  "isDone",
  "group",
  "bornOn",
  "AT",
  "code",
  "Data",
  "level",
  "text",
];
const types: readonly FieldTypeName[] = [
  ...(["string", "string", "text", "richtext", "int", "int", "bigint", "float", "decimal"] as const),
  ...(["boolean", "date", "datetime", "uuid", "json", "time", "duration", "year", "bytes", "xml"] as const),
];
const unindexable: readonly FieldTypeName[] = ["text", "richtext", "json", "xml", "bytes", "secret"];

/** The random choices for one world. */
interface Chooser {
  /** `true` with this probability in percent. */
  readonly percent: (often: number) => boolean;
  readonly one: <T>(of: readonly T[]) => T;
  readonly below: (bound: number) => number;
  readonly some: <T>(of: readonly T[]) => T[];
  readonly value: (field: Parameters<typeof validValue>[0]) => unknown;
}

/** A configuration with one to three entities and any options that the oracle supports. */
export const randomWorld: fc.Arbitrary<World> = fc.gen().map((gen) =>
  chooseWorld({
    percent: (often) => gen(fc.nat, { max: 99 }) < often,
    one: (of) => of[gen(fc.nat, { max: of.length - 1 })] as (typeof of)[number],
    below: (bound) => gen(fc.nat, { max: bound - 1 }),
    some: (of) => gen(fc.subarray<(typeof of)[number]>, [...of]),
    value: (field) => gen(validValue, field).value,
  }),
);

function chooseWorld(choose: Chooser): World {
  const hasCallers = choose.percent(70);
  const names = entityNames.toSorted(() => choose.below(3) - 1).slice(0, 1 + choose.below(3));
  const bases = names.map((name) => ({
    name,
    ...chooseKeys(name, choose),
    hasOwner: hasCallers && choose.percent(70),
  }));
  const entities = bases.map((base): WorldEntity => {
    const { name, keys, options, hasOwner } = base;
    const free = fieldNames.toSorted(() => choose.below(3) - 1).slice(0, 1 + choose.below(6));
    const fields = free.map((field) => chooseField(field, choose));
    const targets = bases.filter((target) => target.keys.length === 1 && choose.percent(40));
    const references = targets.map((target, index) =>
      chooseReference(target, index, target.name === name, choose),
    );
    const [hasCreated, hasUpdated] = [choose.percent(60), choose.percent(60)];
    const members = [
      ...keys.filter(({ config }) => config === undefined),
      ...[...keys.filter(({ config }) => config !== undefined), ...fields, ...references].toSorted(
        () => choose.below(3) - 1,
      ),
      ...(hasCreated ? [madeMember("createdat", "datetime", "time")] : []),
      ...(hasUpdated ? [madeMember("updatedat", "datetime", "time")] : []),
      ...(hasOwner ? [{ ...madeMember("ownerid", "string", "owner"), isNullable: true }] : []),
    ];
    const systemFields = {
      ...options.systemFields,
      createdat: hasCreated,
      updatedat: hasUpdated,
      ...(hasCallers && { ownerid: hasOwner }),
    };
    const entries = Object.fromEntries(
      operations.map((operation) => [
        operation,
        chooseEntries(operation, members, hasCallers, hasOwner, choose),
      ]),
    ) as Record<Operation, readonly Entry[]>;
    return { name, members, keys, hasOwner, entries, options: { ...options, systemFields } };
  });
  return { entities, hasCallers, isStrict: choose.percent(20) };
}

function madeMember(name: string, type: FieldTypeName, made: Member["made"]): Member {
  return { name, type, made, config: undefined, isNullable: false, target: undefined };
}

function configured(name: string, config: FieldConfig, made?: "key"): Member {
  const { type, isRequired } = config;
  return { name, type, made, config, isNullable: !isRequired, target: undefined };
}

function chooseKeys(
  name: string,
  choose: Chooser,
): { readonly keys: Member[]; readonly options: Partial<EntityConfig> } {
  const key = (field: string, type: FieldTypeName, more: Partial<FieldConfig> = {}) =>
    configured(
      field,
      { type, isEditable: false, isRequired: true, ...more },
      more.isIgnoredOnCreate === true ? "key" : undefined,
    );
  const of = (...keys: readonly Member[]) => ({
    keys: [...keys],
    options: { primaryKey: keys.length === 1 ? (keys[0]?.name ?? "") : keys.map((each) => each.name) },
  });
  switch (choose.below(12)) {
    case 0:
      return { keys: [madeMember("id", "uuid", "key")], options: { systemFields: { id: "uuid" } } };
    case 1:
      return { keys: [madeMember(`${name}Id`, "int", "key")], options: { primaryKey: `${name}Id` } };
    case 2:
      return of(key("slug", "string", { maxLength: 12 }));
    case 3:
      return of(key("nr", choose.one(["int", "bigint"]), { isIgnoredOnCreate: true }));
    case 4:
      return of(key("Key", "uuid", { isIgnoredOnCreate: true }));
    case 5:
      return of(key("nr", choose.one(["int", "bigint", "uuid", "date", "decimal"])));
    case 6:
      return of(key("slug", "string", { maxLength: 12 }), key("nr", choose.one(["int", "date", "boolean"])));
    case 7:
      return of(key("moment", "datetime"), key("slug", "string", { maxLength: 9 }), key("nr", "int"));
    default:
      return { keys: [madeMember("id", "int", "key")], options: {} };
  }
}

function chooseField(name: string, choose: Chooser): Member {
  const type: FieldTypeName = choose.percent(3) ? "secret" : choose.one(types);
  // Hashing is slow: no secret is required.
  const isRequired = type !== "secret" && choose.percent(30);
  const limits = {
    ...(/^(?:string|text|richtext)$/.test(type) && choose.percent(40) && { maxLength: 1 + choose.below(40) }),
    ...(type === "decimal" && choose.percent(60) && { precision: 12, scale: choose.below(6) }),
  };
  const isListed = type !== "json" && type !== "secret" && choose.percent(15);
  const values = [
    ...new Set([choose.value({ type, ...limits }), choose.value({ type, ...limits })]),
  ] as NonNullable<FieldConfig["values"]>;
  const isIgnored = choose.percent(8);
  const hasDefault = type !== "secret" && (choose.percent(20) || (isIgnored && isRequired));
  const initial = (isListed ? choose.one(values) : choose.value({ type, ...limits })) as NonNullable<
    FieldConfig["default"]
  >;
  const isIndexable = !unindexable.includes(type);
  return configured(name, {
    type,
    isRequired,
    isEditable: choose.percent(80),
    ...limits,
    ...(isListed && { values }),
    ...(hasDefault && { default: initial }),
    ...(isIgnored && (hasDefault || !isRequired) && { isIgnoredOnCreate: true }),
    ...(isIndexable && choose.percent(10) && { isUnique: true }),
    ...(isIndexable && choose.percent(10) && { isIndexed: true }),
  });
}

function chooseReference(
  target: { readonly name: string; readonly keys: readonly Member[] },
  index: number,
  isSelf: boolean,
  choose: Chooser,
): Member {
  const [key] = target.keys;
  if (key === undefined) throw new Error("Every entity has a key.");
  const [name, member] = [
    `to${index}${target.name}`,
    choose.one([`the${index}${target.name}`, `Resolved${index}`]),
  ];
  const { maxLength } = key.config ?? {};
  const config: FieldConfig = {
    type: key.type,
    // With a required reference to its own entity, no first record could be created.
    isRequired: !isSelf && choose.percent(20),
    isEditable: choose.percent(80),
    ...(maxLength !== undefined && { maxLength }),
    foreignKey: {
      targetEntityName: choose.one([target.name, target.name.toUpperCase()]),
      resolvedEntityName: member,
    },
  };
  return { ...configured(name, config), target: { entity: target.name, member } };
}

function chooseEntries(
  operation: Operation,
  members: readonly Member[],
  hasCallers: boolean,
  hasOwner: boolean,
  choose: Chooser,
): readonly Entry[] {
  if (choose.percent(hasCallers ? 55 : 85)) return [{ role: "guest", fields: undefined, where: undefined }];
  const roles = hasCallers
    ? ["guest", "member", "editor", "admin", ...(hasOwner ? ["owner", "owner"] : [])]
    : ["guest", "guest", "member"];
  return Array.from({ length: choose.below(4) }, (): Entry => ({
    role: choose.one(roles),
    fields:
      operation !== "delete" && choose.percent(35) ? chooseFields(operation, members, choose) : undefined,
    where: choose.percent(35) ? chooseWhere(members, hasCallers, choose) : undefined,
  }));
}

function chooseFields(operation: Operation, members: readonly Member[], choose: Chooser): Entry["fields"] {
  const isNeeded = ({ config }: Member) =>
    operation === "create" &&
    config?.isRequired === true &&
    config.default === undefined &&
    config.isIgnoredOnCreate !== true;
  const needed = members.filter(isNeeded).map(({ name }) => name);
  const usable = members.filter(({ type }) => type !== "secret").map(({ name }) => name);
  const chosen = choose.some(usable.filter((name) => !needed.includes(name)));
  const spelled = (names: readonly string[]) =>
    names.map((name) => choose.one([name, name, name.toUpperCase()]));
  if (choose.percent(50)) return chosen.length === 0 ? undefined : { exclude: spelled(chosen) };
  const include = [...needed, ...chosen];
  return include.length === 0 ? undefined : { include: spelled(include) };
}

/** A condition on values that callers send. Generated values cannot be predicted. */
function chooseWhere(
  members: readonly Member[],
  hasCallers: boolean,
  choose: Chooser,
): BareCondition | undefined {
  const usable = members.filter(
    ({ made, type }) =>
      (made === undefined && !["json", "xml", "secret"].includes(type)) || (made === "owner" && hasCallers),
  );
  if (usable.length === 0) return undefined;
  const one = (): BareComparison => chooseComparison(choose.one(usable), hasCallers, choose);
  if (choose.percent(60)) return one();
  return { kind: choose.one(["and", "or"]), conditions: [one(), one()] };
}

function chooseComparison(member: Member, hasCallers: boolean, choose: Chooser): BareComparison {
  const { name, type, config } = member;
  const claim = { string: "@user.team", text: "@user.team", int: "@user.level" }[type as string];
  const operator = choose.one(["=", "<>", "<", "<=", ">", ">="] as const);
  const comparison = { kind: "comparison", field: name, operator } as const;
  if (member.made === "owner")
    return { ...comparison, operator: "=", value: { text: "@user.id", isQuoted: false } };
  if (hasCallers && claim !== undefined && choose.percent(40))
    return { ...comparison, value: { text: claim, isQuoted: false } };
  if (choose.percent(20))
    return { ...comparison, operator: choose.one(["=", "<>"]), value: { text: "null", isQuoted: false } };
  const value = choose.value(config ?? { type });
  return { ...comparison, value: { text: String(value), isQuoted: true } };
}
