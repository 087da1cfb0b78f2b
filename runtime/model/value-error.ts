/**
 * Thrown for a value that is not valid for its field. The message continues a sentence that names the field.
 */
export class ValueError extends Error {
  override readonly name = "ValueError";
  readonly code: ValueErrorCode;

  constructor(code: ValueErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type ValueErrorCode =
  "wrong-type" | "too-short" | "too-long" | "out-of-range" | "not-exact" | "not-storable" | "not-listed";
