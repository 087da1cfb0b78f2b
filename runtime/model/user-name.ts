/** The most characters of a user name, in UTF-16 code units, as it is written and as it is compared. */
export const USERNAME_LENGTH = 128;

/**
 * The form by which user names are compared: two that look alike are one. Compatible characters are one (NFKC), case is
 * folded, and what nobody sees is left out, as Unicode's NFKC_Casefold has it (unicode.org/reports/tr44, UAX #31). The key
 * of a key is itself.
 */
export function userNameKey(name: string): string {
  // The capital of ß is its own upper case, though that of ß is SS.
  return folded(name, (upper) => upper.replaceAll("ẞ", "SS"));
}

/** The key that this name was given before `ẞ` was the same as `ß`; undefined where it is the same as now. */
export function formerUserNameKey(name: string): string | undefined {
  const former = folded(name, (upper) => upper);
  return former === userNameKey(name) ? undefined : former;
}

function folded(name: string, mend: (upper: string) => string): string {
  const visible = name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  // Upper case first, so that letters with two lower-case forms, or none in one letter, become one.
  return mend(visible.toUpperCase()).toLowerCase().normalize("NFKC").trim();
}
