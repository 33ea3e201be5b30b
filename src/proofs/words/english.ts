import type { ProofWords } from './proof-words.js';

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export const english: ProofWords = {
  language: 'en',
  title: 'Comparison of two PDFs',
  titleOf: (first, second) => `Comparison of ${first} and ${second}`,
  files: ['First file', 'Second file'],
  fileOf: (file, name, pageCount) => `${file}: ${name}, ${counted(pageCount, 'page')}`,
  pageHeading: 'Pages',
  page: (page) => `Page ${page}`,
  pageWas: (page, before) => `Page ${page} (page ${before} before)`,
  pageOfFirst: (page) => `Page ${page} of the first file`,
  missingIn: ['Not in the first file.', 'Not in the second file.'],
  pictureOf: ['The page in the first file', 'The page in the second file'],
  status: {
    unchanged: 'unchanged',
    changed: 'changed',
    inserted: 'inserted',
    removed: 'removed',
    moved: 'moved',
  },
  kinds: {
    added: 'added',
    missing: 'missing',
    changed: 'changed',
    moved: 'moved',
    recolored: 'recolored',
  },
  nothing: 'No differences were found.',
  nothingElse: 'No other differences were found.',
  differences: (count) => counted(count, 'difference'),
  ignored: (count) => `${count} ignored`,
  pagesThat: {
    inserted: (count) => `${counted(count, 'page')} inserted`,
    removed: (count) => `${counted(count, 'page')} removed`,
    moved: (count) => `${counted(count, 'page')} moved`,
  },
  counts: ({ changed, inserted, removed, moved, unchanged }) =>
    `Pages: ${changed} changed, ${inserted} inserted, ${removed} removed, ${moved} moved, ${unchanged} unchanged.`,
  ignoredHeading: 'Ignored on request',
  leftOut: (count) =>
    count === 1
      ? 'On every page 1 place was left out on request.'
      : `On every page ${count} places were left out on request.`,
  tooUnlike: 'The pages are too unlike to be compared place by place: look at both.',
  picturesAlone: 'Only the pictures were compared: at least one of the pages has no text.',
  tooMany: 'Too many pages differ for one report: this one is shown small.',
  limit:
    'Pages are compared at 150 dots to the inch (posters at fewer). No difference found is no proof that nothing differs.',
  unwritable:
    'Letters that no font here can write stand as their Unicode numbers in brackets; the pictures show them.',
  looksDifferent: 'The page looks different as a whole.',
  measured: (before, after) => `The page measured ${before} and measures ${after}.`,
  whole: {
    mirrored: 'Everything is mirrored.',
    turned: (angle) => `Everything is turned by ${angle}.`,
    scaled: (percent) => `Everything is scaled to ${percent}.`,
    moved: (directions) => `Everything lies ${directions}.`,
    recolored: {
      paper: (color) => `The ground has another color everywhere (${color}).`,
      print: (color) => `The print has another color everywhere (${color}).`,
    },
    text: (styles) => `All text: ${styles}.`,
  },
  toward: {
    right: (length) => `${length} further right`,
    left: (length) => `${length} further left`,
    down: (length) => `${length} further down`,
    up: (length) => `${length} further up`,
  },
  style: {
    color: (color) => `color ${color}`,
    size: (sizes) => `size ${sizes}`,
    font: (fonts) => `font ${fonts}`,
    names: { regular: 'regular', bold: 'bold', upright: 'upright', italic: 'italic' },
  },
  places: {
    added: (color) => `Something was added${color}.`,
    missing: (color) => `Something is missing${color}.`,
    changed: (color) => `Something changed${color}.`,
    moved: (color) => `Something moved${color}.`,
    recolored: (color) => `The color changed${color}.`,
  },
  textMoved: (text) => `The text ${text} moved.`,
  textBehindMoved: 'The text behind it moved.',
  moreWords: (count) => `${count} more ${count === 1 ? 'place' : 'places'} changed there.`,
  wordAdded: (word) => `${word} was added.`,
  wordMissing: (word) => `${word} is missing.`,
  about: (what, text) => `${what}: ${text}`,
  quoted: (text) => `“${text}”`,
};
