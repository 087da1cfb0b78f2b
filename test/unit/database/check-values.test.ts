import { expect, test } from "vitest";
import { valuesOfCheck } from "../../../runtime/database/schema/checks/check-rules.js";

test.each([
  ["state in ('a', 'b')", "state", ["a", "b"]],
  ["(\"st ate\" IN ('it''s', N'ü,)', ''))", "st ate", ["it's", "ü,)", ""]],
  ["`a``b` in ('x')", "a`b", ["x"]],
  // SQL Server stores a list in reverse order.
  ["([state]='c' OR [state]=N'b' OR [state]='a')", "state", ["a", "b", "c"]],
  ["(([a]]b]='x'))", "a]b", ["x"]],
  // SQLite accepts keywords as names.
  ["end in ('a', 'b')", "end", ["a", "b"]],
  ["(like = 'a' or like = 'b')", "like", ["b", "a"]],
])("the values of a check are read from its clause: %s", (clause, column, values) => {
  expect(valuesOfCheck(clause)).toEqual({ column, values });
});

test.each([
  "",
  "()",
  "state",
  "state in ()",
  "state in ('a' 'b')",
  "state in ('a',)",
  "state in (1, 2)",
  "state in ('a', b)",
  "state not in ('a')",
  "not state in ('a')",
  "state <> 'a'",
  "state = 'a' or",
  "state = 'a' or other = 'b'",
  "state = 'a' and state = 'b'",
  "state in ('a') or n > 5",
  "length(state) in ('a')",
  "lower(state) = 'a'",
  "state in ('a') collate nocase",
  "state = 'a",
])("no list of values is read from the clause of a check: %s", (clause) => {
  expect(valuesOfCheck(clause)).toBeUndefined();
});
