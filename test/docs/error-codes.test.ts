import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { problemCodes } from "../../runtime/errors/codes.js";
import { issueCodes } from "../../runtime/errors/issue-codes.js";
import { readPage, root } from "./markdown.js";

const { text } = readPage("docs/errors.md");

test("the error codes and their statuses are documented", () => {
  const rows = rowsOf("Codes").map(([status, code]) => [code, Number(status)]);
  const codes = Object.entries(problemCodes).map(([code, { status }]) => [`\`${code}\``, status]);
  expect(new Map(rows as [string, number][])).toEqual(new Map(codes as [string, number][]));
  expect(rows).toHaveLength(codes.length);
});

test("the field codes are documented", () => {
  const listed = rowsOf("Codes of fields").flatMap(
    ([, codes = ""]) => codes.match(/(?<=`)[a-z-]+(?=`)/g) ?? [],
  );
  expect(new Set(listed)).toEqual(new Set(issueCodes));
});

test("every field code is used", () => {
  const files = fs
    .readdirSync(path.join(root, "runtime"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith("issue-codes.ts"));
  const sources = files.map((file) => fs.readFileSync(path.join(root, "runtime", file), "utf8")).join("\n");
  // The part after `unknown-` may be a variable.
  const occurs = (code: string) =>
    sources.includes(`"${code}"`) || (code.startsWith("unknown-") && sources.includes("`unknown-${"));
  expect(issueCodes.filter((code) => !occurs(code))).toEqual([]);
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
