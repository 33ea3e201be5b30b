import { describe, expect, it } from 'vitest';
import { markedWords } from '../../src/proofs/changed-letters.js';

describe('words that changed', () => {
  const marked = (before: string, after: string) => {
    const words = markedWords({ before, after });
    const written = (parts: (typeof words)['before']) =>
      parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
    return `${written(words.before)} ${written(words.after)}`;
  };

  it.each([
    ['12,90', '12,50', '12,[9]0 12,[5]0'],
    ['6815047.00', '6815047.00.00', '6815047.00 6815047.00[.00]'],
    ['未満の場合は使用', '末満の場合は使用', '[未]満の場合は使用 [末]満の場合は使用'],
    ['ข้าวใหม', 'ข้าวใหม่', 'ข้าวให[ม] ข้าวให[ม่]'],
    ['für', 'fu\u0308r', 'f[ü]r f[u\u0308]r'],
    ['apple', 'crossing', '[apple] [crossing]'],
    ['', 'new', ' [new]'],
  ])('%s and %s are marked letter by letter', (before, after, expected) => {
    expect(marked(before, after)).toBe(expected);
  });
});
