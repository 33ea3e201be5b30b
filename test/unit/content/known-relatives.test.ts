/** Other references of a page's design, which a photo of it is compared with. */
import { describe, expect, it } from 'vitest';
import { KnownRelatives } from '../../../src/engine-host/content/known-relatives.js';
import { hit, WHOLE } from '../../kit/engine/content-hits.js';

const page = { ...hit(1, 'Match', 0.1), queryFromReference: WHOLE };

/** References of one design, in an index that counts its changes. */
class Design {
  readonly keys = new Set([1, 2]);
  changes = 2;
  searches = 0;
  isReachable = true;
  readonly relatives = new KnownRelatives(
    { readDna: (key) => Promise.resolve(this.keys.has(key) ? Buffer.of(key) : null) },
    {
      search: (_, _dna, self) => {
        this.searches += 1;
        if (!this.isReachable) return Promise.reject(new Error('No searcher answers.'));
        const others = [...this.keys].filter((key) => key !== self);
        return Promise.resolve({ hits: others.map((key) => hit(key, 'Match', 0.1, WHOLE)) });
      },
      lastChange: () => Promise.resolve(this.changes),
    },
  );

  change(alter: (keys: Set<number>) => void): void {
    alter(this.keys);
    this.changes += 1;
  }

  async ofPage(): Promise<readonly number[]> {
    return (await this.relatives.of(page)).map(({ key }) => key);
  }
}

describe('relatives of a page', () => {
  it('are searched for once while the index stays as it is, also by photos that come together', async () => {
    const design = new Design();
    expect(await Promise.all([design.ofPage(), design.ofPage()])).toEqual([[2], [2]]);
    expect(await design.ofPage()).toEqual([2]);
    expect(design.searches).toBe(1);
  });

  it('are seen by the next photo when one came or went', async () => {
    const design = new Design();
    expect(await design.ofPage()).toEqual([2]);
    design.change((keys) => keys.add(3));
    expect(await design.ofPage()).toEqual([2, 3]);
    design.change((keys) => keys.delete(2));
    expect(await design.ofPage()).toEqual([3]);
    design.change((keys) => keys.delete(1));
    expect(await design.ofPage()).toEqual([]);
  });

  it('are searched for again where a search failed', async () => {
    const design = new Design();
    design.isReachable = false;
    await expect(design.ofPage()).rejects.toThrow('No searcher answers.');
    design.isReachable = true;
    expect(await design.ofPage()).toEqual([2]);
  });
});
