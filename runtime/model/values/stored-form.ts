/**
 * How SQLite stores dates and times, for which it has no types: as text in one layout, as numbers, or in any
 * form. The names describe the form: `YYYY-MM-DD HH:MM:SS.SSS`, `unix seconds`.
 */
export interface StoredForm {
  readonly kind: "layout" | "julian day" | "unix seconds" | "unix milliseconds" | "any";
  /** For a layout: the separator between date and time. `undefined` for a date. */
  readonly separator: string | undefined;
  /** The number of digits after the second. */
  readonly fraction: number;
  /** For a layout: the time zone at the end. */
  readonly zone: string;
}

const LAYOUT = /^YYYY-MM-DD(?:([T ])HH:MM:SS(?:\.(S{1,9}))?(Z| ?\+00:00)?)?$/;
const FRACTIONS: Readonly<Record<string, number>> = {
  "julian day": 3,
  "unix seconds": 0,
  "unix milliseconds": 3,
  any: 3,
};

/** The form of this name. `undefined` for an unknown name. */
export function storedForm(name: string): StoredForm | undefined {
  const fraction = Object.hasOwn(FRACTIONS, name) ? FRACTIONS[name] : undefined;
  if (fraction !== undefined)
    return { kind: name as StoredForm["kind"], separator: undefined, fraction, zone: "" };
  const [layout, separator, digits = "", zone = ""] = LAYOUT.exec(name) ?? [];
  return layout === undefined ? undefined : { kind: "layout", separator, fraction: digits.length, zone };
}
