/** Reviews of drafts: asked for, approved or refused by somebody else, void after a change. */
import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { seed } from '../../kit/seed.js';
import { MovableClock } from '../../kit/seed/seed-clock.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { draftBench } from './draft-bench.js';
import { reviewCalls } from './review-calls.js';

const clock = new MovableClock();
const bench = draftBench({ clock });
let colleague: SeededUser;
const { ask, draftOf, version, approve, refuse, title, history, log } = reviewCalls(bench, () => colleague);

beforeEach(async () => {
  clock.to('2026-12-23T12:00:00Z');
  await bench.begin();
  colleague = await bench.organization.user({ roles: ['Editor'] });
  await bench.start();
  await bench.edit([bench.titled('Winter')]);
});

describe('a review', () => {
  test('is asked for, approved by a colleague, logged, and stays with what was published', async () => {
    expect(await ask()).toMatchObject({
      review: { state: 'ASKED', askedBy: bench.user.userName, decidedBy: null },
    });
    expect(await approve()).toMatchObject({ review: { state: 'APPROVED', decidedBy: colleague.userName } });
    expect(await bench.publish()).toMatchObject({ changed: 1 });
    expect(await title()).toBe('Winter');
    expect(await history()).toEqual({
      operations: [{ operation: 'title:write' }, { operation: 'draft:publish' }],
      review: {
        state: 'APPROVED',
        askedBy: bench.user.userName,
        decidedBy: colleague.userName,
        decidedAt: '2026-12-23T12:00:00.000Z',
      },
    });
    expect(await log()).toEqual([
      `draft:create ${bench.user.userName}`,
      `draft:askReview ${bench.user.userName}`,
      `draft:approve ${colleague.userName}`,
      `draft:publish ${bench.user.userName}`,
    ]);
  });

  test('is refused with a reason, and asked for again', async () => {
    await ask();
    expect(await refuse('  ')).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'reason' }] });
    expect(await refuse('x'.repeat(2001))).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await refuse('The season is wrong.')).toMatchObject({
      review: { state: 'REFUSED', decidedBy: colleague.userName, reason: 'The season is wrong.' },
    });
    const closed = { code: 'CONFLICT', message: expect.stringContaining('Ask for one first') as unknown };
    expect(await approve()).toMatchObject(closed);
    const [entry] = await bench.loupe.app.services.operations.list(operator, {
      organizationId: bench.organization.id,
      operation: 'draft:refuse',
    });
    expect(entry?.changes).toMatchObject([{ field: 'reason', after: 'The season is wrong.' }]);
    expect(await ask()).toMatchObject({ review: { state: 'ASKED', reason: null } });
  });

  test('is nothing for a draft without changes, and nobody approves what nobody asked for', async () => {
    expect(await approve()).toMatchObject({ code: 'CONFLICT' });
    await bench.discard();
    await bench.start();
    expect(await ask()).toMatchObject({ code: 'CONFLICT' });
  });

  test('is void when anybody changes the draft after it, in any way', async () => {
    for (const change of [
      async () => bench.edit([bench.titled('Deep winter')], colleague),
      async () => bench.edit([bench.zoned('Offer')]),
      async () => bench.drop([], colleague),
    ]) {
      const third = await bench.organization.user({ roles: ['Editor'] });
      await ask();
      await approve(third);
      await change();
      expect(await draftOf()).toMatchObject({
        review: { state: 'VOID', decidedBy: third.userName, voidedBy: expect.any(String) as unknown },
      });
    }
    expect((await log()).filter((line) => line.startsWith('draft:void'))).toHaveLength(3);
  });

  test('is decided by nobody who edited the draft, even where another wrote over it, no viewer and no stranger', async () => {
    await bench.edit([bench.titled('Mine')], colleague);
    await bench.edit([bench.titled('Ours')]);
    await ask();
    const own = {
      code: 'FORBIDDEN',
      message: expect.stringContaining('edited this draft yourself') as unknown,
    };
    expect(await approve(bench.user)).toMatchObject(own);
    expect(await approve(colleague)).toMatchObject(own);
    expect(await refuse('No', colleague)).toMatchObject(own);
    const viewer = await bench.organization.user({ roles: ['Viewer'] });
    expect(await approve(viewer)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await ask(viewer)).toMatchObject({ code: 'FORBIDDEN' });
    const stranger = await (await seed(bench.loupe).organization()).user();
    expect(await approve(stranger)).toMatchObject({ code: 'NOT_FOUND' });
    const { draftReviews } = bench.loupe.app.services;
    const seen = { versions: [await version()], unmodifiedSince: null };
    await expect(draftReviews.approve(operator, bench.document.id, seen)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('approves what was looked at, and nothing that came since', async () => {
    await ask();
    const looked = await version();
    await bench.edit([bench.titled('Later')]);
    expect(await approve(colleague, looked)).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(await draftOf()).toMatchObject({ review: { state: 'ASKED' } });
  });

  test('stands in the inbox of those who may decide, until somebody has', async () => {
    const { inbox, inboxMails } = bench.loupe.app.services;
    const viewer = await bench.organization.user({ roles: ['Viewer'] });
    const awaited = async (who: SeededUser) =>
      (await inbox.of(await who.viewer(), bench.organization.id)).filter(
        ({ kind }) => kind === 'ReviewAsked',
      );
    expect(await awaited(colleague)).toEqual([]);
    await ask();
    const item = {
      documentId: bench.document.id,
      reason: bench.user.userName,
      at: new Date('2026-12-23T12:00:00Z'),
    };
    const [shown] = await awaited(colleague);
    expect(shown).toMatchObject(item);
    expect(await awaited(bench.user)).toEqual([]);
    expect(await awaited(viewer)).toEqual([]);
    const isDismissed = async () =>
      (await inbox.dismissed(await colleague.viewer(), bench.organization.id)).length === 1;
    await inbox.dismiss(await colleague.viewer(), bench.organization.id, shown?.id ?? '');
    // Goes through what was dismissed, for nobody in particular.
    await inboxMails.look();
    expect([await isDismissed(), await awaited(colleague)]).toEqual([true, []]);
    clock.forward({ minutes: 60 });
    await ask();
    expect(await awaited(colleague)).toHaveLength(1);
    await bench.edit([bench.titled('Ours')], colleague);
    expect(await awaited(colleague)).toEqual([]);
    const another = await bench.organization.user({ roles: ['Editor'] });
    expect(await awaited(another)).toHaveLength(1);
    await refuse('Not yet', another);
    expect(await awaited(another)).toEqual([]);
  });
});
