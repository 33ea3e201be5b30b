/** The calendar of an organization: what is shown when, which drafts are published, where windows overlap or leave nothing. */
import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import type { ActionView } from '../../src/content/views.js';
import { useTestApp } from '../kit/use-app.js';
import { useScene } from '../short-addresses/scene.js';

const loupe = useTestApp();
const scene = useScene(loupe);
const MONTH = { from: new Date('2026-12-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') };

beforeEach(async () => {
  const { services, organization } = scene.publisher;
  await services.organizations.update(operator, organization.id, { timeZone: 'Europe/Zurich' });
});
const calendar = async (period = MONTH) =>
  scene.publisher.services.calendar.of(scene.publisher.editor, scene.publisher.organization.id, period);
const timed = async (name: string, timeWindow: string, nodeId = scene.page.id): Promise<ActionView> => {
  const { id } = await scene.link(nodeId, name);
  return scene.publisher.services.actions.patch(scene.publisher.editor, id, { timeWindow });
};

test('shows each kind with its openings by the clocks of the organization, and who set it', async () => {
  const { services, editor } = scene.publisher;
  await services.documents.patch(editor, scene.document.id, { timeWindow: 'until 2026-12-25T00:00' });
  await services.images.patch(editor, scene.page.id, { timeWindow: 'from 2026-12-10T12:00' });
  await services.titles.put(editor, {
    ...{ nodeId: scene.page.id, languageCode: 'en-US', value: 'Advent', timeWindow: 'until 2026-11-01' },
  });
  await timed('door', 'on Thu at 22:00-02:00');
  const { timeZone, entries, isComplete } = await calendar({
    ...MONTH,
    to: new Date('2026-12-12T00:00:00Z'),
  });
  expect([timeZone, isComplete]).toEqual(['Europe/Zurich', true]);
  const at = (text: string) => new Date(text);
  expect(entries).toMatchObject([
    { kind: 'Document', openings: [{ start: MONTH.from, end: at('2026-12-12T00:00:00Z') }], pageOrder: null },
    {
      kind: 'Action',
      name: 'door',
      languageCode: 'en-US',
      openings: [
        { start: at('2026-12-03T21:00:00Z'), end: at('2026-12-04T01:00:00Z') },
        { start: at('2026-12-10T21:00:00Z'), end: at('2026-12-11T01:00:00Z') },
      ],
      ...{ pageOrder: 1, isActive: true, user: 'editor@lisiere.example' },
    },
    { kind: 'Image', openings: [{ start: at('2026-12-10T11:00:00Z'), end: at('2026-12-12T00:00:00Z') }] },
  ]);
});

describe('notes', () => {
  const notes = async () =>
    (await calendar()).notes.map(({ kind, names, start, end }) => [
      kind,
      names,
      start.toISOString(),
      end.toISOString(),
    ]);

  test('name overlaps and gaps, and neither where windows meet', async () => {
    await timed('before', 'until 2026-12-10T00:00');
    await timed('after', 'from 2026-12-10T00:00');
    expect(await notes()).toEqual([]);
    await timed('too early', 'from 2026-12-09T00:00 until 2026-12-09T06:00');
    expect(await notes()).toEqual([
      ['Overlap', ['before', 'too early'], '2026-12-08T23:00:00.000Z', '2026-12-09T05:00:00.000Z'],
    ]);
  });

  test('see a gap only where nothing else is offered', async () => {
    await timed('first', 'until 2026-12-10T00:00');
    await timed('last', 'from 2026-12-20T00:00');
    expect(await notes()).toEqual([['Gap', [], '2026-12-09T23:00:00.000Z', '2026-12-19T23:00:00.000Z']]);
    await scene.link(scene.document.id, 'always');
    expect(await notes()).toEqual([]);
  });
});

test('leaves out what is in the trash, and what others have', async () => {
  await timed('door', 'from 2026-12-24T00:00');
  const { services, editor } = scene.publisher;
  await services.documents.delete(editor, scene.document.id);
  expect(await calendar()).toMatchObject({ entries: [], notes: [] });
  const first = scene.publisher;
  await scene.begin();
  await expect(
    scene.publisher.services.calendar.of(scene.publisher.editor, first.organization.id, MONTH),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  ['2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z', 'must be after from'],
  ['2026-12-01T00:00:00Z', '2027-03-01T00:00:00Z', 'at most 62 days'],
])('refuses a period from %s to %s', async (from, to, message) => {
  await expect(calendar({ from: new Date(from), to: new Date(to) })).rejects.toMatchObject({
    fields: { to: [expect.stringContaining(message)] },
  });
});

test('has drafts with a date, and why one was stopped', async () => {
  const { services, editor, organization } = scene.publisher;
  const { action } = await timed('door', 'on Mon').then((made) => ({ action: made }));
  await services.drafts.start(editor, scene.document.id);
  await services.drafts.edit(editor, scene.document.id, [
    { change: { updateAction: { id: action.id, patch: { name: 'Gate' } } } },
  ]);
  const at = new Date(Date.now() + 3 * 24 * 3_600_000);
  await services.draftSchedule.set(editor, scene.document.id, at.toISOString());
  const period = { from: new Date(at.getTime() - 3_600_000), to: new Date(at.getTime() + 3_600_000) };
  const { drafts } = await services.calendar.of(editor, organization.id, period);
  expect(drafts).toMatchObject([
    { documentId: scene.document.id, at, user: 'editor@lisiere.example', stopped: null },
  ]);
});
