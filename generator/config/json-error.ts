/** A mistake in a JSON text. The message names the line. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  /** The mistake, without the line. */
  readonly mistake: string;
  /** The position of the mistake in the text, in UTF-16 code units. */
  readonly position: number;

  constructor(mistake: string, line: number, position: number, cause: unknown) {
    super(`line ${line}: ${mistake}`, { cause });
    this.mistake = mistake;
    this.position = position;
  }
}
