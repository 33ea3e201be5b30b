/** A part of a page that was cut out of it. */
import { describe, expect, it } from 'vitest';
import type { ContentFacts } from '../../src/engine-host/content/evidence.js';
import { checkContent, hit, photoOf, source, words } from '../kit/engine/content-hits.js';

describe('a page of which a photo shows a part alone', () => {
  it('is recognized by a picture that was cut out of it, where all of that agrees', async () => {
    const clipping = { inkedBlocks: 120, agreeingBlocks: 120, visibleShare: 0.27, worstDifference: 2 };
    const ask = async (more: Partial<ContentFacts> = {}, distance = 0.65) =>
      words(await checkContent([hit(1, 'Similar', distance)], source, photoOf(1, { ...clipping, ...more })));
    expect(await ask()).toEqual(['1 Match']);
    expect(await ask({}, 0.75)).toEqual(['1 Similar']);
    expect(await ask({ agreeingBlocks: 117 })).toEqual(['1 Similar']);
    expect(await ask({ medianCorrelation: 0.9 })).toEqual(['1 Similar']);
    expect(await ask({ visibleShare: 0.1 })).toEqual(['1 Similar']);
    expect(await ask({ otherPrintShare: 0.01 })).toEqual(['1 Similar']);
  });

  it('is recognized by an eighth of it that is seen alone, whose edges touch what lies beside it', async () => {
    const part = { inkedBlocks: 204, agreeingBlocks: 202, contradictingBlocks: 1, visibleShare: 0.16 };
    const ask = async (more: Partial<ContentFacts> = {}) =>
      words(
        await checkContent(
          [hit(1, 'Similar', 0.58)],
          source,
          photoOf(1, { ...part, worstDifference: 2, ...more }),
        ),
      );
    expect(await ask()).toEqual(['1 Match']);
    expect(await ask({ contradictingBlocks: 3 })).toEqual(['1 Similar']);
    expect(await ask({ inkedBlocks: 110, agreeingBlocks: 110 })).toEqual(['1 Similar']);
    expect(await ask({ visibleShare: 0.6 })).toEqual(['1 Similar']);
    expect(await ask({ visibleShare: 0.11 })).toEqual(['1 Similar']);
  });

  it('is shown by a clipping on white, whose surroundings are blank, and by no other picture in its frame', async () => {
    const cut = { agreeingBlocks: 30, contradictingBlocks: 70, medianCorrelation: 0.1, worstDifference: 2 };
    const ask = async (more: Partial<ContentFacts>) =>
      words(await checkContent([hit(1, 'Match', 0.4)], source, photoOf(1, { ...cut, ...more })));
    expect(await ask({ emptyBlocks: 100 })).toEqual(['1 Match']);
    expect(await ask({ emptyBlocks: 100, addedBlocks: 10 })).toEqual(['1 Similar']);
    expect(await ask({ emptyBlocks: 100, otherPrintShare: 0.01 })).toEqual(['1 Similar']);
    expect(await ask({ emptyBlocks: 10 })).toEqual(['1 Similar']);
  });
});
