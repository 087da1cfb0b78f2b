import { DURATION_KEY_LENGTH, durationSortKey, parseDuration } from "../../model/values/duration.js";
import type { FieldValue } from "../../model/field-type.js";
import { orItsText, textOf } from "./odd-values.js";

/** The maximum length of a stored duration: its sort key, a blank, and 55 characters. */
export const DURATION_TEXT_LENGTH = DURATION_KEY_LENGTH + 57;

const KEY = new RegExp(`^\\d{${DURATION_KEY_LENGTH}} `);

/**
 * How databases without a type for durations store them: as text after a sort key, because none can compare the ISO
 * form. The key is compared as PostgreSQL compares durations; equal durations are equal texts.
 */
export const durationText = {
  typescript: "string",
  toParameter: (value: Exclude<FieldValue, null>) => `${durationSortKey(textOf(value))} ${textOf(value)}`,
  fromColumn: orItsText((value) => parseDuration(textOf(value).replace(KEY, ""))),
} as const;
