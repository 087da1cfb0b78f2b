import { expect, test } from "vitest";
import { literalText } from "../../../runtime/database/schema/literal-text.js";

test.each([
  ["'it''s'", "it's"],
  ["''", ""],
  ["N'Ö'", "Ö"],
  ["'two\nlines'", "two\nlines"],
  ["'a'::text", "a"],
  ["'a'::character varying(20)", "a"],
  [`'a'::"Old".mood`, "a"],
  ["'-5'::integer", "-5"],
  ["('-5'::integer)", "-5"],
  ["'x::text'", "x::text"],
  ["((0))", "0"],
  ["('(a)')", "(a)"],
  ["+1.50", "1.50"],
  ["-1e-5", "-1e-5"],
  [".5", ".5"],
  ["TRUE", "true"],
  ["(false)", "false"],
])("the expression %s is the literal %j", (expression, text) => {
  expect(literalText(expression)).toBe(text);
});

test.each([
  undefined,
  "now()",
  "CURRENT_TIMESTAMP",
  "('now'::text)::date",
  "'a'::text || 'b'::text",
  "1 + 1",
  "(1)+(2)",
  "((1))+((2))",
  "'a' 'b'",
  "X'00'",
  "b'1'",
  '"dq"',
  "",
  "nextval('s'::regclass)",
])("the expression %s is not a literal", (expression) => {
  expect(literalText(expression)).toBeUndefined();
});
