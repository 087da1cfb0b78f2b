import { afterAll, describe, expect, test } from "vitest";
import { compileTrees } from "./compile.js";
import { caseNames, goldenOf, loadCase, tell, toGolden, updateGolden } from "./corpus.js";

const isUpdate = process.env["UPDATE_GOLDEN"] === "1";
const compiled = new Map<string, Readonly<Record<string, string>>>();
const brokenOnPurpose = new Set<string>();

describe("the corpus", () => {
  test.each(caseNames)("the recorded case of regeneration has the same result: %s", async (name) => {
    const story = await loadCase(name);
    const told = await tell(story);
    const golden = toGolden(told);
    if (isUpdate) updateGolden(name, golden);
    expect(golden).toEqual(goldenOf(name));

    const code = Object.entries(told.workspace.tree()).filter(
      ([file]) => !file.startsWith(".data-api/") || file.endsWith(".ts"),
    );
    const hasMarkers = code.some(([, text]) => /^<{7}/m.test(text));
    if (!hasMarkers) compiled.set(name, Object.fromEntries(code));
    if (story.broken !== undefined) brokenOnPurpose.add(name);

    if (told.again === undefined) return;
    const before = told.workspace.snapshot();
    await told.again();
    expect(told.workspace.snapshot(), "a second run writes").toEqual(before);
  });

  test("the result of every recorded case compiles, unless its case gives a reason", () => {
    const mistakes = compileTrees(compiled);
    const broken = new Set(mistakes.map((mistake) => mistake.split("/")[0] ?? ""));
    expect(mistakes.filter((mistake) => !brokenOnPurpose.has(mistake.split("/")[0] ?? ""))).toEqual([]);
    expect([...brokenOnPurpose].filter((name) => compiled.has(name) && !broken.has(name))).toEqual([]);
  }, 120_000);

  afterAll(() => {
    compiled.clear();
  });
});
