/**
 * A number of a JSON text as it was written, where a double may be the rounding of another. Only the types that keep
 * every digit take it; the others take a double if that is the same number, and else it is a mistake instead of a
 * silent change.
 */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
