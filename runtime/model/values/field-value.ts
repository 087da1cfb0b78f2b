/** A value in canonical form, as records, JSON and conditions use it. */
export type FieldValue = JsonValue;
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** The time zone of dates and times: UTC, the offset with which each value was written, or none. */
export const zones = ["utc", "offset", "none"] as const;
export type Zone = (typeof zones)[number];

/** The limits of a field's values. */
export interface ValueLimits {
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  /** The least and the greatest number, in canonical form. */
  readonly minimum?: number | string | undefined;
  readonly maximum?: number | string | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
  readonly zone?: Zone | undefined;
  /** The type of a list's items, and how many there may be. */
  readonly of?: string | undefined;
  readonly maxItems?: number | undefined;
  /** The texts of an enum, in their order. */
  readonly values?: readonly FieldValue[] | undefined;
}
