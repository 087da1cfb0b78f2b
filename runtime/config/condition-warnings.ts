import { checkCondition } from "../condition/check-condition.js";
import { comparisonsOf, isList, type Comparison } from "../condition/nodes.js";
import { parseCondition } from "../condition/parse-condition.js";
import { ApiError } from "../errors/api-error.js";
import { catching } from "../errors/catching.js";
import type { ConfigWarning } from "../errors/config-error.js";
import { operations, type Entity } from "../model/model.js";

/**
 * Warns about permissions whose condition was a comparison with a text before conditions had lists and `*`:
 * `title=[a]` and `title~*x`.
 */
export function conditionWarnings(entities: readonly Entity[]): readonly ConfigWarning[] {
  return entities.flatMap((entity) =>
    operations.flatMap((operation) => {
      const rules = entity.policy[operation].filter((permission) => typeof permission === "object");
      return rules
        .flatMap(({ where }) => (where === undefined ? [] : changedComparisons(where, entity)))
        .map((comparison) => {
          const place = `${entity.name}.permissions.${operation}`;
          return { path: `entities.${place}`, message: warning(comparison, place) };
        });
    }),
  );
}

function changedComparisons(where: string, entity: Entity): readonly Comparison[] {
  const { value = [] } = catching(ApiError, () => comparisonsOf(parseCondition(where)));
  return value.filter((comparison) => isChanged(comparison) && wasText(comparison, entity));
}

/** Quotes inside the list or after the `*` show that the new meaning is intended. */
function isChanged({ operator, value }: Comparison): boolean {
  if (isList(value) || !("text" in value) || value.isQuoted) return false;
  const isEquality = operator === "=" || operator === "<>";
  if (isEquality && /^\s*\[(?!\s*["@\]])/.test(value.text)) return true;
  return (isEquality || operator === "~") && /^\*(?!\s*["[@])/.test(value.text);
}

function wasText(comparison: Comparison, entity: Entity): boolean {
  const [name = ""] = comparison.path;
  if (entity.fieldsByName.get(name.toLowerCase())?.type === "list") return false;
  return (
    catching(ApiError, () => {
      checkCondition(comparison, entity);
    }).error === undefined
  );
}

function warning({ path, operator, value }: Comparison, place: string): string {
  const text = !isList(value) && "text" in value ? value.text : "";
  const start = `${path.join(".")}${operator}`;
  const [now, quoted] = text.startsWith("*")
    ? ["ignores case", `${start}*"${text.slice(1)}"`]
    : ["is one of a list", `${start}["…"]`];
  return `The condition "${start}${text}" of "${place}" ${now}. Write ${quoted} if you mean that, and ${start}"${text}" for the text.`;
}
