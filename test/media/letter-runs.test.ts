/** Words of letters that stand without a space between them. */
import { describe, expect, it } from 'vitest';
import { type Letter, wordsOfRun } from '../../src/media/pdf/letter-runs.js';

describe('a run of letters', () => {
  const latin = (text: string): Letter[] => [...text].map((letter) => ({ text: letter, along: null }));
  /** Letters in the order of the file, at places that grow in the direction of the line. */
  const placed = (text: string, places: readonly number[]): Letter[] =>
    [...text].map((letter, at) => ({
      text: letter,
      along: /\p{Nd}/u.test(letter) ? null : (places[at] ?? 0),
    }));
  const written = (letters: readonly Letter[]): string[] =>
    wordsOfRun(letters).map((word) => word.map(({ text }) => text).join(''));

  it('is one word where its script writes spaces', () => {
    expect(written(latin('Doloresin®'))).toEqual(['Doloresin®']);
  });

  it.each([
    ['Chinese', '每日服用两次'],
    ['Japanese', 'パンを食べる人'],
    ['Thai', 'ข้าวใหม่หอมมาก'],
  ])('is parted into words of %s', (_script, text) => {
    const words = written(latin(text));
    expect(words.length).toBeGreaterThan(1);
    expect(words.join('')).toBe(text);
  });

  it('is read from the right where a file holds Hebrew or Arabic as they are seen', () => {
    expect(written(placed('ךרדה', [10, 20, 30, 40]))).toEqual(['הדרך']);
    expect(written(placed('תيب', [10, 20, 30]))).toEqual(['بيת']);
  });

  it('stays as it is where a file holds them as they are read', () => {
    expect(written(placed('הדרך', [40, 30, 20, 10]))).toEqual(['הדרך']);
  });

  it('keeps numbers among them from left to right', () => {
    expect(written(placed('47אב', [0, 0, 10, 20]))).toEqual(['בא47']);
  });
});
