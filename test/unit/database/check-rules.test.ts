import { expect, test } from "vitest";
import { rulesOfCheck } from "../../../runtime/database/schema/checks/check-rules.js";

const rule = (column: string, operator: string, ...values: string[]) => ({ column, operator, values });
const length = (lengthBy: string, operator: string, value: string) => ({
  ...rule("name", operator, value),
  lengthBy,
});

test.each([
  // As users write them: SQLite keeps their text.
  ["size >= 0", [rule("size", ">=", "0")]],
  ['"the size" > -1.5 AND [x] < 2', [rule("the size", ">", "-1.5"), rule("x", "<", "2")]],
  ["(0 <= (size)) and ((size < +9))", [rule("size", ">=", "0"), rule("size", "<", "9")]],
  [
    "size between 1 and 5 and level in (1, -2)",
    [rule("size", ">=", "1"), rule("size", "<=", "5"), rule("level", "in", "1", "-2")],
  ],
  ["0 < size and 9 >= size", [rule("size", ">", "0"), rule("size", "<=", "9")]],
  ["10 > size", [rule("size", "<", "10")]],
  ["5 = size", [rule("size", "in", "5")]],
  ["size = 5", [rule("size", "in", "5")]],
  ["length(name) <= 9", [length("length", "<=", "9")]],
  // PostgreSQL
  ["((size >= 0) AND (size <= 100))", [rule("size", ">=", "0"), rule("size", "<=", "100")]],
  ["(price > (0)::numeric)", [rule("price", ">", "0")]],
  ["((weight)::numeric >= 0.5)", [rule("weight", ">=", "0.5")]],
  ["(weight >= ('-1.5'::numeric)::double precision)", [rule("weight", ">=", "-1.5")]],
  ["(size >= '-5'::integer)", [rule("size", ">=", "-5")]],
  ["(big <= '9007199254740993'::bigint)", [rule("big", "<=", "9007199254740993")]],
  ["(level = ANY (ARRAY[1, 2]))", [rule("level", "in", "1", "2")]],
  [
    "((state)::text = ANY ((ARRAY['new'::character varying, 'it''s'::character varying])::text[]))",
    [rule("state", "in", "new", "it's")],
  ],
  ["(char_length((name)::text) <= 10)", [length("char_length", "<=", "10")]],
  // SQL Server
  ["([size]>=(0) AND [size]<=(100))", [rule("size", ">=", "0"), rule("size", "<=", "100")]],
  ["([size]>=(-5))", [rule("size", ">=", "-5")]],
  ["([level]=(3) OR [level]=(2) OR [level]=(1))", [rule("level", "in", "1", "2", "3")]],
  ["([state]=N'b' OR [state]='a')", [rule("state", "in", "a", "b")]],
  ["(len([name])<=(10))", [length("len", "<=", "10")]],
  ["(datalength([name])<=(10))", [length("datalength", "<=", "10")]],
  // MySQL and MariaDB
  ["((`size` >= 0) and (`size` <= 100))", [rule("size", ">=", "0"), rule("size", "<=", "100")]],
  ["(`state` in (_utf8mb4'a',_utf8mb4'b'))", [rule("state", "in", "a", "b")]],
  [
    "(char_length(`name`) between 1 and 9)",
    [length("char_length", ">=", "1"), length("char_length", "<=", "9")],
  ],
])("the rules of a check are read from its clause: %s", (clause, rules) => {
  expect(rulesOfCheck(clause)).toEqual(rules);
});

test.each([
  "",
  "size",
  "size >=",
  "size >= 0 and",
  "size >= 0 or size <= -5",
  "size = 1 or size = 2 and level = 3",
  "size = 1 or level = 2",
  "size <> 5",
  "5 <> size",
  "size != 5",
  "size >= level",
  "size >= 0 + 5",
  "size + 1 >= 0",
  "-size >= 5",
  "size >= -(level)",
  "not (size >= 0)",
  "size is not null",
  "size is null or size >= 0",
  "size not in (1, 2)",
  "size in (1, level)",
  "size in ()",
  "size in (1) collate nocase",
  "name like 'a%'",
  "name in ('a\\'b')",
  "name ~ '^a'::text",
  "length(name || 'x') <= 5",
  "((name)::character varying(3)) = 'abc'",
  // These casts round, so the original values may differ.
  "((price)::integer >= 0)",
  "(size >= (1.5)::integer)",
  "(level = ANY (ARRAY[1, 2)",
  "size >= 0 -- least",
])("no rules are read from the clause of a check: %s", (clause) => {
  expect(rulesOfCheck(clause)).toBeUndefined();
});
