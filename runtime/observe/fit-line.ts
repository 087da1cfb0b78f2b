/** As much as a pipe takes at once, so that the lines of several processes never mix (PIPE_BUF of Linux), in bytes. */
const MAX_BYTES = 4096;

/** What JSON leaves as it is and a terminal may take for a command or the end of a line. */
const HARMFUL = /[\u007f-\u009f\u2028\u2029]/g;

/** A line of the log, no longer than 4 KiB: long texts in it are cut. */
export function fitLine(line: string): string {
  // A line has at least as many bytes as characters; most lines have nothing to look for.
  const escaped = line.replace(HARMFUL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (Buffer.byteLength(escaped) <= MAX_BYTES) return escaped;
  const entry: unknown = JSON.parse(escaped);
  for (let length = MAX_BYTES / 2; length >= 1; length /= 2) {
    const cut = `${fitLineOf(entry, length)}\n`;
    if (Buffer.byteLength(cut) <= MAX_BYTES) return cut;
  }
  return `{"msg":"A line of the log was too long."}\n`;
}

function fitLineOf(entry: unknown, length: number): string {
  const text = JSON.stringify(entry, (_name, value: unknown) =>
    typeof value === "string" && value.length > length ? `${value.slice(0, length)}…` : value,
  );
  return text.replace(HARMFUL, "?");
}
