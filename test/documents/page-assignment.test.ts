import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignPages } from '../../src/documents/pages/page-assignment.js';

/** Assigns pages that are named by letters; a small letter is the same page with another content, `_` a blank page. */
function assign(before: string, after: string) {
  const pages = assignPages(after.length, before.length, {
    likeness: (i, j) => {
      const [a = '', b = ''] = [after[i], before[j]];
      if (a.toLowerCase() !== b.toLowerCase()) return null;
      return { distance: a === b ? 0 : 0.3, isSame: a === b };
    },
    isOfOneKind: (i, j) => (after[i] === '_') === (before[j] === '_'),
  });
  return pages
    .map(({ from, fate }) => `${from === null ? '-' : (before[from] ?? '')}${fate[0] ?? ''}`)
    .join(' ');
}

describe('pages of a corrected file', () => {
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
    expect(assign(before, after)).toBe(fates);
  });

  it('get the assignment of least cost, each page at most once', () => {
    const cost = fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 4, maxLength: 4 }), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(cost, (costs) => {
        const at = (i: number, j: number) => costs[i]?.[j] ?? 0;
        const pages = assignPages(4, 4, {
          likeness: (i, j) => ({ distance: at(i, j) / 100, isSame: false }),
          isOfOneKind: () => true,
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
