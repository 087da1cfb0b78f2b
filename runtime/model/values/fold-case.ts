/**
 * The letters whose simple case folding is not their lower case, and their foldings
 * (unicode.org/Public/15.0.0/ucd/CaseFolding.txt, status C and S). Databases replace them after `lower`, which
 * differs between databases.
 */
export const foldedLetters = {
  letters: "µſ\u0345ςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛ\u1fbe",
  foldings: "μsισβθφπκρεвдосттъѣꙋṡι",
} as const;

/**
 * `İ` has no simple case folding, although databases convert it to lower case. The code point that replaces it
 * meanwhile occurs in no text (unicode.org/faq/private_use.html#nonchar1). Unlike U+FFFF, it may be in XML
 * (w3.org/TR/xml/#charsets), in which SQL Server shows statements with their plans, and Microsoft's parser of T-SQL
 * reads it.
 */
export const keptLetter = { letter: "İ", standIn: "\ufdd0" } as const;

/** The letters that got a lower case after Unicode 15.0. */
const NEWER = /[\u1c89\ua7cb\ua7cc\ua7ce\ua7d2\ua7d4\ua7da\ua7dc\u{10d50}-\u{10d65}\u{16ea0}-\u{16eb8}]/u;

/**
 * The simple case folding of Unicode 15.0: two texts are equal without regard to case if their foldings are equal.
 */
export function foldCase(text: string): string {
  return text.replace(/[A-Z\x80-\u{10ffff}]/gu, foldLetter);
}

function foldLetter(letter: string): string {
  const index = foldedLetters.letters.indexOf(letter);
  if (index !== -1) return foldedLetters.foldings.charAt(index);
  // As in a database, where the code point replaces the letter.
  if (letter === keptLetter.standIn) return keptLetter.letter;
  return letter === keptLetter.letter || NEWER.test(letter) ? letter : letter.toLowerCase();
}
