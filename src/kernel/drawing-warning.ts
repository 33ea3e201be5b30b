/** What of a file is not drawn as it is printed, in words for the publisher's programs. */

/**
 * - `FontsMissing`: fonts that the file does not hold; their letters are drawn in others, or not at all.
 * - `ImagesMissing`: pictures that cannot be read or end before their last row, by how they are coded.
 * - `PagesMissing`: numbers of pages that the file promises and does not hold.
 * - `OverprintNotDrawn`: inks that print over what lies below and are left out, or not drawn as they print.
 * - `FormNotDrawn`: a form whose pages a program makes (XFA); the one page that is there asks to wait.
 * - `AttachmentsNotDrawn`: files of a portfolio, whose one page is its cover.
 */
export const drawingWarningCodes = [
  'FontsMissing',
  'ImagesMissing',
  'PagesMissing',
  'OverprintNotDrawn',
  'FormNotDrawn',
  'AttachmentsNotDrawn',
] as const;

export interface DrawingWarning {
  readonly code: (typeof drawingWarningCodes)[number];
  readonly names: readonly string[];
}

/** One warning of each kind, with the names of all. */
export function mergeWarnings(warnings: readonly DrawingWarning[]): readonly DrawingWarning[] {
  return drawingWarningCodes.flatMap((code) => {
    const names = new Set(warnings.filter((each) => each.code === code).flatMap((each) => each.names));
    return names.size === 0 ? [] : [{ code, names: [...names] }];
  });
}
