import type { Lists, MatchedUnit } from "./list-plan.js";
import { unitSpelling, type Unit } from "../source/unit.js";
import { each } from "../source/versions.js";

export function matchUnits(lists: Lists): readonly MatchedUnit[] {
  const { base, yours, next } = each(lists, ({ units }) => units);
  const [toYours, toNext] = [pairUnits(base, yours), pairUnits(base, next)];
  const [ownYours, ownNext] = [unpaired(yours, toYours), unpaired(next, toNext)];
  const both = pairUnits(ownYours, ownNext, false);
  return [
    ...base.map((unit) => ({ base: unit, yours: toYours.get(unit), next: toNext.get(unit) })),
    ...ownYours.map((unit) => ({ base: undefined, yours: unit, next: both.get(unit) })),
    ...unpaired(ownNext, both).map((unit) => ({ base: undefined, yours: undefined, next: unit })),
  ];
}

function unpaired(units: readonly Unit[], pairs: ReadonlyMap<Unit, Unit>): readonly Unit[] {
  const paired = new Set(pairs.values());
  return units.filter((unit) => !paired.has(unit));
}

/**
 * Pairs the units of two versions: first by key, then by a name that both declare (for example a function
 * that became a constant), and last by place, for units that have their text as key.
 */
export function pairUnits(
  from: readonly Unit[],
  to: readonly Unit[],
  byPlace = true,
): ReadonlyMap<Unit, Unit> {
  const pairs = new Map<Unit, Unit>();
  const taken = new Set<Unit>();
  const pair = (a: Unit, b: Unit): void => {
    pairs.set(a, b);
    taken.add(b);
  };

  const candidates = byKey(to);
  for (const [key, units] of byKey(from)) {
    const others = candidates.get(key) ?? [];
    // If several units share a key, equal ones are paired first and the others in order.
    if (units.length > 1 || others.length > 1) {
      for (const unit of units) {
        const spelled = unitSpelling(unit);
        const equal = others.find((other) => !taken.has(other) && unitSpelling(other) === spelled);
        if (equal) pair(unit, equal);
      }
    }
    for (const unit of units) {
      const other = pairs.has(unit) ? undefined : others.find((each) => !taken.has(each));
      if (other) pair(unit, other);
    }
  }

  for (const unit of from) {
    if (pairs.has(unit) || unit.names.length === 0) continue;
    const other = to.find((each) => !taken.has(each) && each.names.some((name) => unit.names.includes(name)));
    if (other) pair(unit, other);
  }

  if (byPlace) {
    for (const [index, unit] of from.entries()) {
      if (!unit.soft || pairs.has(unit)) continue;
      const before = from[index - 1];
      const counterpart = before && pairs.get(before);
      if (before && !counterpart) continue;
      const other = to[counterpart ? to.indexOf(counterpart) + 1 : 0];
      if (other?.soft && other.role === unit.role && !taken.has(other)) pair(unit, other);
    }
  }
  return pairs;
}

function byKey(units: readonly Unit[]): ReadonlyMap<string, readonly Unit[]> {
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const group = groups.get(unit.key);
    if (group) group.push(unit);
    else groups.set(unit.key, [unit]);
  }
  return groups;
}
