import { createTwoFilesPatch } from "diff";
import type { Plan } from "./plan/plan.js";

export function diffPlan({ files }: Plan): string {
  return files
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after }) => diffTexts(path, before, after))
    .join("");
}

/** The unified diff of one file; `undefined` stands for no file. */
export function diffTexts(path: string, before: string | undefined, after: string | undefined): string {
  const from = before === undefined ? "/dev/null" : `a/${path}`;
  const to = after === undefined ? "/dev/null" : `b/${path}`;
  return createTwoFilesPatch(from, to, before ?? "", after ?? "", undefined, undefined, {
    context: 3,
  }).replace(/^=+\n/, "");
}
