import { describeIssues } from "data-api/client";
import { checkBody, field, z } from "data-api/schema";
import { describe, expect, test } from "vitest";
import type { IssueParams } from "../../runtime/errors/input-issue.js";
import { issueCodes } from "../../runtime/errors/issue-codes.js";
import { readPage } from "../docs/markdown.js";
import { fieldTypeNames } from "../../runtime/model/field-type.js";

test.each(issueCodes)("an issue with the code %s gets a message for people", (code) => {
  const message = '"lines.0.unit_price" is wrong.';
  const [worded] = describeIssues([{ path: "lines.0.unit_price", code, message }]);
  expect(worded?.message).not.toBe(message);
  expect(worded?.message).toMatch(/^[A-Z].+\.$/);
  expect(worded?.message).not.toMatch(/[{}"_]/);
});

test.each(fieldTypeNames)(
  "an issue with a value that is not of the type %s gets a message for people",
  (type) => {
    const [worded] = describeIssues([
      { path: "it", code: "wrong-type", message: '"it" is wrong.', params: { type } },
    ]);
    // What is in these is not typed by people.
    const isGeneral = ["json", "bytes", "native", "other", "enum"].includes(type);
    if (isGeneral) expect(worded?.message).toBe("It is not in the right form.");
    else expect(worded?.message).toMatch(/^It must be .+\.$/);
  },
);

test("the message of an issue uses the application's label, else the issue's label, else the field's name", () => {
  const issue = { path: "0.unitPrice", code: "required", message: '"unitPrice" is required.' };
  const wordsOf = (label: object, labels = {}) =>
    describeIssues([{ ...issue, ...label }], { labels })[0]?.message;
  expect(wordsOf({})).toBe("Unit price is required.");
  expect(wordsOf({ label: "Price" })).toBe("Price is required.");
  expect(wordsOf({ label: "Price" }, { unitPrice: "What it costs" })).toBe("What it costs is required.");
  expect(wordsOf({ label: "Price" }, { "0.unitPrice": "The first price" })).toBe(
    "The first price is required.",
  );
});

test("the message of an issue writes days and times in its language, and uses the template for dates first", () => {
  const issueOf = (params: object) => ({
    path: "due",
    code: "out-of-range",
    message: '"due" is wrong.',
    params,
  });
  const wordsOf = (params: object, wording = {}) => describeIssues([issueOf(params)], wording)[0]?.message;
  expect(wordsOf({ maximum: "2026-12-31" })).toBe("Due must not be after December 31, 2026.");
  expect(wordsOf({ minimum: "2026-01-01" })).toBe("Due must not be before January 1, 2026.");
  expect(wordsOf({ minimum: "2026-01-01", maximum: "2026-12-31" })).toBe(
    "Due must be between January 1, 2026 and December 31, 2026.",
  );
  const messages = { "out-of-range/maximum": "{label}: höchstens {maximum}." };
  expect(wordsOf({ maximum: "2026-12-31" }, { language: "de", messages })).toBe(
    "Due: höchstens 31. Dezember 2026.",
  );
  const withDates = { ...messages, "out-of-range/maximum/date": "{label}: nicht nach dem {maximum}." };
  expect(wordsOf({ maximum: "2026-12-31" }, { language: "de", messages: withDates })).toBe(
    "Due: nicht nach dem 31. Dezember 2026.",
  );
  expect(wordsOf({ maximum: "2026-12-31T12:30:00" })).toMatch(
    /^Due must not be after December 31, 2026 at 12:30\sPM\.$/,
  );
  expect(wordsOf({ maximum: "2026-99-31" })).toBe("Due must not be after 2026-99-31.");
  expect(wordsOf({ maximum: "P1D" })).toBe("Due must be at most P1D.");
});

const german = {
  language: "de",
  labels: { price: "Der Preis" },
  messages: { "out-of-range/maximum": "{label} darf höchstens {maximum} sein.", required: "{label} fehlt." },
};

test("the message of an issue has the templates, labels and numbers of the language", async () => {
  const schema = z.object({ price: field.float({ maximum: 1234.5 }), name: field.string() });
  const issues = await checkBody(schema, { price: 2000 });
  expect(describeIssues(issues, german).map(({ message }) => message)).toEqual([
    "Der Preis darf höchstens 1.234,5 sein.",
    "Name fehlt.",
  ]);
});

test("the message of an issue keeps all digits of a limit that a double cannot hold", () => {
  const params = { maximum: "9007199254740993" };
  const [worded] = describeIssues([
    { path: "n", code: "out-of-range", message: '"n" is too large.', params },
  ]);
  expect(worded?.message).toBe("N must be at most 9,007,199,254,740,993.");
});

test("the message of a user's own schema stays, unless the application has a template", async () => {
  const schema = z.object({ name: z.string().min(3, "Say more.") });
  const issues = await checkBody(schema, { name: "x" });
  expect(issues).toEqual([
    { path: "name", code: "too-short", message: "Say more.", params: { minimum: 3, unit: "characters" } },
  ]);
  expect(describeIssues(issues)[0]?.message).toBe("Say more.");
  expect(describeIssues(issues, { messages: { "too-short": "{label}?" } })[0]?.message).toBe("Name?");
});

test("an issue with an own code that is named like a member of every object keeps its message", () => {
  const issue = { path: "name", code: "constructor", message: '"name" is odd.' };
  expect(describeIssues([issue])).toEqual([issue]);
});

test("an issue of a condition gets a message for people, and keeps its position", () => {
  const issue = { path: "where", code: "syntax", message: "Expected a field at position 3.", position: 3 };
  expect(describeIssues([issue])).toEqual([{ ...issue, message: "The request cannot be understood." }]);
});

test.each([
  ["title", "required", '"title" is required.', "Title is required."],
  ["titel", "unknown-field", 'Unknown field "titel". Did you mean "title"?', "Titel is not known here."],
  ["select.titel", "unknown-field", 'Unknown member "titel" in entity "post".', "Titel is not known here."],
  ["nam", "unknown-field", 'Unknown column "nam".', "Nam is not known here."],
  ["name", "duplicate", 'The column "name" is given more than once.', "Name contains the same entry twice."],
  ["nr", "not-editable", 'The field "nr" cannot be set here.', "Nr cannot be changed here."],
  ["id", "wrong-type", 'The id of a "note" must be a whole number.', "Id is not in the right form."],
  ["id", "wrong-type", "Say it in digits.", "Say it in digits."],
])("an issue at %s with the code %s and the message %s gets the message %s", (path, code, message, words) => {
  expect(describeIssues([{ path, code, message }])[0]?.message).toBe(words);
});

describe("the words that the documentation lists", () => {
  const rows = readPage("docs/client.md")
    .text.split("\n")
    .filter((line) => /^\| `[^|]+\| [{A-Z][^|]+\. +\|$/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .flatMap(([, keys = "", words = ""]) =>
      [...keys.matchAll(/`([^`]+)`/g)].map(([, key = ""]) => [key, words] as const),
    );
  const limits = { minimum: 1000, maximum: 2000 };
  const { minimum, maximum } = limits;
  const day = "2024-02-29";
  const paramsOfKinds: Readonly<Record<string, IssueParams>> = {
    empty: { minimum: 1, unit: "characters" },
    characters: { ...limits, unit: "characters" },
    items: { ...limits, unit: "items" },
    bytes: { ...limits, unit: "bytes" },
    minimum: { minimum },
    maximum: { maximum },
    between: limits,
    "minimum/date": { minimum: day },
    "maximum/date": { maximum: day },
    values: { values: ["a", "b"] },
  };
  const filled = (words: string, isDate: boolean) =>
    words
      .replace("{label}", "Name")
      .replace("{minimum}", isDate ? "February 29, 2024" : "1,000")
      .replace("{maximum}", isDate ? "February 29, 2024" : "2,000")
      .replace("{values}", "a or b");

  test("the documentation lists the messages of every code", () => {
    const listed = new Set(rows.map(([key]) => key));
    expect(issueCodes.filter((code) => !listed.has(code))).toEqual([]);
    expect(rows.length).toBeGreaterThan(issueCodes.length + 20);
  });

  test.each(rows)("the documentation lists the message of an issue with the code %s", (key, words) => {
    const [code = "", ...kinds] = key.split("/");
    const kind = kinds.join("/");
    const params = kind === "" ? undefined : (paramsOfKinds[kind] ?? { type: kind });
    const issue = { path: "name", code, message: '"name" is wrong.', ...(params && { params }) };
    expect(describeIssues([issue])[0]?.message).toBe(filled(words, kind.endsWith("date") && kind !== "date"));
  });
});
