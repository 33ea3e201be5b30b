import { describe, expect, it } from 'vitest';

import { poolOf, strangerRows } from '../benchmark/measure/strangers.js';

function indexedOf(count: number) {
  const ids = Array.from({ length: count }, (_, at) => `page ${at}`);
  return {
    references: ids.map((id) => ({ id, set: 'pages', file: `${id}.jpg` })),
    dnas: ids.map((id) => Buffer.from(id)),
  };
}

const textsOf = (dnas: readonly Buffer[]) => dnas.map(String).sort();

describe('simulated references', () => {
  it('are made of references that no query shows', () => {
    const pool = poolOf(indexedOf(4), [{ truths: ['page 1', 'page 3'] }, { truths: [] }], 1);
    expect(textsOf(pool)).toEqual(['page 0', 'page 2']);
  });

  it('are made of all references where every one is shown', () => {
    const pool = poolOf(indexedOf(2), [{ truths: ['page 0', 'page 1'] }], 1);
    expect(textsOf(pool)).toEqual(['page 0', 'page 1']);
  });

  it('are compared with as many real ones, as far as there are real ones', () => {
    const asked: unknown[] = [];
    const rows = strangerRows(
      {
        compareStrangers: (_, dnas, counts) => {
          asked.push({ given: dnas.length, size: counts.size, parents: counts.parents });
          const distances = { byRank: [9, 14, 19], hits: 50 } as const;
          return { real: distances, simulated: { ...distances, hits: 40 } };
        },
      },
      indexedOf(3200),
      1,
    );
    expect(asked).toEqual([
      { given: 3200, size: 1000, parents: 100 },
      { given: 3200, size: 3000, parents: 300 },
    ]);
    expect(rows.find(({ id }) => id === 'strangers.3000.simulated.hits')).toMatchObject({
      value: 40,
      label: 'strangers that a descriptor hits among 3000, simulated from 300',
    });
    expect(rows.map(({ value }) => value).slice(0, 4)).toEqual([9, 14, 19, 50]);
  });
});
