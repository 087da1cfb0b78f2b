import type { OutputFolder } from "./output-folder.js";
import type { Plan } from "./plan.js";

/** Carries a plan out: files before baselines, so that a run that is cut off can be run again. */
export function writePlan({ files, baselines }: Plan, folder: OutputFolder): void {
  for (const file of files) {
    if (file.kind === "write") folder.write(file.path, file.text);
  }
  for (const { path, text } of baselines) folder.write(path, text);
}
