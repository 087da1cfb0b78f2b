/**
 * Marks a name that is left open: "private use one", which occurs in no text of ours. It is a character of Latin-1,
 * because V8 takes twice the memory for texts with other characters.
 */
const MARK = "\u0091";

/**
 * The names of an entity that can be left open: its name, the name of its records' schema, and the ids of its
 * operations.
 */
const open = new RegExp(`${MARK}(name|type|\\w+ \\w+)${MARK}`);

/** Marks a name in the input of a template. */
export function openName(name: string): string {
  return `${MARK}${name}${MARK}`;
}

/** JSON in which names are left open, so that descriptions that only differ in names are generated once. */
export class NameTemplate {
  /** Texts and open names, alternating. */
  readonly #pieces: readonly string[];

  constructor(json: string) {
    this.#pieces = json.split(open);
  }

  /** @param names The values of the open names. They need no escapes. */
  fill(names: ReadonlyMap<string, string>): string {
    let text = "";
    let isOpen = false;
    for (const piece of this.#pieces) {
      text += isOpen ? (names.get(piece) ?? "") : piece;
      isOpen = !isOpen;
    }
    return text;
  }
}
