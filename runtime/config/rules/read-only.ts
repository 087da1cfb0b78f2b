import type { ConfigProblem } from "../../errors/config-error.js";
import { operations } from "../../model/model.js";
import { safeKey } from "../check-shape.js";
import type { EntityConfig } from "../config.js";
import type { RuleInput } from "./rule.js";

/** What is only read gives nobody the right to write it. */
export function readOnly({ entities }: RuleInput): readonly ConfigProblem[] {
  return Object.entries(entities).flatMap(([name, entity]) => {
    // Permissions that are wrong otherwise are missing here.
    const { isReadOnly, permissions = {} } = entity as Partial<EntityConfig>;
    if (isReadOnly !== true) return [];
    return operations
      .filter((operation) => operation !== "read" && (permissions[operation] ?? []).length > 0)
      .map((operation) => ({
        path: `entities.${safeKey(name)}.permissions.${operation}`,
        message: "the entity is only read: remove these roles.",
      }));
  });
}
