import { unitName } from "./merge-lists.js";
import { readFileUnits } from "./read-units.js";
import { readSource } from "./source.js";
import type { UnitList } from "./unit.js";

/** What the declarations of a text and their members are called. */
export function unitNames(text: string): readonly string[] {
  return namesIn(readFileUnits(readSource(text.replace(/^\uFEFF/, ""))), "");
}

function namesIn({ units }: UnitList, owner: string): readonly string[] {
  return units.flatMap((unit) => {
    const name = unitName(owner, unit);
    const inside = unit.block?.list();
    return [name, ...(inside === undefined ? [] : namesIn(inside, name))];
  });
}
