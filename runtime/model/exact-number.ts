/**
 * A number of a JSON text that a double cannot hold to the last digit, as it was written. Only the types that
 * keep every digit take it; for the others it is a mistake instead of a silent change.
 */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
