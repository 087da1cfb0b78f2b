import { hookNames } from "../../model/hooks.js";
import { operations } from "../../model/model.js";
import { entityRule } from "./rule.js";

/** A read-only entity has no permissions or hooks for writes. */
export const readOnly = entityRule(function* ({ isReadOnly, permissions, hooks }) {
  if (isReadOnly !== true) return;
  for (const operation of operations)
    if (operation !== "read" && (permissions[operation] ?? []).length > 0)
      yield [`permissions.${operation}`, "the entity is read-only: remove these roles."];
  for (const hook of hookNames)
    if (hooks?.[hook] !== undefined)
      yield [`hooks.${hook}`, "the entity is read-only: no write ever runs this."];
});
