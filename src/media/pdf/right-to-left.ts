/** A letter of a script that runs from right to left: Hebrew, Arabic, Syriac and their neighbors. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10cff}\u{10d00}-\u{10fff}\u{1e800}-\u{1efff}]/u;
