/** Texts of tenants in files that spreadsheet programs open: none of them may be computed. */

/** What spreadsheet programs may take for the beginning of a formula, also behind blanks and quotes. */
const FORMULA = /^[\s'"]*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

/** What spreadsheet programs show where they cannot compute, also in German and in French. */
const ERROR_VALUE =
  /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA|NV|BEZUG!|WERT!|ZAHL!|NUL!|VALEUR!|NOM\?|NOMBRE!)$|^Err:\d{3}$/;

export function isErrorValue(text: string): boolean {
  return ERROR_VALUE.test(text);
}

/** A text that no spreadsheet program computes: an apostrophe goes before what looks like a formula or an error. */
export function harmless(text: string): string {
  return FORMULA.test(text) || isErrorValue(text) ? `'${text}` : text;
}

/** The text that `harmless` was given. */
export function withoutApostrophe(text: string): string {
  return harmless(text.slice(1)) === text ? text.slice(1) : text;
}
