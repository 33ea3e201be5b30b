/** Texts of tenants in files that spreadsheet programs open: none of them may be computed. */

/** What spreadsheet programs may take for the beginning of a formula, also behind blanks and quotes. */
const FORMULA = /^[\s'"]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

/** A text that no spreadsheet program computes: an apostrophe goes before what looks like a formula. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `harmless` was given. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
