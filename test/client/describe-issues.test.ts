import { describeIssues } from "data-api/client";
import { checkBody, field, z } from "data-api/schema";
import { expect, test } from "vitest";
import { readPage } from "../docs/markdown.js";

const { text } = readPage("docs/errors.md");
/** The documented codes of these rows. `invalid` is for rules that have a message of their own. */
const codes = ["values", "fields of a body", "nested lists", "users", "passwords"]
  .flatMap((row) => text.split("\n").filter((line) => line.startsWith(`| ${row} `)))
  .flatMap((line) => line.match(/(?<=`)[a-z-]+(?=`)/g) ?? [])
  .filter((code) => code !== "invalid");

test.each(codes)("the code %s has words for people", (code) => {
  const [worded] = describeIssues([{ path: "lines.0.unit_price", code, message: '"unit_price" is wrong.' }]);
  expect(worded?.message).toMatch(/^Unit price .+\.$/);
  expect(worded?.message).not.toMatch(/[{}"]/);
});

const german = {
  language: "de",
  labels: { price: "Der Preis" },
  messages: { "out-of-range/maximum": "{label} darf höchstens {maximum} sein.", required: "{label} fehlt." },
};

test("templates, labels and numbers are those of the language", async () => {
  const schema = z.object({ price: field.float({ maximum: 1234.5 }), name: field.string() });
  const issues = await checkBody(schema, { price: 2000 });
  expect(describeIssues(issues, german).map(({ message }) => message)).toEqual([
    "Der Preis darf höchstens 1.234,5 sein.",
    "Name fehlt.",
  ]);
});

test("limits that a double cannot hold keep their digits", () => {
  const params = { maximum: "9007199254740993" };
  const [worded] = describeIssues([
    { path: "n", code: "out-of-range", message: '"n" is too large.', params },
  ]);
  expect(worded?.message).toBe("N must be at most 9,007,199,254,740,993.");
});

test("a message of the user's own schema stays, unless the application has a template", async () => {
  const schema = z.object({ name: z.string().min(3, "Say more.") });
  const issues = await checkBody(schema, { name: "x" });
  expect(issues).toEqual([
    { path: "name", code: "too-short", message: "Say more.", params: { minimum: 3, unit: "characters" } },
  ]);
  expect(describeIssues(issues)[0]?.message).toBe("Say more.");
  expect(describeIssues(issues, { messages: { "too-short": "{label}?" } })[0]?.message).toBe("Name?");
});
