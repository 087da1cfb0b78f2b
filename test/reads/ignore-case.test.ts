import { expect, it } from "vitest";
import { sql } from "kysely";
import { foldCase } from "../../runtime/model/values/fold-case.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { useOpened } from "./opened.js";

/** All code points that a text can contain. */
const letters = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** Queries that return the letters of a JSON list as rows. */
const lists: Readonly<Record<string, string>> = {
  sqlite: "select value as letter from json_each(?)",
  postgres: "select value as letter from json_array_elements_text(?)",
  mysql:
    "select letter from json_table(?, '$[*]' columns (letter varchar(1) character set utf8mb4 path '$')) as t",
  mssql: "select letter from openjson(?) with (letter nvarchar(2) '$')",
};

await describeDialects("a text without its case", (target) => {
  const opened = useOpened(target, { note: plain({ title: field("string") }) });

  it("the database and JavaScript fold the case of every code point alike", async () => {
    const { database } = opened();
    const folded = database.dialect.folded(sql.id("letter"));
    const [before = "", after = ""] = (lists[target.name] ?? "").split("?");
    const wrong: string[] = [];
    for (let begin = 0; begin < letters.length; begin += 20_000) {
      const some = JSON.stringify(letters.slice(begin, begin + 20_000));
      const { rows } = await sql<{ letter: string; folded: string }>`
        select letter, ${folded} as folded from (${sql.raw(before)}${some}${sql.raw(after)}) as letters`.execute(
        database.kysely,
      );
      expect(rows).toHaveLength(Math.min(20_000, letters.length - begin));
      for (const row of rows) if (row.folded !== foldCase(row.letter)) wrong.push(row.letter);
    }
    expect(wrong).toEqual([]);
  });
});
