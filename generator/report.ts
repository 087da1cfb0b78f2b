import { createTwoFilesPatch } from "diff";
import type { Plan, Write } from "./plan.js";

/** What a run did or would do, a line a file. */
export function reportPlan({ files }: Plan): string {
  const lines = files.flatMap((file) => {
    if (file.kind === "write") return `${file.before === undefined ? "create" : "update"}  ${file.path}`;
    return file.kind === "conflict" ? `conflict  ${file.path}: ${file.reason}` : [];
  });
  const unchanged = files.filter(({ kind }) => kind === "unchanged").length;
  return [...lines, `${files.length - unchanged} of ${files.length} files differ.`].join("\n");
}

/** The changes as a unified diff. */
export function diffPlan({ files }: Plan): string {
  return files
    .filter((file): file is Write => file.kind === "write")
    .map(({ path, before, text }) => {
      const from = before === undefined ? "/dev/null" : `a/${path}`;
      return createTwoFilesPatch(from, `b/${path}`, before ?? "", text, undefined, undefined, {
        context: 3,
      }).replace(/^=+\n/, "");
    })
    .join("");
}
