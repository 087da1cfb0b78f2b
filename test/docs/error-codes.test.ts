import { expect, test } from "vitest";
import { problemCodes } from "../../runtime/errors/codes.js";
import { issueCodes } from "../../runtime/errors/issue-codes.js";
import { readPage } from "./markdown.js";

const { text } = readPage("docs/errors.md");

test("the codes of errors and their statuses are documented", () => {
  const rows = rowsOf("Codes").map(([status, code]) => [code, Number(status)]);
  const codes = Object.entries(problemCodes).map(([code, { status }]) => [`\`${code}\``, status]);
  expect(new Map(rows as [string, number][])).toEqual(new Map(codes as [string, number][]));
  expect(rows).toHaveLength(codes.length);
});

test("the codes of fields are documented", () => {
  const listed = rowsOf("Codes of fields").flatMap(
    ([, codes = ""]) => codes.match(/(?<=`)[a-z-]+(?=`)/g) ?? [],
  );
  expect(new Set(listed)).toEqual(new Set(issueCodes));
});

/** The cells of the rows of the table under a heading. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
  const [, , ...rows] = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
