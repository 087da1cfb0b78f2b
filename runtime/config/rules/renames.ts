import type { ConfigProblem } from "../../errors/config-error.js";
import { nameMistake, quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { RuleInput } from "./rule.js";

/** A former name must be a name, and must not be in use again. */
export function renames({ entities }: RuleInput): readonly ConfigProblem[] {
  return [
    ...checkFormerNames(entities, "entities"),
    ...Object.entries(entities).flatMap(([name, { fields }]) =>
      checkFormerNames(fields, `entities.${safeKey(name)}.fields`),
    ),
  ];
}

function checkFormerNames(
  named: Readonly<Record<string, { readonly renamedFrom?: string | undefined }>>,
  path: string,
): readonly ConfigProblem[] {
  return Object.entries(named).flatMap(([name, { renamedFrom }]) => {
    if (renamedFrom === undefined) return [];
    const mistake =
      nameMistake(renamedFrom) ??
      (renamedFrom in named ? "is in use: it cannot be a former name too" : undefined);
    if (mistake === undefined) return [];
    return [
      {
        path: `${path}.${safeKey(name)}.renamedFrom`,
        message: `the name ${quoteName(renamedFrom)} ${mistake}.`,
      },
    ];
  });
}
