import { describe, expect, it } from "vitest";
import { expectProblem, pageOf } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const OPERATORS = "one of <> <= >= = < > ~ has";

export function conditionErrorCases({ serve }: Harness): void {
  describe("in the syntax", () => {
    const server = serve({ entities: { note: openEntity({ title: field("string"), views: field("int") }) } });

    it.each([
      ["title", 5, OPERATORS, "the end"],
      ["title x", 6, OPERATORS, '"x"'],
      ["=x", 0, 'a field name or "("', '"="'],
      [" ", 1, 'a field name or "("', "the end"],
      ["()", 1, 'a field name or "("', '")"'],
      ["(", 1, 'a field name or "("', "the end"],
      ["views=1&", 8, 'a field name or "("', "the end"],
      ["views=1&&views=2", 8, 'a field name or "("', '"&"'],
      ["views=1|", 8, 'a field name or "("', "the end"],
      ["views=1|&views=2", 8, 'a field name or "("', '"&"'],
      ["&views=1", 0, 'a field name or "("', '"&"'],
      ["(views=1", 8, '"&", "|" or ")"', "the end"],
      ["views=1)", 7, '"&", "|" or the end', '")"'],
      ["(views=1))", 9, '"&", "|" or the end', '")"'],
      ["(views=1)(views=2)", 9, '"&", "|" or the end', '"("'],
      ["(views=1) views=2", 10, '"&", "|" or the end', '"v"'],
      ['title="a', 8, "a closing quote", "the end"],
      ['title="', 7, "a closing quote", "the end"],
      ['title="a\\"', 10, "a closing quote", "the end"],
      ['title="a\\n"', 8, '\\" or \\\\', '"\\\\"'],
      ['title="a"b', 9, '"&", "|" or the end', '"b"'],
      ['title="a" "b"', 10, '"&", "|" or the end', '"\\""'],
      ['("title"=a)', 1, 'a field name or "("', '"\\""'],
      ["title=a&\u{1f600}", 10, OPERATORS, "the end"],
    ])(
      "the condition %s is rejected with the position of its syntax error",
      async (condition, position, expected, found) => {
        const message = `Expected ${expected} at position ${position}, found ${found}.`;
        expectProblem(await server.get(paths.findByCondition("note", condition)), "invalid-condition", {
          detail: message,
          errors: [{ path: "condition", code: "syntax", message, position }],
        });
      },
    );

    it("a condition with the name title! is rejected for an unknown field", async () => {
      const problem = expectProblem(
        await server.get(paths.findByCondition("note", "title!=x")),
        "invalid-condition",
      );
      expect(problem.errors).toMatchObject([{ code: "unknown-field", position: 0 }]);
    });

    it("a condition with parentheses deeper than 32 levels is rejected", async () => {
      const condition = `${"(".repeat(33)}views=1${")".repeat(33)}`;
      expectProblem(await server.get(paths.findByCondition("note", condition)), "invalid-condition", {
        errors: [
          {
            path: "condition",
            code: "too-deep",
            message: "Parentheses may be at most 32 deep.",
            position: 32,
          },
        ],
      });
    });

    it("a condition with more than 100 comparisons is rejected", async () => {
      const condition = Array.from({ length: 101 }, () => "id=1").join("|");
      expectProblem(await server.get(paths.findByCondition("note", condition)), "invalid-condition", {
        errors: [
          {
            path: "condition",
            code: "too-many-terms",
            message: "A condition may have at most 100 comparisons.",
            position: 500,
          },
        ],
      });
    });

    it("a condition with more than 4096 characters is rejected", async () => {
      const condition = `title=${"x".repeat(4091)}`;
      const message = "The condition has 4097 characters; 4096 are allowed.";
      expectProblem(await server.get(paths.findByCondition("note", condition)), "invalid-condition", {
        errors: [{ path: "condition", code: "too-long", message, position: 4096 }],
      });
    });
  });

  describe("in the fields and values", () => {
    const server = serve({
      entities: {
        note: openEntity({
          title: field("string"),
          views: field("int"),
          big: field("bigint"),
          score: field("float"),
          price: field("decimal", { precision: 6, scale: 2 }),
          done: field("boolean"),
          day: field("date"),
          at: field("datetime"),
          key: field("uuid"),
          data: field("json"),
          password: field("secret"),
        }),
      },
    });

    it("all mistakes in the fields and values of a condition are reported, with their positions", async () => {
      const condition = 'titel="a"&(views=x|day=2023-02-29)&done~1';
      const messages = [
        'Unknown field "titel" in entity "note". Did you mean "title"?',
        'The value for "views" must be a whole number.',
        'The value for "day" must be a day such as 2024-02-29.',
        'Field "done" is of type "boolean": "~" is for texts only.',
      ];
      expectProblem(await server.get(paths.findByCondition("note", condition)), "invalid-condition", {
        detail: messages.join(" "),
        errors: [
          { path: "condition", code: "unknown-field", message: messages[0], position: 0 },
          { path: "condition", position: 17, code: "wrong-type", message: messages[1] },
          { path: "condition", position: 23, code: "wrong-type", message: messages[2] },
          { path: "condition", position: 40, code: "operator", message: messages[3] },
        ],
      });
    });

    it.each([
      ["views=", "wrong-type"],
      ["views=1.5", "wrong-type"],
      ["views=1e2", "wrong-type"],
      ["views=01", "wrong-type"],
      ["views=2147483648", "out-of-range"],
      ["views=-2147483649", "out-of-range"],
      ["views<null", "wrong-type"],
      ['views="null"', "wrong-type"],
      ["views~1", "operator"],
      ["big=9223372036854775808", "out-of-range"],
      ["big=-9223372036854775809", "out-of-range"],
      ["big=1.0", "wrong-type"],
      ["big~1", "operator"],
      ["score=x", "wrong-type"],
      ["score=NaN", "wrong-type"],
      ["score=Infinity", "wrong-type"],
      ["score=1e309", "out-of-range"],
      ["score=0.1234567890123456789", "not-exact"],
      ["price=1.234", "not-exact"],
      ["price=12345", "out-of-range"],
      ["price=1,5", "wrong-type"],
      ["price=1e999999999", "wrong-type"],
      ["done=yes", "wrong-type"],
      ["done=TRUE", "wrong-type"],
      ["done=2", "wrong-type"],
      ["day=2023-02-29", "wrong-type"],
      ["day=2024-2-9", "wrong-type"],
      ["day=0000-01-01", "wrong-type"],
      ["day=2024-02-29T00:00:00Z", "wrong-type"],
      ["at=2024-02-29", "wrong-type"],
      ["at=2024-02-29T12:00:00", "wrong-type"],
      ["at=2024-02-29T12:00:00.0001Z", "not-exact"],
      ["at=0001-01-01T00:00:00+01:00", "out-of-range"],
      ["key=x", "wrong-type"],
      ["key~a", "operator"],
      ["data={}", "operator"],
      ["data~a", "operator"],
      ['data="null"', "operator"],
      ["data<null", "operator"],
      ["password=null", "unknown-field"],
      ["password<>null", "unknown-field"],
      ["password~a", "unknown-field"],
      ["PassWord=a", "unknown-field"],
      ["constructor=1", "unknown-field"],
      ["__proto__=1", "unknown-field"],
      ["toString<>null", "unknown-field"],
      ["1=1", "unknown-field"],
      ["note.title=a", "unknown-field"],
      ["[title]=a", "unknown-field"],
      ["`title`=a", "unknown-field"],
      ["title;=a", "unknown-field"],
      ["lower=a", "unknown-field"],
    ])("the condition %s is rejected with the mistake %s", async (condition, code) => {
      const problem = expectProblem(
        await server.get(paths.findByCondition("note", condition)),
        "invalid-condition",
      );
      expect(problem.errors).toMatchObject([{ path: "condition", code }]);
    });

    it("a mistake in a condition never mentions a secret field", async () => {
      const problem = expectProblem(
        await server.get(paths.findByCondition("note", "passwort=1")),
        "invalid-condition",
      );
      expect(problem.detail).toBe('Unknown field "passwort" in entity "note".');
    });

    it("a mistake in a condition truncates a very long name", async () => {
      const problem = expectProblem(
        await server.get(paths.findByCondition("note", `${"x".repeat(4000)}=1`)),
        "invalid-condition",
      );
      expect(problem.detail.length).toBeLessThan(200);
    });

    it("a condition that finds no record is answered with an empty page, and an invalid one is never ignored", async () => {
      await server.api.repository("note").create({ title: "a" });
      expect(pageOf(await server.get(paths.findAll("note"))).count).toBe(1);
      expect(pageOf(await server.get(paths.findByCondition("note", "id<>1"))).count).toBe(0);
      for (const condition of ["id", "nope=1", "id=x", "id<>1&nope=1", "id=1|id=x"])
        for (const take of [0, 5])
          expectProblem(
            await server.get(paths.findByCondition("note", condition, "id", 0, take)),
            "invalid-condition",
          );
    });
  });
}
