import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { MigrationStep } from "../migration.js";

/** Identifies steps by their effect. Comments and lines do not matter. */
export function stepChecksum(steps: readonly MigrationStep[]): string {
  const texts = steps.map((step) => (step.kind === "sql" ? step.text : `./${basename(step.path)}`));
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
}
