/**
 * The beginnings of texts that spreadsheets treat as formulas, also in their full-width forms (OWASP, "CSV
 * Injection"). Apostrophes may come before them, so that escaping can be undone exactly.
 */
const BEFORE_FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Puts an apostrophe before a text that a spreadsheet would treat as a formula. */
export function escapeFormula(text: string): string {
  return BEFORE_FORMULA.test(text) ? `'${text}` : text;
}

/** Undoes `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && BEFORE_FORMULA.test(text) ? text.slice(1) : text;
}
