import { isDeviceName, MAX_NAME_LENGTH, nameMistake } from "../../runtime/model/names.js";
import { generatedNames } from "../naming.js";

type Kind = "entity" | "field" | "operation" | "parameter";

/** Chooses a unique name for each database object, ignoring case. A stored name that is already valid is kept. */
export function chooseNames(
  stored: readonly string[],
  kind: Kind,
  taken: readonly string[] = [],
): readonly string[] {
  const seen = new Set(taken.flatMap((name) => marks(name, kind)));
  const claim = (name: string) => {
    const own = marks(name, kind);
    if (own.some((mark) => seen.has(mark))) return undefined;
    for (const mark of own) seen.add(mark);
    return name;
  };
  const kept = stored.map((name) => (isName(name, kind) ? claim(name) : undefined));
  return stored.map(
    (name, index) => kept[index] ?? firstFree(isName(name, kind) ? name : makeName(name, kind), claim),
  );
}

/** `name`, or the first free of `name_2`, `name_3` and so on. */
function firstFree(name: string, claim: (name: string) => string | undefined): string {
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? "" : `_${count}`;
    const free = claim(name.slice(0, MAX_NAME_LENGTH - suffix.length) + suffix);
    if (free !== undefined) return free;
  }
}

/**
 * The forms of a name that must be unique. Two entities, or two operations, must also have different names in
 * generated code.
 */
function marks(name: string, kind: Kind): readonly string[] {
  return kind === "field" || kind === "parameter"
    ? [name.toLowerCase()]
    : [name.toLowerCase(), generatedNames({ name }).repository];
}

function isName(name: string, kind: Kind): boolean {
  return (
    nameMistake(name) === undefined && !((kind === "entity" || kind === "operation") && isDeviceName(name))
  );
}

/** `Größe (cm)` → `Grosse_cm`, `2nd` → `field_2nd` */
function makeName(stored: string, kind: Kind): string {
  const letters = stored
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const short = letters.slice(0, MAX_NAME_LENGTH);
  return isName(short, kind) ? short : `${kind}_${short}`.replace(/_$/, "").slice(0, MAX_NAME_LENGTH);
}
