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

/** Fills in the values of open names. They need no escapes. */
export type NameTemplate = (names: ReadonlyMap<string, string>) => string;

/** A template of JSON in which names are left open: descriptions that only differ in names are generated once. */
export function nameTemplate(json: string): NameTemplate {
  // Texts and open names, alternating.
  const pieces = json.split(open);
  return (names) => {
    let text = "";
    let isOpen = false;
    for (const piece of pieces) {
      text += isOpen ? (names.get(piece) ?? "") : piece;
      isOpen = !isOpen;
    }
    return text;
  };
}
