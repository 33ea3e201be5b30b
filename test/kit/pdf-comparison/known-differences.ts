/** Where Loupe and poppler differ, and why that stays. */
export const KNOWN_DIFFERENCES: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  { pattern: /^font /, why: 'each draws the standard fonts with its own' },
  { pattern: /^blend Saturation .* on color$/, why: 'Ghostscript draws it as Loupe does' },
  { pattern: /^alpha CA /, why: 'fill and stroke are one object, which hides the fill below the stroke' },
  { pattern: /^color calGray$/, why: 'poppler gives gray the tint of the white point' },
  { pattern: /^tiles /, why: 'poppler places tiles on whole pixels' },
  {
    pattern: /^crop box reaching out /,
    why: 'what reaches out of the media box is cut off, as Ghostscript does',
  },
  { pattern: /^crop box outside /, why: 'a crop box outside of the media box crops nothing' },
  { pattern: /^annotation Highlight with flags 4$/, why: 'poppler wants the corners that it never draws' },
];
