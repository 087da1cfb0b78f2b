import type { Model } from "../runtime/model/model.js";

/** What of a configuration has no effect, for whoever runs a command on it. */
export function printWarnings({ warnings }: Pick<Model, "warnings">): void {
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
}
