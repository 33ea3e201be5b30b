/** Files that nobody has made well; `npm run proof -- device` reads ten thousand. */
import { expect, it } from 'vitest';
import { readMutatedPacks } from '../../../packages/engine-wasm/proof/mutated-packs.js';

it(
  'mutated packs, also signed ones, are opened or refused by a typed error',
  { timeout: 120_000 },
  async () => {
    const { counts, faults } = await readMutatedPacks(400, 7);
    expect(faults).toEqual([]);
    expect([...counts.keys()].toSorted()).toEqual(
      ['ENGINE_FAILED', 'PACK_DAMAGED', 'PACK_INCOMPLETE', 'PACK_NEWER', 'opened'].toSorted(),
    );
  },
);
