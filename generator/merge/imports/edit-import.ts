import type { ImportBinding, Import } from "./imports.js";
import type { Insertion } from "../lists/list-plan.js";
import { placeUnits } from "../lists/place-units.js";
import type { Splice } from "../source/splice.js";
import type { Unit, UnitList } from "../source/unit.js";

export interface ImportChanges {
  readonly gone: ReadonlySet<ImportBinding>;
  readonly retyped: ReadonlySet<ImportBinding>;
  /** Bindings of `model` to add. */
  readonly taken: readonly ImportBinding[];
  /** The corresponding import of next. */
  readonly model: Import | undefined;
}

/** Changes some bindings of an import and leaves the rest as it is written. */
export function editImport(each: Import, changes: ImportChanges): readonly Splice[] {
  const { unit, bindings } = each;
  const { gone, retyped, taken } = changes;
  const { file } = unit.source;
  const list = unit.block?.list();
  if (!unit.block || !list) return [];
  const splices: Splice[] = [];
  for (const { node, text, isType, form } of bindings.filter((binding) => retyped.has(binding))) {
    if (form !== "named") continue;
    splices.push({ start: node.getStart(file), end: node.end, text: isType ? text : `type ${text}` });
  }
  const byDefault = bindings.find(({ form }) => form === "default");
  const named = bindings.filter(({ form }) => form === "named");
  if (byDefault && named.length > 0 && taken.length === 0 && named.every((binding) => gone.has(binding)))
    return [...splices, { start: byDefault.node.end, end: unit.block.end, text: "" }];
  if (byDefault && gone.has(byDefault))
    splices.push({ start: byDefault.node.getStart(file), end: unit.block.start, text: "" });
  return [...splices, ...editSpecifiers(list, each, changes)];
}

function editSpecifiers(
  list: UnitList,
  each: Import,
  { gone, taken, model }: ImportChanges,
): readonly Splice[] {
  const theirs = model?.unit.block?.list() ?? list;
  const unitOf = (binding: ImportBinding | undefined, { units }: UnitList): Unit | undefined =>
    binding && units.find(({ node }) => node === binding.node);
  const kept = each.bindings.filter((binding) => !gone.has(binding));
  const deleted = new Set(
    list.units.filter(({ node }) => each.bindings.some((one) => one.node === node && gone.has(one))),
  );
  const order = model?.bindings ?? [];
  const inserted = taken.flatMap((binding): Insertion[] => {
    const unit = unitOf(binding, theirs);
    if (!unit) return [];
    const before = order
      .slice(0, order.indexOf(binding))
      .findLast(({ id }) => kept.some((one) => one.id === id));
    const after = unitOf(
      kept.find(({ id }) => id === before?.id),
      list,
    );
    return [{ unit, after, text: binding.isType && !each.isType ? `type ${binding.text}` : binding.text }];
  });
  const lists = { base: list, yours: list, next: theirs };
  return placeUnits({ lists, slots: [], inside: [], deleted, inserted, clashes: new Map(), warnings: [] });
}
