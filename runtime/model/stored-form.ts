/**
 * How a database without types of its own for days and times keeps them: as texts of one layout, as numbers, or each as it
 * came. The names say it: `YYYY-MM-DD HH:MM:SS.SSS`, `unix seconds`.
 */
export interface StoredForm {
  readonly kind: "layout" | "julian day" | "unix seconds" | "unix milliseconds" | "any";
  /** Of a layout: what stands between day and time; undefined for a day alone. */
  readonly separator: string | undefined;
  /** How many digits of a second it has after the point. */
  readonly fraction: number;
  /** Of a layout: what stands at the end. */
  readonly zone: string;
}

const LAYOUT = /^YYYY-MM-DD(?:([T ])HH:MM:SS(?:\.(S{1,9}))?(Z| ?\+00:00)?)?$/;
const FRACTIONS: Readonly<Record<string, number>> = {
  "julian day": 3,
  "unix seconds": 0,
  "unix milliseconds": 3,
  any: 3,
};

/** Undefined for a name that means none. */
export function storedForm(name: string): StoredForm | undefined {
  const fraction = Object.hasOwn(FRACTIONS, name) ? FRACTIONS[name] : undefined;
  if (fraction !== undefined)
    return { kind: name as StoredForm["kind"], separator: undefined, fraction, zone: "" };
  const [layout, separator, digits = "", zone = ""] = LAYOUT.exec(name) ?? [];
  return layout === undefined ? undefined : { kind: "layout", separator, fraction: digits.length, zone };
}
