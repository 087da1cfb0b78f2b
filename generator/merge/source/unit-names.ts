import { unitName } from "../lists/merge-lists.js";
import { readFileUnits } from "./read-units.js";
import { readSource } from "./source.js";
import type { UnitList } from "./unit.js";

/** The names of the declarations in a text, and of their members. */
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
