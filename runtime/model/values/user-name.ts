/** The maximum length of a user name, in UTF-16 code units, as written and in canonical form. */
export const USERNAME_LENGTH = 128;

/**
 * The canonical form of a user name: names that look alike have the same. Compatible characters are equal (NFKC),
 * case is folded, and invisible characters are removed, as in Unicode's NFKC_Casefold (unicode.org/reports/tr44, UAX
 * #31). Idempotent. It is stored in a unique field, because case folding differs between databases.
 */
export function userNameKey(name: string): string {
  // `ẞ` stays `ẞ` in upper case, while the upper case of `ß` is `SS`.
  return folded(name, (upper) => upper.replaceAll("ẞ", "SS"));
}

/** The canonical form from before `ẞ` equalled `ß`. `undefined` if it is the same. */
export function formerUserNameKey(name: string): string | undefined {
  const former = folded(name, (upper) => upper);
  return former === userNameKey(name) ? undefined : former;
}

function folded(name: string, mend: (upper: string) => string): string {
  const visible = name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  // Upper case first, so that letters with two lower-case forms, or with an upper case of several letters, become
  // equal.
  return mend(visible.toUpperCase()).toLowerCase().normalize("NFKC").trim();
}
