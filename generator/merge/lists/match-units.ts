import { unitSpelling, type Unit } from "../source/unit.js";

/** One unit in up to three versions of a file. */
export interface MatchedUnit {
  readonly base: Unit | undefined;
  readonly yours: Unit | undefined;
  readonly next: Unit | undefined;
}

export function matchUnits(
  base: readonly Unit[],
  yours: readonly Unit[],
  next: readonly Unit[],
): readonly MatchedUnit[] {
  const toYours = pairUnits(base, yours);
  const toNext = pairUnits(base, next);
  const slots: MatchedUnit[] = base.map((unit) => ({
    base: unit,
    yours: toYours.get(unit),
    next: toNext.get(unit),
  }));
  const takenYours = new Set(toYours.values());
  const takenNext = new Set(toNext.values());
  const ownYours = yours.filter((unit) => !takenYours.has(unit));
  const ownNext = next.filter((unit) => !takenNext.has(unit));
  const both = pairUnits(ownYours, ownNext, false);
  const takenBoth = new Set(both.values());
  for (const unit of ownYours) slots.push({ base: undefined, yours: unit, next: both.get(unit) });
  for (const unit of ownNext)
    if (!takenBoth.has(unit)) slots.push({ base: undefined, yours: undefined, next: unit });
  return slots;
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
