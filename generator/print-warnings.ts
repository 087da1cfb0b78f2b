import { styled } from "./colours.js";
import type { Model } from "../runtime/model/model.js";

/** Prints the warnings of a configuration, such as options without effect. */
export function printWarnings({ warnings }: Pick<Model, "warnings">): void {
  for (const { message } of warnings)
    process.stderr.write(`${styled("yellow", "Warning:", process.stderr)} ${message}\n`);
}
