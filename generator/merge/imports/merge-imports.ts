import { ts } from "ts-morph";

import { anchorUnits } from "../lists/anchor.js";
import { editImport } from "./edit-import.js";
import { bindingsById, readImports, type ImportBinding, type Import } from "./imports.js";
import { judgeBindings, type Judgement, type Needs } from "./judge-bindings.js";
import type { Insertion, ListPlan, Lists } from "../lists/list-plan.js";
import type { Splice } from "../source/splice.js";
import { codeOf, sameBytes, unitSpelling, type UnitList } from "../source/unit.js";
import { each, replaceRange } from "../source/versions.js";

/** Whether the imports stay: the generator has changed none, and yours has all of them. */
export function importsStay({ base, yours, next }: Lists): boolean {
  const spell = ({ units }: UnitList): string =>
    units
      .filter(({ role }) => role === "import")
      .map(unitSpelling)
      .join("\n");
  if (spell(base) !== spell(next)) return false;
  const bound = bindingsById(readImports(yours));
  return readImports(next).every(({ bindings }) => bindings.every(({ id }) => bound.has(id)));
}

/** Adds the changes of imports to the plan of a file. */
export function planImports(plan: ListPlan, needs: Needs): ListPlan {
  const imports = each(plan.lists, readImports);
  const { base, yours, next } = imports;
  const judgement = judgeBindings(imports, needs);
  const { gone, retyped } = judgement;

  const inside: Splice[] = [...plan.inside];
  const deleted = new Set(plan.deleted);
  const pending = new Set(judgement.wanted);
  for (const mine of yours) {
    if (plan.clashes.has(mine.unit)) continue;
    const model = next.find((one) => one.module === mine.module && one.isType === mine.isType);
    if (model && base.some((one) => sameBytes(one.unit, mine.unit)) && becomes(mine, model, judgement)) {
      // The import is unedited, so it becomes exactly the generated one.
      inside.push(replaceRange(codeOf(mine.unit), codeOf(model.unit)));
      for (const binding of model.bindings) pending.delete(binding);
      continue;
    }
    const owner = model ?? next.find((one) => one.module === mine.module);
    const taken = [...pending].filter(
      (binding) => owner?.bindings.includes(binding) && joins(binding, mine, yours),
    );
    for (const binding of taken) pending.delete(binding);
    const isEmptied = mine.bindings.length > 0 && mine.bindings.every((binding) => gone.has(binding));
    if (isEmptied && taken.length === 0) deleted.add(mine.unit);
    else inside.push(...editImport(mine, { gone, retyped, taken, model: owner }));
  }

  const has = (all: readonly Import[], { module }: Import): boolean =>
    sideEffects(all).some((one) => one.module === module);
  for (const mine of sideEffects(yours)) if (has(base, mine) && !has(next, mine)) deleted.add(mine.unit);
  const missing = sideEffects(next).filter((one) => !has(base, one) && !has(yours, one));

  const added = [
    ...plan.inserted,
    ...missing.map(({ unit }) => ({ unit })),
    ...next.flatMap((one) => {
      const left = one.bindings.filter((binding) => pending.has(binding));
      return newImport(one, left);
    }),
  ];
  const inserted = anchorUnits(added, { ...plan, deleted });
  return { ...plan, inside, deleted, inserted, warnings: [...plan.warnings, ...judgement.warnings] };
}

/** Whether an import of yours ends up with exactly the bindings of an import of next. */
function becomes(each: Import, model: Import, { gone, wanted, retyped }: Judgement): boolean {
  const spell = ({ id, isType }: ImportBinding): string => `${id} ${String(isType)}`;
  const left = each.bindings
    .filter((binding) => !gone.has(binding))
    .map((binding) => spell(retyped.has(binding) ? { ...binding, isType: !binding.isType } : binding));
  const now = [...left, ...model.bindings.filter((binding) => wanted.has(binding)).map(spell)].sort();
  return now.join("\n") === model.bindings.map(spell).sort().join("\n");
}

/** Whether a new binding should be added to this import of yours and no other one fits better. */
function joins(binding: ImportBinding, each: Import, yours: readonly Import[]): boolean {
  if (binding.form !== "named") return false;
  const typed = yours.find((one) => one.module === each.module && one.isType && one.unit.block);
  const plain = yours.find((one) => one.module === each.module && !one.isType && one.unit.block);
  return each === (binding.isType ? (typed ?? plain) : plain);
}

function sideEffects(imports: readonly Import[]): readonly Import[] {
  return imports.filter(
    ({ unit }) => unit.node && ts.isImportDeclaration(unit.node) && !unit.node.importClause,
  );
}

/** A declaration for the bindings of an import of next that fit into no import of yours. */
function newImport(
  { unit, bindings, isType }: Import,
  missing: readonly ImportBinding[],
): readonly Omit<Insertion, "after">[] {
  if (missing.length === 0) return [];
  if (missing.length === bindings.length || !unit.node || !ts.isImportDeclaration(unit.node))
    return [{ unit }];
  const named = missing
    .filter(({ form }) => form === "named")
    .map((binding) => (binding.isType && !isType ? `type ${binding.text}` : binding.text));
  const others = missing.filter(({ form }) => form !== "named").map(({ text }) => text);
  const clause = [...others, ...(named.length > 0 ? [`{ ${named.join(", ")} }`] : [])].join(", ");
  const from = unit.source.text.slice(unit.node.moduleSpecifier.getStart(unit.source.file), unit.codeEnd);
  return [{ unit, text: `import ${isType ? "type " : ""}${clause} from ${from}` }];
}
