/** Phrases that the project does not use, because a native reader stumbles over them, and what to write instead. */

const phrases = [
  ['is told', 'learns, gets, receives, is notified'],
  ['are told', 'learn, get, receive, are notified'],
  ['tells', 'says, shows, returns, reports, names, lists'],
  ['so many', 'the number itself: `count`, a number of, this many'],
  ['whoever', 'the caller, the reader, a user who'],
  ['anew', 'again, re-: rebuild, reread, redraw'],
  ['in place of', 'instead of, for; to replace'],
  ['in the place of', 'instead of, for; to replace'],
  ['the begin of', 'the start of'],
  ['its very bytes', 'the bytes themselves'],
  ['have their turn', 'run; where the program yields: yield to the event loop'],
  ['what searches go through', 'the hot part'],
  ['and its kin', 'the list of errors itself'],
  ['hang on', 'belong to'],
  ['hangs on', 'belongs to'],
  ['good no more', 'no longer valid, expired'],
  ['find it no more', 'no longer find it'],
  ['find them no more', 'no longer find them'],
  ['keep this no more', 'remove this'],
  ['have this no more', 'remove this'],
  ['again for more', 'repeatable'],
  ['hand it on', 'pass it on'],
  ['hands it on', 'passes it on'],
];

/** Other people's texts, what was released, and this list with its test. */
const exempt = [
  'native/third_party/',
  'schema/released/',
  'scripts/support/banned-words.mjs',
  'test/unit/lint/banned-words.test.ts',
];

/** Line breaks between the words count as spaces, together with the marks that begin the lines of a comment. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\r?\n[ \t]*(?:(?:\*|///?|#|>)[ \t]*)?)`;
const rules = phrases.map(([phrase, instead]) => ({
  phrase,
  instead,
  pattern: new RegExp(String.raw`\b${phrase.split(' ').join(GAP)}\b`, 'giu'),
}));

/** @param {string} path from the root, with slashes */
export const isExempt = (path) => exempt.some((begin) => path.startsWith(begin));

/**
 * Finds the phrases in a text.
 *
 * @param {string} path named in the faults
 * @param {string} text
 * @returns {string[]} a sentence for each, in the order of the text
 */
export function wordFaults(path, text) {
  return rules
    .flatMap(({ phrase, instead, pattern }) =>
      [...text.matchAll(pattern)].map(({ index }) => ({ index, message: `"${phrase}": write ${instead}` })),
    )
    .sort((a, b) => a.index - b.index)
    .map(({ index, message }) => `${path}:${text.slice(0, index).split('\n').length} ${message}`);
}
