import fc from "fast-check";
import type { Headers } from "../conformance/callers.js";
import { arbitraryCondition, type BareCondition } from "../unit/condition/arbitrary-condition.js";
import { callers } from "./callers.js";
import { hostileCommand } from "./hostile-command.js";
import type {
  BodyPart,
  Command,
  CreateCommand,
  DeleteCommand,
  ReadCommand,
  UpdateCommand,
} from "./requests.js";
import { validValue, wrongValue } from "./values.js";
import { MAX_TAKE, type Member, type World, type WorldEntity } from "./world.js";

/** Requests to a world: first creates, then any kind. Most are valid, and many are allowed. */
export function randomCommands(world: World, length: number): fc.Arbitrary<readonly Command[]> {
  const opening = fc.array(ofEntities(world, createCommand), { maxLength: length / 3, size: "max" });
  const rest = fc.array(anyCommand(world), { maxLength: length, size: "max" });
  return fc.tuple<[readonly Command[], readonly Command[]]>(opening, rest).map((parts) => parts.flat());
}

function anyCommand(world: World): fc.Arbitrary<Command> {
  return fc.oneof(
    { weight: 6, arbitrary: ofEntities(world, readCommand) },
    { weight: 6, arbitrary: ofEntities(world, createCommand) },
    { weight: 4, arbitrary: ofEntities(world, updateCommand) },
    { weight: 2, arbitrary: ofEntities(world, deleteCommand) },
    { weight: 4, arbitrary: ofEntities(world, hostileCommand) },
  );
}

function ofEntities<T>({ entities }: World, of: (entity: WorldEntity) => fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof(...entities.map(of));
}

const caller = fc.constantFrom(...callers, callers[0] as (typeof callers)[number]);
const pick = fc.nat({ max: 63 });

/** Headers without an effect. */
const harmless: fc.Arbitrary<Headers> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Headers>(
      { Accept: "text/html" },
      { Accept: "application/xml;q=1, */*;q=0" },
      { Cookie: "__proto__=1; constructor=2" },
      { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "javascript" },
      { "X-HTTP-Method-Override": "DELETE" },
      { "Accept-Charset": "utf-16", "Accept-Language": "\u00ff" },
      { Authorization: "Bearer x.y.z" },
      { Range: "bytes=0-1" },
      { TE: "trailers" },
    ),
  },
);

/** A name in random case: names are case-insensitive. */
function spelled(name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(name) },
    { weight: 1, arbitrary: fc.constantFrom(name.toUpperCase(), name.toLowerCase()) },
  );
}

function readCommand(entity: WorldEntity): fc.Arbitrary<ReadCommand> {
  // The times that the server sets are unknown.
  const fields = entity.members.filter(({ made }) => made !== "time");
  const sortable = fields.filter(({ type }) => !["json", "xml", "secret"].includes(type));
  const where = fc.option(conditionOn(fields), { nil: undefined });
  const page = fc.record({
    kind: fc.constant("page" as const),
    orderBy: fc.constantFrom(...sortable.map(({ name }) => name)),
    isDescending: fc.boolean(),
    skip: fc.oneof(fc.constant(0), fc.nat({ max: 8 })),
    take: fc.oneof(fc.constant(MAX_TAKE), fc.nat({ max: MAX_TAKE })),
    where,
  });
  return fc.record({
    kind: fc.constant("read"),
    entity: fc.constant(entity.name),
    caller,
    headers: harmless,
    isPrivate: fc.nat({ max: 5 }).map((number) => number === 0),
    by: fc.oneof(
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("id"), pick }) },
      { weight: 3, arbitrary: page },
    ),
  });
}

/** A condition of a few comparisons, with values of the fields' types. */
function conditionOn(members: readonly Member[]): fc.Arbitrary<BareCondition> {
  const comparisons = members.filter(({ type }) => type !== "secret").map(comparisonOn);
  return arbitraryCondition({
    field: fc.constant(""),
    value: fc.constant({ text: "", isQuoted: true }),
  })
    .filter((tree) => countComparisons(tree) <= 6)
    .chain((tree) => fillIn(tree, fc.oneof(...comparisons)));
}

function countComparisons(tree: BareCondition): number {
  return tree.kind === "comparison"
    ? 1
    : tree.conditions.reduce((sum, part) => sum + countComparisons(part), 0);
}

function fillIn(tree: BareCondition, comparison: fc.Arbitrary<BareCondition>): fc.Arbitrary<BareCondition> {
  if (tree.kind === "comparison") return comparison;
  const parts = fc.tuple(...tree.conditions.map((part) => fillIn(part, comparison)));
  return parts.map((conditions) => ({ kind: tree.kind, conditions }));
}

function comparisonOn(member: Member): fc.Arbitrary<BareCondition> {
  const { name: field, type, config, made } = member;
  const nullTest = fc.constantFrom("=" as const, "<>" as const).map((operator): BareCondition => {
    return { kind: "comparison", field, operator, value: { text: "null", isQuoted: false } };
  });
  if (type === "json" || type === "xml") return nullTest;
  const isText = type === "string" || type === "text" || type === "richtext";
  const value =
    made === "owner"
      ? fc.constantFrom("u1", "u2", "u")
      : made === "key" && type === "int"
        ? fc.nat({ max: 30 }).map(String)
        : validValue(config ?? { type }).map((sent) => String(sent.value));
  const comparison = fc
    .tuple(fc.constantFrom("=", "<>", "<", "<=", ">", ">=", ...(isText ? (["~"] as const) : [])), value)
    .map(([operator, text]): BareCondition => {
      return {
        kind: "comparison",
        field,
        operator: operator as "=",
        value: { text: isText ? shortened(text) : text, isQuoted: true },
      };
    });
  return fc.oneof({ weight: 1, arbitrary: nullTest }, { weight: 5, arbitrary: comparison });
}

/** Short values, because a path must hold several of them. */
function shortened(text: string): string {
  return Array.from(text).slice(0, 30).join("");
}

const writing = {
  caller,
  headers: harmless,
  prefersRecord: fc.boolean(),
  isStrict: fc.nat({ max: 4 }).map((number) => number === 0),
};

function createCommand(entity: WorldEntity): fc.Arbitrary<CreateCommand> {
  const needed = entity.members.filter(
    ({ config }) =>
      config?.isRequired === true && config.default === undefined && config.isIgnoredOnCreate !== true,
  );
  const others = entity.members.filter((member) => !needed.includes(member));
  return fc.record({
    kind: fc.constant("create"),
    entity: fc.constant(entity.name),
    ...writing,
    body: bodyOf(entity, needed, others),
  });
}

function updateCommand(entity: WorldEntity): fc.Arbitrary<UpdateCommand> {
  const editable = entity.members.filter(({ config }) => config?.isEditable === true);
  return fc.record({
    kind: fc.constant("update"),
    entity: fc.constant(entity.name),
    method: fc.constantFrom("PUT", "PATCH"),
    pick,
    ...writing,
    body: bodyOf(entity, [], editable.length === 0 ? entity.members : editable),
  });
}

function deleteCommand(entity: WorldEntity): fc.Arbitrary<DeleteCommand> {
  return fc.record({ kind: fc.constant("delete"), entity: fc.constant(entity.name), pick, ...writing });
}

/** Nearly always the required members, some optional ones, and sometimes members that are not allowed. */
function bodyOf(
  entity: WorldEntity,
  needed: readonly Member[],
  others: readonly Member[],
): fc.Arbitrary<readonly BodyPart[]> {
  const parts = (members: readonly Member[]) => fc.tuple(...members.map((member) => partOf(entity, member)));
  const most = fc.nat({ max: 19 }).chain((number) => parts(number === 0 ? needed.slice(1) : needed));
  const more = fc.subarray([...others]).chain(parts);
  const odd = fc.oneof(
    { weight: 10, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(oddPart(entity), { maxLength: 3 }) },
  );
  return fc.tuple(most, more, odd).map((all) => all.flat());
}

function partOf(entity: WorldEntity, member: Member): fc.Arbitrary<BodyPart> {
  return fc.record({ name: spelled(member.name), given: given(entity, member) });
}

function given(entity: WorldEntity, member: Member): fc.Arbitrary<BodyPart["given"]> {
  const { target, type, isNullable, name } = member;
  const limits = {
    ...(member.config ?? { type }),
    isNullable,
    isKey: entity.keys.some((key) => key.name === name),
  };
  const valid =
    target === undefined
      ? validValue(limits).map((value) => ({ kind: "valid" as const, ...value }))
      : pick.map((number) => ({ kind: "reference" as const, target: target.entity, pick: number }));
  const none = fc.constant({ kind: "valid" as const, raw: "null", value: null });
  return fc.oneof<fc.MaybeWeightedArbitrary<BodyPart["given"]>[]>(
    // Hashing is slow.
    { weight: type === "secret" ? 1 : 40, arbitrary: valid },
    { weight: isNullable ? (type === "secret" ? 40 : 5) : 0, arbitrary: none },
    { weight: 1, arbitrary: wrongValue(limits).map((raw) => ({ kind: "wrong" as const, raw })) },
  );
}

const oddNames = [
  "nope",
  "__proto__",
  "constructor",
  "toString",
  "",
  "\0",
  "id",
  "createdat",
  "ownerid",
  "UPDATEDAT",
  "\ud800",
  "a.b",
];

function oddPart(entity: WorldEntity): fc.Arbitrary<BodyPart> {
  const name = fc.constantFrom(...oddNames, ...entity.members.map((member) => member.name));
  return name.chain((chosen): fc.Arbitrary<BodyPart> => {
    const member = entity.members.find((each) => each.name.toLowerCase() === chosen.toLowerCase());
    if (member !== undefined) return partOf(entity, member);
    return fc.record({ name: fc.constant(chosen), given: fc.json().map((raw) => ({ kind: "wrong", raw })) });
  });
}
