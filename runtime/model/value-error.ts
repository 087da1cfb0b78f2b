/** Says why a value is not one of a field's; the message continues a sentence that names the field. */
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
