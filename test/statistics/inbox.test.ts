/** The inbox of an organization names what somebody should look at, and nothing any more once that is mended. */
import { beforeEach, describe, expect, test } from 'vitest';
import { Draft } from '../../src/documents/drafts/draft.entity.js';
import { newId } from '../../src/kernel/ids.js';
import { seed } from '../kit/seed.js';
import { copyDocuments } from '../kit/seed/many-documents.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { useTestApp } from '../kit/use-app.js';
import { device } from '../recognition/publisher.js';
import { useScene } from '../short-addresses/scene.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock });
const scene = useScene(loupe);
beforeEach(() => clock.to('2026-12-01T12:00:00Z'));

const inbox = async () =>
  scene.publisher.services.inbox.of(scene.publisher.editor, scene.publisher.organization.id);
const timed = async (timeWindow: string) => {
  const { id } = await scene.link(scene.page.id, 'door');
  await scene.publisher.services.actions.patch(scene.publisher.editor, id, { timeWindow });
  return id;
};

test('is empty where nothing is to be mended', async () => {
  await scene.link(scene.page.id, 'shop');
  expect(await inbox()).toEqual([]);
});

test('names a page that is scanned and offers nothing, until it has an action', async () => {
  const { services, reader, editor } = scene.publisher;
  const look = async () => services.recognition.byId(reader ?? editor, scene.page.id, 'en-US', device);
  for (let at = 0; at < 4; at += 1) await look();
  expect(await inbox()).toEqual([]);
  await look();
  expect(await inbox()).toMatchObject([
    {
      kind: 'ScannedWithoutAction',
      documentName: 'Summer issue',
      pageId: scene.page.id,
      pageOrder: 1,
      count: 5,
    },
  ]);
  clock.forward({ days: 8 });
  expect(await inbox()).toEqual([]);
  clock.forward({ days: -8 });
  await scene.link(scene.document.id, 'shop');
  expect(await inbox()).toEqual([]);
});

test('leaves scanned pages out that are in the trash', async () => {
  const { services, reader, editor } = scene.publisher;
  for (let at = 0; at < 5; at += 1)
    await services.recognition.byId(reader ?? editor, scene.page.id, 'en-US', device);
  await services.documents.delete(editor, scene.document.id);
  expect(await inbox()).toEqual([]);
});

/** Drafts of copies of the document, that were stopped at a date. */
async function stopDrafts(documents: number, publishAt: Date): Promise<readonly string[]> {
  const folder = await scene.publisher.services.folders.create(scene.publisher.editor, {
    name: 'Copies',
    parentId: scene.publisher.organization.id,
  });
  const copies = await copyDocuments(loupe, folder.id, scene.page.id, { documents, pages: 1 });
  await loupe.app.services.database.transaction(async ({ em }) => {
    await em.insertMany(
      Draft,
      copies.map(({ id: documentId }) => ({
        ...{ id: newId(), documentId, user: 'editor', dateCreated: publishAt, dateModified: publishAt },
        ...{ publishAt, publishStopped: 'A conflict.' },
      })),
    );
  });
  return copies.map(({ id }) => id);
}

test('names a stopped draft behind many that are in the trash', async () => {
  const at = new Date('2026-11-30T00:00:00Z');
  const [kept = '', ...others] = await stopDrafts(22, at);
  for (const id of others) await scene.publisher.services.documents.delete(scene.publisher.editor, id);
  expect(await inbox()).toMatchObject([{ kind: 'DraftStopped', documentId: kept, at }]);
});

test('a calendar says that it leaves out drafts', async () => {
  await stopDrafts(501, new Date('2026-12-02T00:00:00Z'));
  const { services, editor, organization } = scene.publisher;
  const period = { from: new Date('2026-12-01T00:00:00Z'), to: new Date('2026-12-03T00:00:00Z') };
  const { drafts, isComplete } = await services.calendar.of(editor, organization.id, period);
  expect([drafts.length, isComplete]).toEqual([500, false]);
});

test('names what ends this week, and what offers nothing then', async () => {
  await timed('until 2026-12-05T00:00 at 08:00-20:00');
  await scene.link(scene.document.id, 'always');
  expect(await inbox()).toMatchObject([
    { kind: 'EndsSoon', name: 'door', at: new Date('2026-12-04T11:00:00Z'), pageOrder: 1 },
  ]);
  await scene.begin();
  await timed('until 2026-12-05T00:00');
  expect(await inbox()).toMatchObject([
    { kind: 'OffersNothing', at: new Date('2026-12-04T15:00:00Z') },
    { kind: 'EndsSoon', at: new Date('2026-12-04T15:00:00Z') },
  ]);
  clock.to('2026-12-05T12:00:00Z');
  expect(await inbox()).toMatchObject([{ kind: 'OffersNothing', at: null }]);
});

test('says nothing about a pattern that goes on', async () => {
  await timed('on Mon,Tue,Wed,Thu,Fri,Sat at 00:00-24:00');
  await scene.link(scene.document.id, 'always');
  expect(await inbox()).toEqual([]);
});

test.each([
  [{ credit: 8, accountType: 'Prepaid' }, ['CreditsLow']],
  [{ credit: 100, accountType: 'Prepaid' }, []],
  [{}, []],
] as const)('names few credits of %j', async (given, kinds) => {
  const organization = await seed(loupe).organization(given);
  const viewer = await (await organization.user()).viewer();
  const items = await loupe.app.services.inbox.of(viewer, organization.id);
  expect(items.map(({ kind }) => kind)).toEqual(kinds);
});

describe('what is dismissed', () => {
  const look = async (times: number) => {
    const { services, reader, editor } = scene.publisher;
    for (let at = 0; at < times; at += 1)
      await services.recognition.byId(reader ?? editor, scene.page.id, 'en-US', device);
  };
  const dismiss = async () => {
    const { services, editor, organization } = scene.publisher;
    const [item] = await inbox();
    return services.inbox.dismiss(editor, organization.id, item?.id ?? '');
  };
  const dismissed = async () => {
    const { services, editor, organization } = scene.publisher;
    return services.inbox.dismissed(editor, organization.id);
  };

  test('is gone for all, with who and when, and can be put back', async () => {
    const { services, editor, organization } = scene.publisher;
    await look(5);
    const { id } = await dismiss();
    expect(await inbox()).toEqual([]);
    expect(await dismissed()).toMatchObject([
      { id, kind: 'ScannedWithoutAction', dismissed: { at: clock.now() } },
    ]);
    await expect(services.inbox.dismiss(editor, organization.id, 'nothing')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await services.inbox.restore(editor, organization.id, id);
    expect(await inbox()).toMatchObject([{ id, dismissed: null }]);
    expect(await dismissed()).toEqual([]);
  });

  test('comes back with twice the scans', async () => {
    await look(6);
    await dismiss();
    await look(5);
    expect(await inbox()).toEqual([]);
    await look(1);
    expect(await inbox()).toMatchObject([{ kind: 'ScannedWithoutAction', count: 12 }]);
  });

  test('comes back once it was mended and is broken again', async () => {
    const { services, editor } = scene.publisher;
    await look(5);
    await dismiss();
    const { id } = await scene.link(scene.page.id, 'shop');
    await loupe.app.services.inboxMails.look();
    await services.actions.delete(editor, id);
    expect(await inbox()).toMatchObject([{ kind: 'ScannedWithoutAction', count: 5 }]);
  });

  test('comes back for another reason or date', async () => {
    const [documentId = ''] = await stopDrafts(1, new Date('2026-11-30T00:00:00Z'));
    await dismiss();
    expect(await inbox()).toEqual([]);
    await loupe.app.services.database.transaction(({ em }) =>
      em.nativeUpdate(Draft, { documentId }, { publishStopped: 'Another conflict.' }),
    );
    expect(await inbox()).toMatchObject([{ kind: 'DraftStopped', reason: 'Another conflict.' }]);
  });

  test('makes room for what stands behind it', async () => {
    const ids = await stopDrafts(22, new Date('2026-11-30T00:00:00Z'));
    expect(await inbox()).toHaveLength(20);
    const hidden = [await dismiss(), await dismiss()];
    expect(await inbox()).toHaveLength(20);
    hidden.push(await dismiss());
    expect(await inbox()).toHaveLength(19);
    expect(ids).toEqual(expect.arrayContaining(hidden.map(({ documentId }) => documentId)));
  });
});

test('is closed to others', async () => {
  const { organization } = scene.publisher;
  await scene.begin();
  await expect(
    scene.publisher.services.inbox.of(scene.publisher.editor, organization.id),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
