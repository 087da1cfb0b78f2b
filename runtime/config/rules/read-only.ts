import type { ConfigProblem } from "../../errors/config-error.js";
import { hookNames } from "../../model/hooks.js";
import { operations } from "../../model/model.js";
import { safeKey } from "../check-shape.js";
import type { RuleInput } from "./rule.js";

/** A read-only entity has no permissions or hooks for writes. */
export function readOnly({ configured }: RuleInput): readonly ConfigProblem[] {
  return Object.entries(configured).flatMap(([name, { isReadOnly, permissions, hooks }]) => {
    if (isReadOnly !== true) return [];
    const path = `entities.${safeKey(name)}`;
    return [
      ...operations
        .filter((operation) => operation !== "read" && (permissions[operation] ?? []).length > 0)
        .map((operation) => ({
          path: `${path}.permissions.${operation}`,
          message: "the entity is read-only: remove these roles.",
        })),
      ...hookNames
        .filter((hook) => hooks?.[hook] !== undefined)
        .map((hook) => ({
          path: `${path}.hooks.${hook}`,
          message: "the entity is read-only: no write ever runs this.",
        })),
    ];
  });
}
