/** The values of one server setting with which an acknowledged write may be lost. */
export interface DurabilityRule {
  readonly setting: string;
  readonly isRisk: (value: string, all: ReadonlyMap<string, string>) => boolean;
  /** What may happen. */
  readonly consequence: string;
  /** What to change on the server. */
  readonly remedy: string;
}

/** A setting that has such a value. */
export interface DurabilityRisk extends Omit<DurabilityRule, "isRisk"> {
  readonly value: string;
}

export const LOSES_LATEST =
  "writes that were answered last are lost if its machine stops all at once, as by a power cut";
export const LOSES_ALL = "the whole database may be unreadable after its machine has stopped all at once";

/** The rules that the server's settings break. Names and values are compared in lower case. */
export function risksIn(
  rules: readonly DurabilityRule[],
  settings: Iterable<readonly [name: string, value: string]>,
): readonly DurabilityRisk[] {
  const all = new Map(Array.from(settings, ([name, value]) => [name.toLowerCase(), value.toLowerCase()]));
  return rules.flatMap(({ setting, isRisk, consequence, remedy }) => {
    const value = all.get(setting);
    return value !== undefined && isRisk(value, all) ? [{ setting, value, consequence, remedy }] : [];
  });
}
