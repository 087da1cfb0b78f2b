/**
 * A number of a JSON text as it was written, where a double would be another one. The types that keep every digit, and
 * JSON values, hold it; the others take a double if that is the same number, and else it is a mistake instead of a silent
 * change.
 */
export class ExactNumber {
  /** How often one has been made a double by `JSON.stringify`, which knows no better. */
  static rounded = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The nearest double. */
  valueOf(): number {
    return Number(this.text);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): number {
    ExactNumber.rounded++;
    return this.valueOf();
  }
}
