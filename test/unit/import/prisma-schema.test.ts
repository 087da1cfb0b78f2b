import { expect, test } from "vitest";
import { parsePrisma } from "../../../generator/import/prisma/parse-prisma.js";
import { expectLinear } from "../../linear-time.js";

const parse = (source: string) => parsePrisma("schema.prisma", source);
const model = (...lines: readonly string[]) => `model A {\n${lines.map((line) => `  ${line}\n`).join("")}}`;

test("comments of a Prisma schema describe the next element, or the element before them on the same line", () => {
  const { models } = parse(`
    // not this
    /// The first
    /// model
    model A {
      /// A key
      id Int @id /// of one field
      // not this
      name String? // nor this
      /* nor
         this */
      note String /// A note
      list String[]
      /// For the block
      @@map("as")
    }`);
  expect(models[0]).toMatchObject({ name: "A", description: "The first model", isView: false });
  const described = models[0]?.fields.map(({ name, description }) => [name, description]);
  expect(described).toEqual([
    ["id", "A key of one field"],
    ["name", undefined],
    ["note", "A note"],
    ["list", undefined],
  ]);
  expect(models[0]?.fields.map(({ isList, isOptional }) => [isList, isOptional])).toEqual([
    [false, false],
    [false, true],
    [false, false],
    [true, false],
  ]);
});

test("attributes of a Prisma schema have arguments of every kind, on several lines too", () => {
  const { models } = parse(
    model(
      "a Int @default(-1.5) @db.Decimal(10, 2)",
      'b B @relation("x", fields: [a,\n b(sort: Desc), ], references: [c], map: "m\\n\\"\\u0041")',
      '@@index([a(ops: raw("x_ops")), b], where: { a: true, b: raw("c") },)',
    ),
  );
  const [a, b] = models[0]?.fields ?? [];
  expect(a?.attributes).toMatchObject([
    { name: "default", arguments: [{ value: { kind: "number", text: "-1.5" } }] },
    { name: "db.Decimal", arguments: [{ value: { text: "10" } }, { value: { text: "2" } }] },
  ]);
  expect(b?.attributes[0]?.arguments).toMatchObject([
    { name: undefined, value: { text: "x" } },
    { name: "fields", value: { items: [{ text: "a" }, { kind: "call", text: "b" }] } },
    { name: "references" },
    { name: "map", value: { text: 'm\n"A' } },
  ]);
  expect(models[0]?.attributes[0]?.arguments).toHaveLength(2);
});

test.each([
  ["modl A {}", 1, 1, "expected model, view, enum, datasource or generator"],
  ["model {", 1, 7, 'found "{", expected the name of the model'],
  [model("id"), 3, 1, 'found "}", expected the type of the field "id"'],
  [model("id Int @"), 3, 1, "expected the name of an attribute"],
  [model("id Int @default(", "b Int"), 3, 5, 'found "Int", expected ")"'],
  [model("id Int[ @id"), 2, 11, 'found "@", expected "]"'],
  [model("id Int!"), 2, 6, 'a "!" is not known'],
  [model('id Int @map("x'), 2, 15, 'no closing "'],
  [model('id Int @map("\\q")'), 2, 15, "an unknown escape"],
  [model("id Unsupported(point)"), 2, 18, "expected the type in the database, in quotes"],
  ["model A {\n  id Int", 2, 9, "found the end of the file"],
  ["/* open", 1, 1, "expected */"],
  ["model A { id Int }\n%", 2, 1, 'found "%"'],
  ['datasource db {\n  url env("X")\n}', 2, 7, 'found "env", expected "="'],
  ["type Address {\n}", 1, 1, "MongoDB"],
  ["enum A {\n  1\n}", 2, 3, 'expected a value, "@@" or "}"'],
  [model(`id Int @default(${"[".repeat(50)}`), 2, 40, "more than 20 lists and calls are nested"],
  [model(`id Int @default(${"a(".repeat(50)}`), 2, 61, "more than 20 lists and calls are nested"],
])("the Prisma schema %j is refused at line %i, column %i", (source, line, column, message) => {
  const place = `schema.prisma, line ${line}, column ${column}: `;
  expect(() => parse(source)).toThrow(place);
  expect(() => parse(source)).toThrow(message);
});

test.each<[string, number, (count: number) => string]>([
  ["comments", 200_000, (count) => `${"/// x\n".repeat(count)}model A { id Int @id }`],
  ["quotes", 300_000, (count) => `model A { id Int @map("${'\\"'.repeat(count)}`],
  [
    "fields",
    50_000,
    (count) =>
      model(
        ..."x"
          .repeat(count)
          .split("")
          .map((x, index) => `${x}${index} Int @a("b") /// c`),
      ),
  ],
  ["slashes", 500_000, (count) => "/".repeat(count)],
  ["stars", 500_000, (count) => `/*${"*".repeat(count)}`],
  ["blanks", 300_000, (count) => " \t".repeat(count)],
  ["one long name", 500_000, (count) => "a".repeat(count)],
  ["open brackets", 100_000, (count) => model(`a Int @x(${"[{(".repeat(count)}`)],
])("many %s in a Prisma schema are read, or refused, in linear time", (_, most, source) => {
  expectLinear(most, (count) => {
    try {
      parse(source(count));
    } catch (error) {
      expect((error as Error).message.length).toBeLessThan(300);
    }
  });
});
