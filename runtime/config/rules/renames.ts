import { problem, type ConfigProblem } from "../../errors/config-error.js";
import { nameMistake, quoteName } from "../../model/names.js";
import { safeKey } from "../check-shape.js";
import type { RuleInput } from "./rule.js";

/** A former name must be a valid name, must not be in use, and must be given only once. */
export function* renames({ entities }: RuleInput): Iterable<ConfigProblem> {
  yield* checkFormerNames(entities, "entities");
  for (const [name, { fields }] of Object.entries(entities))
    yield* checkFormerNames(fields, `entities.${safeKey(name)}.fields`);
}

function* checkFormerNames(
  named: Readonly<Record<string, { readonly renamedFrom?: string | undefined }>>,
  path: string,
): Iterable<ConfigProblem> {
  const formerNames = Object.values(named).map(({ renamedFrom }) => renamedFrom);
  for (const [name, { renamedFrom }] of Object.entries(named)) {
    if (renamedFrom === undefined) continue;
    const isOfTwo = formerNames.indexOf(renamedFrom) !== formerNames.lastIndexOf(renamedFrom);
    const mistake =
      nameMistake(renamedFrom) ??
      (renamedFrom in named ? "is in use: it cannot be a former name too" : undefined) ??
      (isOfTwo ? "is the former name of another one too: keep it at the one that was renamed" : undefined);
    if (mistake !== undefined)
      yield problem(`${path}.${safeKey(name)}.renamedFrom`, `the name ${quoteName(renamedFrom)} ${mistake}.`);
  }
}
