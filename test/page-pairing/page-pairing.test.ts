import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Likeness, pairPages, type PairedPage } from '../../src/page-pairing/page-pairing.js';

/** Pairs pages that are named by letters; a small letter is the same page with another content, `_` a blank page. */
function pair(before: string, after: string) {
  const pages = pairPages(after.length, before.length, {
    likeness: (i, j): Likeness | null => {
      const [a = '', b = ''] = [after[i], before[j]];
      if (a.toLowerCase() !== b.toLowerCase()) return null;
      return { distance: a === b ? 0 : 0.3, isSame: a === b, isIdentical: a === b };
    },
    leftOver: (i, j, isEven) => (isEven || (after[i] === '_') === (before[j] === '_') ? 0 : null),
  });
  return pages.map((page) => told(before, page)).join(' ');
}

/** The earlier page, and S for the same, M for the same at another place, C for a changed, N for a new one. */
function told(before: string, { from, isSame, isMoved }: PairedPage): string {
  if (from === null) return '-N';
  return `${before[from] ?? ''}${!isSame ? 'C' : isMoved ? 'M' : 'S'}`;
}

/** Pairs pages of one design, which all differ by 0.01 and look the same to a coarse eye where `looksSame`. */
function pairDesign(before: string, after: string, looksSame: boolean) {
  const pages = pairPages(after.length, before.length, {
    likeness: (i, j) => {
      const isIdentical = after[i] === before[j];
      return { distance: isIdentical ? 0 : 0.01, isSame: isIdentical || looksSame, isIdentical };
    },
    leftOver: () => null,
  });
  return pages
    .map(({ from, isMoved }) => `${from === null ? '-' : (before[from] ?? '')}${isMoved ? 'm' : ''}`)
    .join('');
}

describe('pages of two files', () => {
  it.each([
    ['ABC', 'ABC', 'AS BS CS'],
    ['ABC', 'AXBC', 'AS -N BS CS'],
    ['ABC', 'AC', 'AS CS'],
    ['ABC', 'AXC', 'AS BC CS'],
    ['ABC', 'AbC', 'AS BC CS'],
    ['ABCD', 'DABC', 'DM AS BS CS'],
    ['A', 'X', 'AC'],
    ['ABC', 'XYZW', 'AC BC CC -N'],
    ['AAB', 'AAB', 'AS AS BS'],
    ['AB', '', ''],
    ['ABC', 'BCA', 'BS CS AM'],
    ['A_B_', '_A_B', '_M AS _S BS'],
    ['A_B_', '_A_BX', '_M AS _S BS -N'],
    ['A_B_', '_A_B_', '-N AS _S BS _S'],
    ['A_C', 'AXYC', 'AS -N -N CS'],
    ['AX_C', 'A_C', 'AS _S CS'],
    ['AX_YC', 'AZ_WC', 'AS XC _S YC CS'],
    ['A_C', 'AXC', 'AS _C CS'],
    ['AA', 'A', 'AS'],
    ['XAYA', 'YA', 'YS AS'],
  ])('of %s that becomes %s', (before, after, fates) => {
    expect(pair(before, after)).toBe(fates);
  });

  it.each([false, true])(
    'are paired with identical ones first, also where all of them look the same: %s',
    (looks) => {
      expect(pairDesign('ABCD', 'BCDE', looks)).toBe('BCDAm');
      expect(pairDesign('ABCD', 'ACBD', looks)).toBe('ACBmD');
      expect(pairDesign('ABCD', 'BCDA', looks)).toBe('BCDAm');
      expect(pairDesign('ABCD', 'ABBCD', looks)).toBe('AB-CD');
      expect(pairDesign('ABCD', 'AECBD', looks)).toBe('A-CBmD');
      expect(pairDesign('ABCD', 'DCBA', looks)).toBe('DCmBmAm');
    },
  );

  it('that are left over go together in order, as many as may, of these the least different', () => {
    const gap = (distances: readonly (readonly (number | null)[])[]) =>
      pairPages(distances.length, distances[0]?.length ?? 0, {
        likeness: () => null,
        leftOver: (i, j) => distances[i]?.[j] ?? null,
      }).map(({ from }) => from);
    expect(gap([[0.4], [0.1]])).toEqual([null, 0]);
    expect(
      gap([
        [0.4, null],
        [0.1, null],
      ]),
    ).toEqual([null, 0]);
    expect(
      gap([
        [0.4, 0.2],
        [0.1, 0.4],
      ]),
    ).toEqual([0, 1]);
    expect(
      gap([
        [null, 0.2],
        [0.1, null],
        [null, 0.3],
      ]),
    ).toEqual([null, 0, 1]);
    expect(gap([[null]])).toEqual([null]);
  });

  it('never lose an identical page to pages that differ little', () => {
    const files = fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { maxLength: 9 });
    const distance = fc.double({ min: 0.001, max: 1, noNaN: true });
    fc.assert(
      fc.property(files, files, distance, fc.boolean(), (before, after, apart, looksSame) => {
        const pages = pairPages(after.length, before.length, {
          likeness: (i, j) => {
            const isIdentical = after[i] === before[j];
            return { distance: isIdentical ? 0 : apart, isSame: isIdentical || looksSame, isIdentical };
          },
          leftOver: () => null,
        });
        const identical = pages.filter(({ from }, i) => from !== null && before[from] === after[i]).length;
        const count = (all: readonly string[], page: string) => all.filter((each) => each === page).length;
        const most = [...'ABCDE'].map((page) => Math.min(count(before, page), count(after, page)));
        expect(identical).toBe(most.reduce((sum, each) => sum + each, 0));
        const taken = pages.flatMap(({ from }) => (from === null ? [] : [from]));
        expect(new Set(taken).size).toBe(taken.length);
      }),
    );
  });

  it('get the assignment of least cost, each page at most once', () => {
    const cost = fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 4, maxLength: 4 }), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(cost, (costs) => {
        const at = (i: number, j: number) => costs[i]?.[j] ?? 0;
        const pages = pairPages(4, 4, {
          likeness: (i, j) => ({ distance: at(i, j) / 100, isSame: false, isIdentical: false }),
          leftOver: () => 0,
        });
        const columns = pages.map(({ from }) => from ?? -1);
        expect(new Set(columns).size).toBe(4);
        const sum = (each: readonly number[]) => each.reduce((total, j, i) => total + at(i, j), 0);
        const least = Math.min(...permutations([0, 1, 2, 3]).map(sum));
        expect(sum(columns)).toBe(least);
      }),
    );
  });
});

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((each) => each !== item)).map((rest) => [item, ...rest]),
  );
}
