import { ANY_DIGITS, parseDecimal } from "./decimal.js";

const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** The most digits for which a double holds the sum of many numbers exactly. */
const FAST_DIGITS = 15;
const FAST_LIMIT = 4e15;

/** The exact sum of decimals. It keeps one number, however many are added. */
export class DecimalSum {
  /** The sum is `#units + #few`, in units of the digit at `#places` after the point. */
  #units = 0n;
  /** A double, because small numbers are added to it faster. Always a safe integer. */
  #few = 0;
  #places = 0;
  #isEmpty = true;

  /** Ignores a text that is not a decimal. */
  add(text: string): void {
    if (!PLAIN.test(text)) return;
    this.#isEmpty = false;
    const point = text.indexOf(".");
    const places = point < 0 ? 0 : text.length - point - 1;
    if (places > this.#places) this.#refine(places);
    const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
    const more = this.#places - places;
    if (digits.length + more <= FAST_DIGITS) {
      this.#few += Number(digits) * 10 ** more;
      if (Math.abs(this.#few) > FAST_LIMIT) this.#carry();
    } else this.#units += BigInt(digits) * 10n ** BigInt(more);
  }

  /** In canonical form. `undefined` if nothing was added. */
  get text(): string | undefined {
    this.#carry();
    return this.#isEmpty ? undefined : decimalText(this.#units, this.#places);
  }

  #refine(places: number): void {
    this.#carry();
    this.#units *= 10n ** BigInt(places - this.#places);
    this.#places = places;
  }

  #carry(): void {
    this.#units += BigInt(this.#few);
    this.#few = 0;
  }
}

/** `sum / count`, rounded half away from zero at this number of digits after the point. */
export function roundedQuotient(sum: string, count: number, places: number): string {
  const point = sum.indexOf(".");
  const scale = point < 0 ? 0 : sum.length - point - 1;
  const units = BigInt(sum.replace(".", "")) * 10n ** BigInt(places);
  const by = BigInt(count) * 10n ** BigInt(scale);
  const half = units < 0n ? -by : by;
  return decimalText((2n * units + half) / (2n * by), places);
}

/** The canonical text of a number of units, each of the digit at `places` after the point. */
function decimalText(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  const point = digits.length - places;
  const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return parseDecimal(units < 0n ? `-${text}` : text, ANY_DIGITS);
}
