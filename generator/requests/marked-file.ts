import { createHash } from "node:crypto";

/** A line that names the command that wrote a file, with a hash of the text, by which edits by hand are detected. */
const PREFIX = "Written by data-api requests, and again until it is edited: ";
const EMPTY = "0".repeat(16);
const MARK = new RegExp(`${PREFIX}([0-9a-f]{16})`);

/** The text of a file with its mark. @param write Writes the text around the mark. */
export function markedText(write: (mark: string) => string): string {
  const text = write(PREFIX + EMPTY);
  return text.replace(PREFIX + EMPTY, PREFIX + hashOf(text));
}

/** Whether a text is unchanged since `markedText`. */
export function isUnedited(text: string): boolean {
  // Git may change line ends.
  const own = text.replaceAll("\r\n", "\n");
  const hash = MARK.exec(own)?.[1];
  return hash !== undefined && hash === hashOf(own.replace(MARK, PREFIX + EMPTY));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, EMPTY.length);
}
