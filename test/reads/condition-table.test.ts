import { describe, expect, it } from "vitest";
import type {
  CheckedComparison,
  CheckedCondition,
  CheckedIn,
  CheckedJson,
} from "../../runtime/condition/checked.js";
import type { CheckedOperator } from "../../runtime/condition/checked.js";
import { truthOf } from "../../runtime/condition/truth-of.js";
import type { FieldValue } from "../../runtime/model/field-type.js";
import type { Field } from "../../runtime/model/model.js";
import { sql } from "kysely";
import { Repository, type AnyRepository } from "../../runtime/repository/repository.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { compared, comparedInJson, oneOf, type Answer } from "./condition-oracle.js";
import { useOpened } from "./opened.js";

type Value = Exclude<FieldValue, null>;

const hostileTexts = [
  "",
  " ",
  "a",
  "A",
  "a ",
  " a",
  "ab",
  "aB",
  "a%",
  "a_",
  "%",
  "_",
  "[a]",
  "\\",
  "\\%",
  "'",
  "''",
  '"',
  "a'; drop table sample; --",
  "null",
  "@user.id",
  "😀",
  "😀a",
  "é",
  "e\u0301",
  "É",
  "ß",
  "ẞ",
  "ss",
  "ſ",
  "s",
  "İ",
  "ı",
  "i",
  "I",
  "i\u0307",
  "K",
  "k",
  "Σας",
  "σασ",
  "ΣΑΣ",
  "ς",
  "µ",
  "μ",
  "Ǆ",
  "ǅ",
  "ǆ",
  "{a}",
  "a\nb",
  "a\tb",
] as const;

/** Values of each type. Each is stored, and each is used in conditions. */
const values: Readonly<Record<string, readonly Value[]>> = {
  title: hostileTexts,
  name: hostileTexts.slice(0, 20),
  whole: [0, 1, -1, 2147483647, -2147483648],
  // As doubles, the last two are the same.
  large: [
    0,
    -1,
    9007199254740991,
    "9007199254740993",
    "-9223372036854775808",
    "9223372036854775806",
    "9223372036854775807",
  ],
  price: ["0", "0.1", "-0.1", "99999999999999.9999", "-12", "12"],
  ratio: [0, 0.1, -0.1, 1e300, -1e-300, 5e-324, 1.7976931348623157e308],
  isdone: [true, false],
  day: ["2024-02-29", "0001-01-02", "9999-12-31"],
  moment: ["2024-02-29T12:00:00.000Z", "2024-02-29T12:00:00.001Z", "1970-01-01T00:00:00.000Z"],
  token: ["00000000-0000-4000-8000-000000000000", "ffffffff-ffff-4fff-bfff-ffffffffffff"],
  bytes: ["", "AA==", "AAA=", "/w=="],
};

const orders = ["=", "<>", "<", "<=", ">", ">="] as const;
const searches = ["~", "^=", "$="] as const;
const withCase: readonly CheckedOperator[] = ["=", "<>", ...searches];

const documents = [
  "{}",
  '{"k":null}',
  '{"k":"5"}',
  '{"k":5}',
  '{"k":5.0}',
  '{"k":-5}',
  '{"k":0.1}',
  '{"k":1e300}',
  '{"k":"5 "}',
  '{"k":""}',
  '{"k":true}',
  '{"k":false}',
  '{"k":"true"}',
  '{"k":"null"}',
  '{"k":[5]}',
  '{"k":{"k":5}}',
  '{"k":{"k":"a%_\\\\\\"\'"}}',
  '{"k":"Straße ſ K"}',
  '{"k":"😀"}',
  '{"a\\"b":5,"a.b":"5","$":true,"":null,"ключ":"5","0":"5","*":5,"a\\\\b":5,"[0]":"x","K":5}',
  '{"__proto__":5}',
  '["5",5]',
  "[]",
  '"5"',
  "5",
  "true",
] as const;
const paths = [
  ["k"],
  ["K"],
  ["k", "k"],
  ["k", "0"],
  ['a"b'],
  ["a.b"],
  ["$"],
  [""],
  ["ключ"],
  ["0"],
  ["*"],
  ["a\\b"],
  ["[0]"],
  ["__proto__"],
  ["'; drop table sample; --"],
  ["constructor"],
] as const;
const text = (given: string): CheckedJson["value"] => ({ type: "text", text: given });
const number = (given: string): CheckedJson["value"] => ({ type: "number", text: given });
const jsonValues: readonly CheckedJson["value"][] = [
  { type: "null" },
  ...["5", "", "true", "null", "5 ", "a%_\\\"'", "STRASSE s k", "strasse", "straẞe S k", "😀", "_"].map(text),
  ...["5", "5.0", "50e-1", "-5", "0", "0.1", "1e300", "1e400", "-1e99999", "1e-99999"].map(number),
  { type: "boolean", isTrue: true },
  { type: "boolean", isTrue: false },
];

/** Values that the product never writes, but that other programs can store. */
const odd: Readonly<
  Record<string, { readonly texts: Readonly<Record<number, string>>; readonly json?: string } | undefined>
> = {
  sqlite: { texts: { 9001: "'a' || char(0) || 'b'", 9002: "char(0)" }, json: "'{\"k\":5'" },
  mysql: { texts: { 9001: "concat('a', char(0), 'b')", 9002: "char(0)" } },
};

/** SQL Server pads texts with blanks when it orders them (docs/sql-server.md). */
function comparedPadded(comparison: CheckedComparison, value: FieldValue): Answer {
  const { operator, value: other } = comparison;
  if (operator === "<>" || !/[<>]/.test(operator) || typeof value !== "string" || typeof other !== "string")
    return compared(comparison, value);
  const length = Math.max(value.length, other.length);
  return compared({ ...comparison, value: other.padEnd(length) }, value.padEnd(length));
}

/** Whether the value of a record always shows if it is equal: there are no two forms of one value. */
function isAlwaysShown(condition: CheckedComparison | CheckedIn | CheckedJson): boolean {
  const isOrder =
    condition.kind === "comparison" && condition.operator !== "=" && condition.operator !== "<>";
  return ["int", "bigint", "boolean", "date", "uuid"].includes(condition.field.type) && !isOrder;
}

await describeDialects("a table of all conditions", (target) => {
  const opened = useOpened(target, {
    sample: plain({
      title: field("text"),
      name: field("string"),
      whole: field("int"),
      large: field("bigint"),
      price: field("decimal", { precision: 18, scale: 4 }),
      ratio: field("float"),
      isdone: field("boolean"),
      day: field("date"),
      moment: field("datetime"),
      token: field("uuid"),
      bytes: field("bytes"),
    }),
    document: plain({ extra: field("json") }),
  });

  const fieldOf = (entity: string, name: string): Field =>
    opened().entity(entity).fieldsByName.get(name) as Field;

  async function found(entity: string, where: CheckedCondition): Promise<ReadonlySet<number>> {
    const { database, entity: named } = opened();
    const rows = await database.rows(database.statements(named(entity)).find(where));
    return new Set(rows.map(([id]) => Number(id)));
  }

  /** Compares the database's result with the oracle's, and with what the value alone shows, for each record. */
  async function expectAnswers<T extends CheckedComparison | CheckedIn | CheckedJson>(
    entity: string,
    conditions: readonly T[],
    stored: readonly (readonly [id: number, value: unknown])[],
    answer: (condition: T, value: never) => Answer,
  ): Promise<void> {
    const wrong: string[] = [];
    for (const condition of conditions) {
      const ids = await found(entity, condition);
      const others = await found(entity, { kind: "unless", condition });
      for (const [id, value] of stored) {
        const expected = answer(condition, value as never) === true;
        const shown = truthOf(condition, { [condition.field.name]: value as FieldValue });
        const isShown = shown === undefined ? !isAlwaysShown(condition) : shown === ids.has(id);
        if (ids.has(id) === expected && others.has(id) !== expected && isShown) continue;
        const { kind, ...rest } = condition;
        wrong.push(
          `${kind} ${JSON.stringify({ ...rest, field: undefined })} of ${JSON.stringify(value)}: ${ids.has(id)}`,
        );
      }
    }
    expect(wrong).toEqual([]);
  }

  const stored = new Map<string, (readonly [number, FieldValue])[]>();

  async function store(): Promise<void> {
    if (stored.size > 0) return;
    const { database, entity } = opened();
    const repository: AnyRepository = new Repository(entity("sample"), database);
    for (const [name, given] of Object.entries(values)) {
      const rows: (readonly [number, FieldValue])[] = [];
      for (const value of [...given, null]) {
        const record = await repository.create({ [name]: value });
        rows.push([Number(record["id"]), value]);
      }
      stored.set(name, rows);
    }
  }

  describe("compares as the oracle does", () => {
    it.each(Object.keys(values))(
      "conditions on the field %s find exactly the records that the oracle expects",
      async (name) => {
        await store();
        const of = fieldOf("sample", name);
        const isText = name === "title" || name === "name";
        const given = values[name] ?? [];
        const comparisons: CheckedComparison[] = [];
        for (const isNegated of [false, true]) {
          for (const operator of ["=", "<>"] as const)
            comparisons.push({ kind: "comparison", field: of, operator, value: null, isNegated });
          for (const value of given) {
            for (const operator of isText ? [...orders, ...searches] : orders)
              comparisons.push({ kind: "comparison", field: of, operator, value, isNegated });
            if (!isText) continue;
            for (const operator of withCase)
              comparisons.push({
                kind: "comparison",
                field: of,
                operator,
                value,
                isNegated,
                ignoresCase: true,
              });
          }
        }
        const oracle = target.name === "mssql" && isText ? comparedPadded : compared;
        await expectAnswers("sample", comparisons, stored.get(name) ?? [], oracle);
      },
    );

    it.each(Object.keys(values))(
      "a condition on one of several values of %s finds exactly the records that the oracle expects",
      async (name) => {
        await store();
        const of = fieldOf("sample", name);
        const isText = name === "title" || name === "name";
        const given = values[name] ?? [];
        const many = Array.from({ length: 1000 }, (_, index) => given[index % given.length] as Value);
        const lists: readonly (readonly Value[])[] = [[], given.slice(0, 1), given.slice(1, 4), many];
        const conditions = lists.flatMap((list) =>
          [false, true].flatMap((hasNull) =>
            [false, true].flatMap((isNegated) =>
              (isText ? [false, true] : [false]).map((ignoresCase): CheckedIn => ({
                kind: "in",
                field: of,
                values: list,
                hasNull,
                isNegated,
                ignoresCase,
              })),
            ),
          ),
        );
        await expectAnswers("sample", conditions, stored.get(name) ?? [], oneOf);
      },
    );

    it("conditions on texts that other programs have stored find what the oracle expects", async () => {
      const given = odd[target.name];
      if (given === undefined) return;
      const { database } = opened();
      for (const [id, value] of Object.entries(given.texts))
        await sql.raw(`insert into sample (id, title) values (${id}, ${value})`).execute(database.kysely);
      const title = fieldOf("sample", "title");
      const comparisons = ["a", "b", "c", "", "A"].flatMap((value) =>
        withCase.flatMap((operator) =>
          [false, true].flatMap((isNegated) =>
            [false, true].map((ignoresCase): CheckedComparison => ({
              kind: "comparison",
              field: title,
              operator,
              value,
              isNegated,
              ignoresCase,
            })),
          ),
        ),
      );
      await expectAnswers(
        "sample",
        comparisons,
        [
          [9001, "a\0b"],
          [9002, "\0"],
        ],
        compared,
      );
    });

    it("conditions on invalid JSON that other programs have stored find what the oracle expects", async () => {
      const given = odd[target.name];
      if (given?.json === undefined) return;
      const { database } = opened();
      await sql.raw(`insert into document (id, extra) values (9001, ${given.json})`).execute(database.kysely);
      const extra = fieldOf("document", "extra");
      const json = { kind: "json", field: extra, path: ["k"] } as const;
      const conditions = jsonValues.map((value): CheckedJson => ({ ...json, operator: "=", value }));
      await expectAnswers("document", conditions, [[9001, {}]], comparedInJson);
    });

    it("conditions on values inside JSON find what the oracle expects", async () => {
      const { database, entity } = opened();
      const repository: AnyRepository = new Repository(entity("document"), database);
      const rows: (readonly [number, unknown])[] = [];
      for (const document of [...documents, undefined]) {
        const extra: unknown = document === undefined ? null : JSON.parse(document);
        const record = await repository.create({ extra: extra as never });
        rows.push([Number(record["id"]), extra]);
      }
      const extra = fieldOf("document", "extra");
      const conditions: CheckedJson[] = [];
      for (const path of paths)
        for (const value of jsonValues)
          for (const isNegated of [false, true]) {
            const common = { kind: "json", field: extra, path, value, isNegated } as const;
            const operators = value.type === "null" ? orders.slice(0, 2) : orders;
            for (const operator of operators) conditions.push({ ...common, operator });
            if (value.type !== "text") continue;
            for (const operator of searches) conditions.push({ ...common, operator });
            for (const operator of withCase) conditions.push({ ...common, operator, ignoresCase: true });
          }
      await expectAnswers("document", conditions, rows, comparedInJson);
    });
  });
});
