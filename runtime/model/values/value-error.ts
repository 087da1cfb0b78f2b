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
  | "wrong-type"
  | "too-short"
  | "too-long"
  | "out-of-range"
  | "not-exact"
  | "not-storable"
  | "not-listed";

/** Thrown for a list with items that are not valid. */
export class ListError extends ValueError {
  readonly items: readonly { readonly index: number; readonly error: ValueError }[];

  constructor(first: ListError["items"][number], items: ListError["items"]) {
    super(first.error.code, `has an item (${first.index}) that ${first.error.message}`);
    this.items = items;
  }
}
