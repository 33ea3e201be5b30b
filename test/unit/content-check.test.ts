/** What becomes of the hits of a search when the content of the photo was asked. */
import { describe, expect, it, vi } from 'vitest';
import type { AsksContent } from '../../src/engine-host/content/content-check.js';
import { distinguish } from '../../src/engine-host/content/distinguish.js';
import {
  blockState,
  type ContentCandidate,
  type ContentFacts,
  type DistinguishingBlocks,
} from '../../src/engine-host/content/evidence.js';
import {
  checkContent,
  facts,
  hit,
  INSIDE,
  photoOf,
  source,
  told,
  WHOLE,
  words,
} from '../kit/engine/content-hits.js';

describe('references at one place of the photo', () => {
  const recognized = [
    hit(1, 'Match', 0.1),
    hit(2, 'Match', 0.12),
    hit(3, 'Match', 0.2),
    hit(4, 'Similar', 0.6),
  ];

  it('the one whose content the photo shows is recognized, wherever it stood, and no other', async () => {
    for (const shown of [1, 2, 3]) {
      const checked = await checkContent(recognized, source, photoOf(shown));
      expect(checked.filter(({ decision }) => decision === 'Match').map(({ key }) => key)).toEqual([shown]);
      expect(checked[0]?.key).toBe(shown);
    }
  });

  it('none is recognized when the photo shows other content', async () => {
    const checked = await checkContent(recognized, source, photoOf(7));
    expect(words(checked)).toEqual(['1 Similar', '2 Similar', '3 Similar', '4 Similar']);
    expect(checked.every(({ distance }) => distance > 0.5)).toBe(true);
  });

  it('of twenty, what resembles the photo less than those that were refused is refused, too', async () => {
    const twenty = Array.from({ length: 20 }, (_, at) => hit(at + 1, 'Match', 0.1 + at / 100));
    const checked = await checkContent(twenty, source, photoOf(50));
    expect(checked.filter(({ decision }) => decision !== 'Similar')).toEqual([]);
  });

  it('stay as they are when nothing distinguishes them', async () => {
    const same = () => Promise.resolve({ facts, relatives: [told(0, 0), told(0, 0), told(0, 0)] });
    expect(await checkContent(recognized, source, same)).toBe(recognized);
  });

  const answered = (relative: DistinguishingBlocks) =>
    checkContent(recognized, source, () =>
      Promise.resolve({ facts, relatives: [relative, relative, relative] }),
    );

  it('are Similar together when the photo is too poor for what they share', async () => {
    const checked = await answered({ ...told(2), sharedAgreeing: 30 });
    expect(words(checked)).toEqual(['1 Similar', '2 Similar', '3 Similar', '4 Similar']);
  });

  it('stay as they are when the photo is too poor and they have no more in common than any two pages', async () => {
    const unrelated = { ...told(2, 700), sharedAgreeing: 30 };
    expect(words(await answered(unrelated))).toEqual(words(recognized));
  });

  it('are Similar together when they differ in less than the photo shows', async () => {
    const checked = await answered({ ...told(0, 0), differsInFull: true });
    expect(words(checked)).toEqual(['1 Similar', '2 Similar', '3 Similar', '4 Similar']);
  });

  it('differ enough in one block', async () => {
    const few = (shown: number) =>
      checkContent(recognized, source, ({ picture }, relatives) =>
        Promise.resolve({ facts, relatives: relatives.map(() => told(picture[0] === shown ? 1 : 0, 1)) }),
      );
    expect((await few(2))[0]).toMatchObject({ key: 2, decision: 'Match' });
    expect((await few(7)).every(({ decision }) => decision === 'Similar')).toBe(true);
  });

  it('are refused where the photo has the ink of a relative on their empty paper', async () => {
    const relative = { ...told(20), empty: 10, added: 9 };
    expect((await answered(relative)).every(({ decision }) => decision === 'Similar')).toBe(true);
    expect((await answered({ ...relative, added: 2 }))[0]).toMatchObject({ key: 1, decision: 'Match' });
  });

  it('are not asked where no picture of them is kept', async () => {
    const given = [hit(90, 'Match', 0.1), hit(91, 'Match', 0.2)];
    const never = () => Promise.reject(new Error('asked'));
    expect(await checkContent(given, source, never)).toBe(given);
  });
});

it('a reference that the photo resembles alone is distinguished from relatives that it does not resemble', async () => {
  const unseen = [{ key: 8, queryFromReference: INSIDE }];
  const [shown] = await checkContent([hit(1, 'Match', 0.1)], source, photoOf(1), unseen);
  expect(shown).toMatchObject({ decision: 'Match' });
  const [other] = await checkContent([hit(1, 'Match', 0.1)], source, photoOf(7), unseen);
  expect(other).toMatchObject({ decision: 'Similar' });
});

it('a reference of which no relative is known is refused when its page shows other print', async () => {
  const weigh = photoOf(1, { otherPrintShare: 0.1 });
  expect(words(await checkContent([hit(1, 'Match', 0.1)], source, weigh))).toEqual(['1 Similar']);
});

describe('a page that keypoints do not confirm', () => {
  const recognized = [
    hit(1, 'Match', 0.1),
    hit(2, 'Match', 0.12),
    hit(3, 'Similar', 0.7),
    hit(4, 'Similar', 0.8),
  ];

  it('is recognized by its content where its relatives were refused', async () => {
    const [shown, ...others] = await checkContent(recognized, source, photoOf(4));
    expect(shown).toMatchObject({ key: 4, decision: 'Match' });
    expect(others.every(({ decision }) => decision === 'Similar')).toBe(true);
  });

  it('is recognized by it alone where everything agrees, and keypoints nearly did', async () => {
    const ask = async (distance: number, more: Partial<ContentFacts> = {}) =>
      words(
        await checkContent(
          [hit(1, 'Similar', distance)],
          source,
          photoOf(1, { inkedBlocks: 200, agreeingBlocks: 200, worstDifference: 2, ...more }),
        ),
      );
    expect(await ask(0.55)).toEqual(['1 Match']);
    expect(await ask(0.75)).toEqual(['1 Similar']);
    expect(await ask(0.55, { agreeingBlocks: 190 })).toEqual(['1 Similar']);
    expect(await ask(0.55, { contradictingBlocks: 1 })).toEqual(['1 Similar']);
    expect(await ask(0.55, { unevennessPx: 0.7 })).toEqual(['1 Similar']);
  });

  it('stays Similar where the photo shows another page', async () => {
    expect(
      (await checkContent(recognized, source, photoOf(7))).every(({ decision }) => decision === 'Similar'),
    ).toBe(true);
  });
});

it('a page that lies flat and contradicts in many blocks is refused, a creased one is not', async () => {
  const ask = async (more: Partial<ContentFacts>) =>
    words(
      await checkContent(
        [hit(1, 'Match', 0.1)],
        source,
        photoOf(1, { contradictingBlocks: 30, addedBlocks: 5, ...more }),
      ),
    );
  expect(await ask({})).toEqual(['1 Similar']);
  expect(await ask({ unevennessPx: 0.7 })).toEqual(['1 Match']);
  expect(await ask({ contradictingBlocks: 15 })).toEqual(['1 Match']);
});

it('a weaker hit elsewhere on the page of a refused one is refused with it', async () => {
  const part = [0.3, 0, 0.2, 0, 0.3, 0.2, 0, 0, 1];
  const hits = [hit(1, 'Match', 0.1), hit(2, 'Match', 0.4, part)];
  const weigh: AsksContent['weigh'] = ({ picture }) =>
    Promise.resolve({ facts: { ...facts, otherPrintShare: picture[0] === 1 ? 0.1 : 0 }, relatives: [] });
  expect(words(await checkContent(hits, source, weigh))).toEqual(['1 Similar', '2 Similar']);
});

it('references at different places of the photo do not disturb each other', async () => {
  const elsewhere = [0.2, 0, 0.75, 0, 0.2, 0.75, 0, 0, 1];
  const hits = [hit(1, 'Match', 0.1), hit(2, 'Match', 0.2, elsewhere)];
  const asked: (readonly ContentCandidate[])[] = [];
  const weigh: AsksContent['weigh'] = (reference, relatives) => {
    asked.push([reference, ...relatives]);
    return photoOf(1)(reference, relatives);
  };
  expect(await checkContent(hits, source, weigh)).toBe(hits);
  expect(asked.map((candidates) => candidates.map(({ picture }) => picture[0]))).toEqual([[1], [2]]);
});

describe('a picture that fills the frame of a reference', () => {
  it('is a Clone when no levels differ', async () => {
    const [clone] = await checkContent([hit(1, 'Match', 0.2, WHOLE)], source, photoOf(1));
    expect(clone).toMatchObject({ key: 1, decision: 'Clone' });
    expect(clone?.distance).toBeLessThan(0.05);
  });

  it('is no Clone when the levels of one block differ', async () => {
    const other = { worstDifference: 0.95 };
    const [match] = await checkContent([hit(1, 'Clone', 0.01, WHOLE)], source, photoOf(1, other));
    expect(match).toMatchObject({ key: 1, decision: 'Match' });
  });

  it('is no Clone when one digit differs, however alike its blocks are', async () => {
    const other = { worstDifference: 0.1, detailDifference: 4 };
    const [match] = await checkContent([hit(1, 'Clone', 0.01, WHOLE)], source, photoOf(1, other));
    expect(match).toMatchObject({ key: 1, decision: 'Match' });
  });

  it('is refused when it shows something else in a part of it', async () => {
    const other = { agreeingBlocks: 75, contradictingBlocks: 20, worstDifference: 2 };
    const [similar] = await checkContent([hit(1, 'Match', 0.3, WHOLE)], source, photoOf(1, other));
    expect(similar).toMatchObject({ key: 1, decision: 'Similar' });
  });

  it('is refused when it lies roughly on the frame, agrees perfectly in a part and shows something else in another', async () => {
    const rough = [0.95, 0, 0.03, 0, 0.96, 0.02, 0, 0, 1];
    const other = { agreeingBlocks: 70, contradictingBlocks: 25, medianCorrelation: 0.4, worstDifference: 2 };
    const ask = async (more: Partial<ContentFacts>) =>
      (await checkContent([hit(1, 'Match', 0.3, rough)], source, photoOf(1, { ...other, ...more })))[0];
    expect(await ask({})).toMatchObject({ decision: 'Similar' });
    // A creased page agrees nowhere as well, and has shadows where its paper is empty.
    expect(await ask({ highCorrelation: 0.9 })).toMatchObject({ decision: 'Match' });
    expect(await ask({ addedBlocks: 12 })).toMatchObject({ decision: 'Match' });
  });

  it('is a Clone although it was rejected for its shape', async () => {
    const [clone] = await checkContent(
      [hit(1, 'Rejection due to shape of the matching box', 0.9, WHOLE)],
      source,
      photoOf(1),
    );
    expect(clone).toMatchObject({ key: 1, decision: 'Clone', queryFromReference: WHOLE });
  });

  it('is a Clone although keypoints put it some way off its frame', async () => {
    const rough = [0.9, -0.1, 0.05, 0.02, 0.93, 0.03, 0, -0.1, 1];
    const [clone] = await checkContent([hit(1, 'Similar', 0.7, rough)], source, photoOf(1));
    expect(clone).toMatchObject({ key: 1, decision: 'Clone', queryFromReference: WHOLE });
  });

  it('is a Clone in each quarter turn', async () => {
    const half = [-1, 0, 1, 0, -1, 1, 0, 0, 1];
    const [clone] = await checkContent([hit(1, 'Match', 0.2, half)], source, photoOf(1));
    expect(clone).toMatchObject({ key: 1, decision: 'Clone' });
  });

  it('is a Clone when strong compression changed levels and every block agrees', async () => {
    const ask = (more: Partial<ContentFacts>) =>
      checkContent([hit(1, 'Match', 0.2, WHOLE)], source, photoOf(1, { worstDifference: 0.8, ...more }));
    expect((await ask({}))[0]).toMatchObject({ decision: 'Clone' });
    expect((await ask({ addedBlocks: 1 }))[0]).toMatchObject({ decision: 'Match' });
    expect((await ask({ lowCorrelation: 0.5 }))[0]).toMatchObject({ decision: 'Match' });
  });

  it.each([[0.2], [null], [0.4, 1], [undefined, 1]])(
    'is asked by thumbnails first: %s',
    async (given, ...asked) => {
      const weigh = vi.fn<AsksContent['weigh']>(() => Promise.resolve({ facts, relatives: [] }));
      const roughly = [0.9, 0, 0.05, 0, 0.9, 0.05, 0, 0, 1];
      const similar = { ...hit(1, 'Similar', 0.8, roughly), frameCorrelation: given };
      await checkContent([similar], source, weigh);
      expect(weigh.mock.calls.map(([{ key }]) => key)).toEqual(asked);
    },
  );

  it('is no Clone of a picture of other proportions', async () => {
    const wide = hit(1, 'Match', 0.2, WHOLE);
    const hits = [{ ...wide, query: { ...wide.query, originalSize: [120, 100] as const } }];
    expect((await checkContent(hits, source, photoOf(1)))[0]).toMatchObject({ decision: 'Match' });
  });

  it('is the Clone of the reference that it copies, not of the one that keypoints prefer', async () => {
    const hits = [hit(1, 'Clone', 0.01, WHOLE), hit(2, 'Match', 0.1, WHOLE)];
    const ask = (reference: ContentCandidate, relatives: readonly ContentCandidate[]) =>
      photoOf(2, { worstDifference: reference.picture[0] === 2 ? 0.1 : 0.6, addedBlocks: 1 })(
        reference,
        relatives,
      );
    const checked = await checkContent(hits, source, ask);
    expect(checked[0]).toMatchObject({ key: 2, decision: 'Clone' });
    expect(checked.filter(({ decision }) => decision === 'Clone')).toHaveLength(1);
  });
});

it('blocks that differ, that both share, and that only the relative has are counted apart', () => {
  const { agrees, contradicts, empty, added, hidden } = blockState;
  const photo = Uint8Array.from([
    agrees,
    190,
    contradicts,
    100,
    empty,
    100,
    added,
    100,
    agrees,
    190,
    hidden,
    0,
  ]);
  const relative = Uint8Array.from([contradicts, 0, agrees, 0, added, 0, added, 0, agrees, 0, agrees, 0]);
  const found = distinguish(photo, relative);
  expect(found).toMatchObject({ blocks: 1, agreeing: 1, shared: 2, sharedAgreeing: 1, empty: 2, added: 1 });
  expect(found.meanCorrelation).toBeCloseTo(0.9);
  expect(found.meanSharedCorrelation).toBeCloseTo(0.45);
});
