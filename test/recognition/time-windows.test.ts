/** Readers are shown what is within its time window at the moment of their answer, by the clocks of the organization. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RgbImage, toJpeg } from '../../packages/bench/paint/rgb-image.js';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';
import { operator } from '../../src/access/viewer.js';
import type { DocumentView, ImageView } from '../../src/documents/views.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { committedReadsOf } from '../kit/statements.js';
import { useTestApp } from '../kit/use-app.js';
import { device, newPublisher, type TestPublisher } from './publisher.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock });
let sheet: RgbImage;
let photo: Buffer;
let publisher: TestPublisher;
let document: DocumentView;
let page: ImageView;

beforeAll(async () => {
  sheet = await renderMagazinePage(1);
  photo = await toJpeg(sheet, 80);
});
beforeEach(async () => {
  clock.to('2026-12-01T12:00:00Z');
  publisher = await newPublisher(loupe);
  const { services, organization } = publisher;
  await services.organizations.update(operator, organization.id, { timeZone: 'Asia/Tokyo' });
  ({ document, page } = await publisher.print(sheet));
});

const link = async (
  nodeId: string,
  name: string,
  timeWindow: string | null = null,
  languageCode = 'en-US',
) => {
  const { id } = await publisher.addLink(nodeId, name, languageCode);
  return publisher.services.actions.patch(publisher.editor, id, { timeWindow });
};
/** Names of the actions that a reader gets; null for no answer. */
const seen = async (languageCode = 'en-US') =>
  (await publisher.scan(photo, languageCode))?.actions.map(({ name }) => name) ?? null;
const zone = async (name: string, positionXPercent: number, timeWindow: string | null) => {
  const place = { positionXPercent, positionYPercent: 0, widthPercent: 50, heightPercent: 100 };
  const { services, editor } = publisher;
  return services.zones.create(editor, { imageId: page.id, name, ...place, timeWindow });
};

describe('a campaign', () => {
  it('changes its actions at midnight of the organization, with no job and no change of the content', async () => {
    await link(page.id, 'before', 'until 2026-12-24T00:00');
    await link(page.id, 'after', 'from 2026-12-24T00:00');
    expect(await seen()).toEqual(['before']);
    clock.to('2026-12-23T14:59:59Z');
    expect(await seen()).toEqual(['before']);
    clock.to('2026-12-23T15:00:00Z');
    expect(await seen()).toEqual(['after']);
    // Another server whose clock is behind answers by its own.
    clock.to('2026-12-23T14:59:00Z');
    expect(await seen()).toEqual(['before']);
  });

  it('hands one print over from a document to the next', async () => {
    const { services, editor } = publisher;
    const next = await publisher.print(sheet, 'Winter issue');
    await link(document.id, 'summer');
    await link(next.document.id, 'winter');
    await services.documents.patch(editor, document.id, { timeWindow: 'until 2026-12-20' });
    await services.documents.patch(editor, next.document.id, { timeWindow: 'from 2026-12-21' });
    expect(await seen()).toEqual(['summer']);
    clock.to('2026-12-20T15:00:00Z');
    expect(await seen()).toEqual(['winter']);
  });
});

it('answers as if what is outside of its window were not there', async () => {
  const { services, editor, reader } = publisher;
  await services.titles.put(editor, { nodeId: document.id, languageCode: 'en-US', value: 'All year' });
  const own = { nodeId: page.id, languageCode: 'en-US', value: 'December', timeWindow: 'on Tue' } as const;
  await services.titles.put(editor, own);
  await link(page.id, 'always');
  const title = async () => (await publisher.scan(photo))?.title;
  expect(await title()).toBe('December');
  clock.to('2026-12-02T12:00:00Z');
  expect(await title()).toBe('All year');
  for (const close of [
    () => services.images.patch(editor, page.id, { timeWindow: 'at 07:00-09:00' }),
    () => services.documents.patch(editor, document.id, { timeWindow: 'until 2026-12-01' }),
  ]) {
    expect(await seen()).toEqual(['always']);
    await close();
    expect(await seen()).toBeNull();
    expect(await services.recognition.byId(reader, page.id, 'en-US', device)).toBeNull();
    await services.images.patch(editor, page.id, { timeWindow: null });
  }
});

it('takes the language in which there is something to do at the moment', async () => {
  await publisher.services.documentLanguages.add(publisher.editor, document.id, 'fr-FR');
  await link(page.id, 'plants');
  await link(page.id, 'plantes', 'from 2026-12-10', 'fr-FR');
  expect(await seen('fr-FR')).toEqual(['plants']);
  clock.to('2026-12-10T00:00:00Z');
  expect(await seen('fr-FR')).toEqual(['plantes']);
});

describe('a zone outside of its window', () => {
  it('leaves the page to the zones that are within theirs', async () => {
    const always = await zone('always', 0, null);
    const later = await zone('later', 50, 'from 2026-12-10');
    await link(always.id, 'left');
    await link(later.id, 'right');
    const { services } = publisher;
    const answered = async () => {
      const answer = await publisher.scan(photo);
      return answer === null ? [] : [answer, ...(await services.otherZones.of(answer))].map(({ id }) => id);
    };
    expect(await answered()).toEqual([always.id]);
    clock.to('2026-12-10T00:00:00Z');
    expect((await answered()).toSorted()).toEqual([always.id, later.id].toSorted());
  });

  it('leaves the page to the page itself where it was the only one', async () => {
    const { services, editor, reader } = publisher;
    const only = await zone('only', 0, 'from 2026-12-10');
    await link(only.id, 'offer');
    await link(page.id, 'page');
    const answer = await publisher.scan(photo);
    expect(answer).toMatchObject({ id: page.id, actions: [{ name: 'page' }] });
    expect(answer?.outline).toHaveLength(4);
    const trial = { organizationId: publisher.organization.id, languageCode: 'en-US' };
    const file = await services.uploads.receiveBytes(photo, { maxBytes: 20_000_000, originalName: 'p.jpg' });
    expect(await services.recognitionTrials.try(editor, file, trial)).toMatchObject({
      answer: { id: page.id },
    });
    clock.to('2026-12-10T00:00:00Z');
    expect(await publisher.scan(photo)).toMatchObject({ id: only.id });
    expect(await services.recognition.byId(reader, page.id, 'en-US', device)).toBeNull();
    // A page that was switched off stays off.
    await services.zones.delete(editor, only.id);
    await services.images.patch(editor, page.id, { status: 'Inactive' });
    expect(await publisher.scan(photo)).toBeNull();
  });
});

it('costs no statement while no window opens or closes, and none at all where nothing has one', async () => {
  await link(page.id, 'always');
  // The limits of an organization are read every ten seconds, whatever its windows.
  const asked = async (work: () => Promise<unknown>) =>
    (await committedReadsOf(loupe, work))?.filter((sql) => !/change_mark|organization_use/.test(sql)) ?? null;
  await seen();
  if ((await asked(seen)) === null) return expect(loupe.app.services.database.isShared).toBe(true);
  expect(await asked(seen)).toEqual([]);
  await link(page.id, 'hours', 'on Tue,Wed at 07:00-23:00');
  await publisher.services.documents.patch(publisher.editor, document.id, { timeWindow: 'until 2026-12-24' });
  expect(await seen()).toEqual(['always', 'hours']);
  expect(await asked(seen)).toEqual([]);
  clock.forward({ minutes: 60 });
  expect(await asked(seen)).toEqual([]);
  clock.to('2026-12-24T15:00:00Z');
  expect(await seen()).toBeNull();
  expect(await asked(seen)).toEqual([]);
});

describe('the preview', () => {
  it('travels in time, and says when the next window changes', async () => {
    const { services, editor } = publisher;
    await link(page.id, 'gift', 'from 2026-12-24T07:00 until 2026-12-25');
    const preview = async (at: string | null) =>
      services.readerPreviews.preview(editor, page.id, 'en-US', { at: at === null ? null : new Date(at) });
    expect(await preview(null)).toMatchObject({
      actions: [],
      at: clock.now(),
      changesAt: new Date('2026-12-23T22:00:00Z'),
      hiddenReasons: ['NoAction'],
    });
    expect(await preview('2026-12-23T22:00:00Z')).toMatchObject({
      actions: [{ name: 'gift' }],
      changesAt: new Date('2026-12-25T15:00:00Z'),
      hiddenReasons: [],
    });
    await services.documents.patch(editor, document.id, { timeWindow: 'until 2026-12-24' });
    expect(await preview('2026-12-25T00:00:00Z')).toMatchObject({ hiddenReasons: ['OutsideWindow'] });
  });

  it('shows a page itself while its zones are outside of their windows', async () => {
    const { services, editor } = publisher;
    await link(page.id, 'page');
    const offer = await zone('offer', 0, 'from 2026-12-10');
    await link(offer.id, 'offer');
    const preview = async (at: string) =>
      services.readerPreviews.preview(editor, page.id, 'en-US', { at: new Date(at) });
    expect(await preview('2026-12-09T00:00:00Z')).toMatchObject({
      hiddenReasons: [],
      changesAt: new Date('2026-12-09T15:00:00Z'),
    });
    expect(await preview('2026-12-10T00:00:00Z')).toMatchObject({ hiddenReasons: ['ZonesInstead'] });
  });
});
