import { describe, expect, it } from 'vitest';
import { isExempt, wordFaults } from '../../../scripts/support/banned-words.mjs';

describe('the check of words', () => {
  it('reports a phrase with its file, its line and what to write instead', () => {
    const text = 'A webhook receives events.\nThe caller is told of an error.\n';
    expect(wordFaults('docs/page.md', text)).toEqual([
      'docs/page.md:2 "is told": write learns, gets, receives, is notified',
    ]);
  });

  it('sees phrases in any case, and those that a line break of a comment divides', () => {
    const text =
      '/**\n * Whoever reads it; there are so\n * many.\n */\n# in place\n# of it\n// and its\n// kin\n';
    expect(wordFaults('a.ts', text).map((fault) => fault.split(':')[1])).toEqual([
      '2 "whoever"',
      '2 "so many"',
      '5 "in place of"',
      '7 "and its kin"',
    ]);
  });

  it('leaves parts of longer words alone', () => {
    expect(wordFaults('a.ts', 'const storyteller = canewood; // tell, told, retells\n')).toEqual([]);
  });

  it('leaves out third-party texts and released contracts only', () => {
    const paths = [
      'native/third_party/doctest/doctest.h',
      'schema/released/schema.graphql',
      'README.md',
      'src/app.ts',
    ];
    expect(paths.map(isExempt)).toEqual([true, true, false, false]);
  });
});
