/**
 * A JSON number in its original text, because a double would change its value. Types that keep every digit,
 * and JSON values, accept it. Other types accept a double if it is exactly the same number; otherwise they
 * report a mistake instead of silently changing the value.
 */
export class ExactNumber {
  /** How often `JSON.stringify` has rounded such a number to a double. */
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
