/**
 * Around a name that is left open: "private use one", which no text of ours has. It is a character of Latin-1, because
 * V8 keeps texts of others in twice the bytes.
 */
const MARK = "\u0091";

/** What can be left open of an entity: its name, the name of its records' schema, and the ids of its operations. */
const open = new RegExp(`${MARK}(name|type|\\w+ \\w+)${MARK}`);

/** Stands for a name in what a template is made of. */
export function openName(name: string): string {
  return `${MARK}${name}${MARK}`;
}

/** JSON in which names are open, so that descriptions that differ in names alone are made once. */
export class NameTemplate {
  /** Texts and open names by turns. */
  readonly #pieces: readonly string[];

  constructor(json: string) {
    this.#pieces = json.split(open);
  }

  /** @param names What to insert, by what is open. Names need no escapes. */
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
