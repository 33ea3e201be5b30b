/** Drafts that are published by a date: once, with the rights of that moment, or stopped with the reason. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operator } from '../../../src/access/viewer.js';
import { Draft } from '../../../src/documents/drafts/draft.entity.js';
import { newId } from '../../../src/kernel/ids.js';
import { Node } from '../../../src/tree/node.entity.js';
import { trashPath } from '../../../src/tree/trash-place.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import { MovableClock } from '../../kit/seed/seed-clock.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { draftBench, UPPER_LEFT } from './draft-bench.js';

const clock = new MovableClock();
const mails = await mkdtemp(join(tmpdir(), 'loupe-mails-'));
const bench = draftBench({ clock, environment: { LOUPE_MAIL_FOLDER: mails } });
const DATE = 'publishAt publishUser publishStopped';

const service = () => bench.loupe.app.services.draftSchedule;
const schedule = (at: string, who: SeededUser = bench.user, ifVersion: string | null = null) =>
  bench.mutate(
    'scheduleDraft(input: { documentId: $id, at: $at, ifVersion: $ifVersion })',
    '$id: ID!, $at: String!, $ifVersion: String',
    `... on Draft { ${DATE} }`,
    { id: bench.document.id, at, ifVersion },
    who,
  );
const cancel = () =>
  bench.mutate('unscheduleDraft(input: { documentId: $id })', '$id: ID!', `... on Draft { ${DATE} }`, {
    id: bench.document.id,
  });
const draft = async () => {
  const answer = await bench.ask(`query ($id: ID!) { document(id: $id) { draft { ${DATE} } } }`, {
    id: bench.document.id,
  });
  return memberOf(memberOf(memberOf(answer, 'data'), 'document'), 'draft');
};
const queue = async () => {
  const answer = await bench.ask(
    `query ($id: ID!) { organization(id: $id) { scheduledDrafts(first: 10) {
       totalCount nodes { publishAt publishStopped document { id name } } } } }`,
    { id: bench.organization.id },
  );
  return memberOf(memberOf(memberOf(answer, 'data'), 'organization'), 'scheduledDrafts');
};
const title = async () => {
  const titles = await bench.user.send('GET', `/api/Titles?nodeId=${bench.pageId}`);
  return memberOf(elementsOf(titles)[0], 'Value');
};

afterAll(async () => rm(mails, { recursive: true }));
beforeEach(async () => {
  clock.to('2026-12-23T12:00:00Z');
  // Each test has a user who logs in at this time.
  await bench.begin();
  await bench.loupe.app.services.organizations.update(operator, bench.organization.id, {
    timeZone: 'Asia/Tokyo',
  });
  await bench.start();
  await bench.edit([bench.titled('Winter')]);
});

test('a draft is published when its date has come by the clocks of the organization, and not before', async () => {
  expect(await schedule('2026-12-24T00:00')).toMatchObject({
    publishAt: '2026-12-23T15:00:00.000Z',
    publishUser: bench.user.userName,
    publishStopped: null,
  });
  expect(await queue()).toMatchObject({
    totalCount: 1,
    nodes: [{ publishAt: '2026-12-23T15:00:00.000Z', document: { id: bench.document.id } }],
  });
  clock.to('2026-12-23T14:59:59Z');
  expect(await service().publishDue()).toBe(0);
  expect(await title()).toBe('Spring');
  // Edits until then are published with it.
  await bench.edit([bench.titled('Late winter')]);
  clock.to('2026-12-23T15:00:00Z');
  expect(await service().publishDue()).toBe(1);
  expect([await title(), await draft()]).toEqual(['Late winter', null]);
  expect(await queue()).toMatchObject({ totalCount: 0, nodes: [] });
});

test('several servers that look at the same time publish it once', async () => {
  await schedule('2026-12-24T00:00');
  clock.to('2026-12-24T00:00:00Z');
  const rounds = await Promise.all(Array.from({ length: 4 }, async () => service().publishDue()));
  expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await title()).toBe('Winter');
  const log = await bench.loupe.app.services.operations.list(operator, {
    organizationId: bench.organization.id,
  });
  expect(log.filter(({ operation }) => operation === 'draft:publish')).toHaveLength(1);
});

test('a date can be moved and taken away', async () => {
  await schedule('2026-12-24T00:00');
  await schedule('2026-12-25T00:00');
  clock.to('2026-12-24T00:00:00Z');
  expect(await service().publishDue()).toBe(0);
  expect(await cancel()).toMatchObject({ publishAt: null, publishUser: null });
  clock.to('2026-12-26T00:00:00Z');
  expect(await service().publishDue()).toBe(0);
  expect(await title()).toBe('Spring');
});

test('a conflict at its time stops it, changes nothing, says why and mails the user, once', async () => {
  await schedule('2026-12-24T00:00');
  await bench.document.title('By hand', { nodeId: bench.pageId });
  clock.to('2026-12-23T15:00:00Z');
  for (let round = 0; round < 3; round += 1) expect(await service().publishDue()).toBe(0);
  expect(await title()).toBe('By hand');
  const stopped = { publishStopped: expect.stringContaining('Decide each of them') as unknown };
  expect(await draft()).toMatchObject(stopped);
  expect(await queue()).toMatchObject({ nodes: [stopped] });
  // Others are still being written.
  const written = async () => (await readdir(mails)).filter((name) => name.endsWith('.eml'));
  await expect.poll(written).toHaveLength(1);
  const [name = ''] = await written();
  expect(await readFile(join(mails, name), 'utf8')).toContain('Not published');
  // Decided, and with another date, it is published.
  const { id, version } = await bench.conflictOf();
  await bench.keep(id, version);
  expect(await schedule('2026-12-25T00:00')).toMatchObject({ publishStopped: null });
  clock.to('2026-12-24T15:00:00Z');
  expect(await service().publishDue()).toBe(1);
  expect(await title()).toBe('Winter');
});

test('what ends in the middle leaves the draft whole, and the next look publishes it', async () => {
  await bench.edit([{ createZone: { imageId: bench.pageId, name: 'Offer', ...UPPER_LEFT } }]);
  await schedule('2026-12-24T00:00');
  clock.to('2026-12-23T15:00:00Z');
  const { operations } = bench.loupe.app.services;
  // The last statement before the draft goes.
  const write = vi.spyOn(operations, 'write').mockImplementation(() => {
    throw new Error('The process ends here.');
  });
  await expect(service().publishDue()).rejects.toThrow('ends here');
  write.mockRestore();
  const zones = async () => elementsOf(await bench.user.send('GET', `/api/Zones?imageId=${bench.pageId}`));
  expect([await title(), await zones()]).toEqual(['Spring', []]);
  expect(await draft()).toMatchObject({ publishAt: '2026-12-23T15:00:00.000Z', publishStopped: null });
  expect(await service().publishDue()).toBe(1);
  expect([await title(), await draft()]).toEqual(['Winter', null]);
  expect(await zones()).toHaveLength(1);
});

test('those in the trash hold up no other, and are published when they are restored', async () => {
  const { services } = bench.loupe.app;
  // Nobody may set a date there: as many as one look takes up.
  await services.database.transaction(async ({ em }) => {
    const date = clock.now();
    for (let count = 0; count < 50; count += 1) {
      const [id, documentId] = [newId(), newId()];
      const place = { path: trashPath(documentId), organizationId: bench.organization.id, parentId: null };
      const dates = { dateCreated: date, dateModified: date };
      em.create(Node, { id: documentId, type: 'Document', name: 'Old', order: 0, ...place, ...dates });
      em.create(Draft, { id, documentId, user: 'operator', publishAt: date, ...dates });
    }
    await em.flush();
  });
  await schedule('2026-12-24T00:00');
  await bench.user.send('DELETE', `/api/documents/${bench.document.id}`);
  clock.to('2026-12-23T15:00:00Z');
  expect(await service().publishDue()).toBe(0);
  expect(await queue()).toMatchObject({ totalCount: 0 });
  await services.trash.restore(await bench.user.viewer(), bench.document.id);
  expect(await service().publishDue()).toBe(1);
  expect(await title()).toBe('Winter');
});

test('the list of those that wait is read some at a time', async () => {
  const folder = await bench.user.folder();
  const other = await folder.document(await jpegPicture(12));
  await bench.start(bench.user, other.id);
  const { draftSchedule } = bench.loupe.app.services;
  await draftSchedule.set(await bench.user.viewer(), other.id, '2026-12-26');
  await schedule('2026-12-24T00:00');
  const part = async (after: string | null) => {
    const answer = await bench.ask(
      `query ($id: ID!, $after: String) { organization(id: $id) { scheduledDrafts(first: 1, after: $after) {
         pageInfo { hasNextPage endCursor } nodes { changeCount document { id } } } } }`,
      { id: bench.organization.id, after },
    );
    return memberOf(memberOf(memberOf(answer, 'data'), 'organization'), 'scheduledDrafts');
  };
  const first = await part(null);
  expect(first).toMatchObject({
    pageInfo: { hasNextPage: true },
    nodes: [{ changeCount: 1, document: { id: bench.document.id } }],
  });
  expect(await part(textMember(memberOf(first, 'pageInfo'), 'endCursor'))).toMatchObject({
    pageInfo: { hasNextPage: false },
    nodes: [{ changeCount: 0, document: { id: other.id } }],
  });
  clock.to('2026-12-27T00:00:00Z');
  expect(await service().publishDue()).toBe(2);
});

describe('a user who set a date', () => {
  test('and cannot reach the document any more stops it', async () => {
    const other = await bench.organization.user({ roles: ['Editor'] });
    await schedule('2026-12-24T00:00', other);
    const below = await bench.organization.organization();
    await bench.loupe.app.services.users.patch(operator, other.id, { organizationId: below.id });
    clock.to('2026-12-23T15:00:00Z');
    expect(await service().publishDue()).toBe(0);
    expect(await draft()).toMatchObject({
      publishStopped: 'The user who set the date cannot reach the document any more. Set it again.',
    });
  });

  test('and has lost the right to change the document stops it', async () => {
    const other = await bench.organization.user({ roles: ['Editor'] });
    await schedule('2026-12-24T00:00', other);
    await bench.user.send('DELETE', `/api/Users/${other.id}`);
    clock.to('2026-12-23T15:00:00Z');
    expect(await service().publishDue()).toBe(0);
    expect(await draft()).toMatchObject({
      publishStopped: expect.stringContaining('may not log in any more') as unknown,
    });
  });

  test('is refused a date that is over, that is none, or with an old version', async () => {
    expect(await schedule('2026-12-23T20:59')).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'at', messages: ['must be in the future; publish it now instead'] }],
    });
    expect(await schedule('tomorrow')).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await schedule('2026-12-25', bench.user, 'old')).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    const viewer = await bench.organization.user({ roles: ['Viewer'] });
    expect(await schedule('2026-12-25', viewer)).toMatchObject({ code: 'FORBIDDEN' });
  });
});
