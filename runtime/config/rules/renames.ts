import type { ConfigProblem } from "../../errors/config-error.js";
import { nameMistake, quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { RuleInput } from "./rule.js";

/** A former name must be a valid name, must not be in use, and must be given only once. */
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
  const formerNames = Object.values(named).map(({ renamedFrom }) => renamedFrom);
  return Object.entries(named).flatMap(([name, { renamedFrom }]) => {
    if (renamedFrom === undefined) return [];
    const isOfTwo = formerNames.indexOf(renamedFrom) !== formerNames.lastIndexOf(renamedFrom);
    const mistake =
      nameMistake(renamedFrom) ??
      (renamedFrom in named ? "is in use: it cannot be a former name too" : undefined) ??
      (isOfTwo ? "is the former name of another one too: keep it at the one that was renamed" : undefined);
    if (mistake === undefined) return [];
    return [
      {
        path: `${path}.${safeKey(name)}.renamedFrom`,
        message: `the name ${quoteName(renamedFrom)} ${mistake}.`,
      },
    ];
  });
}
