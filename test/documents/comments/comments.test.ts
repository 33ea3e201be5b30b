/** Comments on a document and what is in it: threads, their authors, what they are about, and who may not see them. */
import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { seed } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { draftBench, idOf } from '../drafts/draft-bench.js';
import { commentCalls, lastIn, threadId } from './comment-bench.js';

const bench = draftBench();
const { comment, reply, edit, remove, resolve, reopen, list, threads } = commentCalls(bench);
let colleague: SeededUser;
let viewer: SeededUser;

beforeEach(async () => {
  colleague = await bench.organization.user({ roles: ['Editor'] });
  viewer = await bench.organization.user({ roles: ['Viewer'] });
});

const refusedAt = (path: string) => ({ code: 'BAD_USER_INPUT', fields: [{ path }] });

describe('a thread', () => {
  test('begins, is answered, closed and opened again, and is listed with its state', async () => {
    const begun = await comment('Is this the right season?', { elementId: bench.pageId });
    expect(begun).toMatchObject({
      subject: 'PAGE',
      element: { id: bench.pageId, type: 'IMAGE', pageOrder: 1 },
      isGone: false,
      isResolved: false,
      comments: [{ text: 'Is this the right season?', user: bench.user.userName, isOwn: true }],
    });
    const id = threadId(begun);
    expect(await reply(id, 'It is.', viewer)).toMatchObject({
      comments: [{ isOwn: false }, { text: 'It is.', user: viewer.userName, isOwn: true }],
    });
    expect(await resolve(id, colleague)).toMatchObject({ isResolved: true, resolvedBy: colleague.userName });
    await comment('Another one');
    expect(await list('isResolved: true')).toMatchObject({
      openCommentCount: 1,
      comments: { totalCount: 1, nodes: [{ id }] },
    });
    expect(await threads(`elementId: "${bench.pageId}"`)).toMatchObject([{ id }]);
    expect(await reopen(id)).toMatchObject({ isResolved: false, resolvedBy: null });
    expect(await list()).toMatchObject({ openCommentCount: 2, comments: { totalCount: 2 } });
    const log = await bench.loupe.app.services.operations.list(operator, {
      organizationId: bench.organization.id,
      operation: 'comment',
    });
    expect(log.map(({ operation, user }) => `${operation} ${user}`).toReversed()).toEqual([
      `comment:create ${bench.user.userName}`,
      `comment:create ${viewer.userName}`,
      `comment:resolve ${colleague.userName}`,
      `comment:create ${bench.user.userName}`,
      `comment:reopen ${bench.user.userName}`,
    ]);
  });

  test('is paged from the newest to the oldest', async () => {
    for (const text of ['one', 'two', 'three']) await comment(text);
    const answer = await bench.ask(
      `query ($id: ID!, $after: String) { document(id: $id) { comments(first: 2, after: $after) {
         nodes { comments { text } } pageInfo { endCursor hasNextPage } } } }`,
      { id: bench.document.id },
    );
    const page = memberOf(memberOf(memberOf(answer, 'data'), 'document'), 'comments');
    expect(page).toMatchObject({
      nodes: [{ comments: [{ text: 'three' }] }, { comments: [{ text: 'two' }] }],
      pageInfo: { hasNextPage: true },
    });
    const after = textMember(memberOf(page, 'pageInfo'), 'endCursor');
    expect(await threads(`first: 2, after: "${after}"`)).toMatchObject([{ comments: [{ text: 'one' }] }]);
  });

  test('keeps text as it was written, without HTML and without signs that nobody sees', async () => {
    const hostile = '<img src=x onerror=alert(1)> & "quotes"\n\u202Egnisrever\u202C';
    expect(await comment(`  ${hostile}\u0007 `)).toMatchObject({
      comments: [{ text: '<img src=x onerror=alert(1)> & "quotes"\ngnisrever' }],
    });
    expect(await comment(' \u200E\n ')).toMatchObject(refusedAt('text'));
    expect(await comment('x'.repeat(4001))).toMatchObject(refusedAt('text'));
    expect(await comment('x'.repeat(4000))).toMatchObject({ subject: 'DOCUMENT' });
  });

  test('is changed and deleted by its author alone, and answers outlive what they answer', async () => {
    const thread = await comment('First');
    const id = threadId(thread);
    const answered = await reply(id, 'Second', colleague);
    expect(await edit(id, 'Mine?', colleague)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await remove(id, colleague)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await edit(id, 'First, corrected')).toMatchObject({
      comments: [{ text: 'First, corrected', editedAt: expect.any(String) as unknown }, { editedAt: null }],
    });
    expect(await remove(id)).toEqual({ id });
    expect(await threads()).toMatchObject([
      {
        id,
        comments: [
          { text: '', isDeleted: true },
          { text: 'Second', isDeleted: false },
        ],
      },
    ]);
    expect(await edit(id, 'Back again')).toMatchObject({ code: 'NOT_FOUND' });
    await remove(lastIn(answered), colleague);
    const single = await comment('Alone');
    await remove(threadId(single));
    expect(await remove(threadId(single))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await threads()).toHaveLength(1);
  });

  test('holds at most two hundred comments', async () => {
    const id = threadId(await comment('First'));
    const { database } = bench.loupe.app.services;
    await database.transaction(async ({ em }) => {
      for (let at = 1; at < 200; at += 1)
        await em.execute(
          `insert into comment (id, document_id, thread_id, text, "user", date_created, date_modified)
           select ?, document_id, id, 'more', 'x', date_created, date_modified from comment where id = ?`,
          [`0190a000-0000-7000-8000-${String(at).padStart(12, '0')}`, id],
        );
    });
    expect(await reply(id, 'Too many')).toMatchObject(refusedAt('threadId'));
  });
});

describe('what a thread is about', () => {
  test('is a place on the picture of a page, and nothing beside it', async () => {
    const place = { elementId: bench.pageId, positionXPercent: 12.5, positionYPercent: 100 };
    expect(await comment('Here', place)).toMatchObject({ positionXPercent: 12.5, positionYPercent: 100 });
    expect(await comment('Here', { ...place, positionXPercent: 100.1 })).toMatchObject(
      refusedAt('positionXPercent'),
    );
    const half = { elementId: bench.pageId, positionXPercent: 5 };
    expect(await comment('Here', half)).toMatchObject(refusedAt('positionYPercent'));
    expect(await comment('Here', { ...place, elementId: null })).toMatchObject(refusedAt('positionXPercent'));
  });

  test('is a title or an action, also one that the draft alone has, and it stays readable when that goes', async () => {
    expect(await comment('Longer', { elementId: bench.pageId, languageCode: 'en-US' })).toMatchObject({
      subject: 'TITLE',
      languageCode: 'en-US',
    });
    await bench.start();
    const zoneId = idOf(await bench.edit([bench.zoned('Offer')]));
    const actionId = idOf(await bench.edit([bench.added('Buy')]));
    expect(await comment('Too small', { elementId: zoneId })).toMatchObject({
      subject: 'ZONE',
      subjectName: 'Offer',
      element: { id: zoneId, type: 'ZONE', pageOrder: 1 },
    });
    expect(await comment('Where to?', { elementId: bench.pageId, actionId })).toMatchObject({
      subject: 'ACTION',
      subjectName: 'Buy',
      isGone: false,
    });
    expect(await comment('Not there', { elementId: zoneId, actionId })).toMatchObject(refusedAt('actionId'));
    await bench.publish();
    const [ofAction, ofZone] = await threads('first: 2');
    expect([ofAction, ofZone]).toMatchObject([{ isGone: false }, { isGone: false }]);
    const published = textMember(ofAction, 'actionId');
    expect(published).not.toBe(actionId);
    await bench.user.send('DELETE', `/api/zones/${zoneId}`);
    await bench.user.send('DELETE', `/api/actions/${published}`);
    expect(await threads('first: 2')).toMatchObject([
      { isGone: true, subjectName: 'Buy', actionId: published, comments: [{ text: 'Where to?' }] },
      { isGone: true, subjectName: 'Offer', element: null, comments: [{ text: 'Too small' }] },
    ]);
    expect(await reply(threadId(ofZone), 'It is gone')).toMatchObject({
      comments: [{}, { text: 'It is gone' }],
    });
  });

  test('goes with its page when pages are moved and the file is replaced', async () => {
    const [first = '', second = ''] = bench.document.imageIds;
    await comment('On the first', { elementId: first });
    const zone = await bench.document.zone({ imageId: second, ...{ x: 5, y: 5, width: 40, height: 40 } });
    await comment('On the second', { elementId: zone });
    const form = new FormData();
    form.append('document', '{}');
    const bytes = new Uint8Array(await newPdf([32, 31]));
    form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'corrected.pdf');
    await bench.user.request('PUT', `/api/documents/${bench.document.id}?async=false`, { form });
    expect(await threads()).toMatchObject([
      { isGone: false, element: { id: zone, pageOrder: 1 } },
      { isGone: false, element: { id: first, pageOrder: 2 } },
    ]);
  });

  test('lies in the document, and in no other one', async () => {
    const other = await (
      await bench.user.folder()
    ).document(await newPdf([33]), {
      contentType: 'application/pdf',
    });
    const stranger = await (await seed(bench.loupe).organization()).user();
    const foreign = await (
      await stranger.folder()
    ).document(await newPdf([34]), {
      contentType: 'application/pdf',
    });
    for (const elementId of [other.imageIds[0], foreign.imageIds[0], bench.user.organizationId, 'x'])
      expect(await comment('Here', { elementId })).toMatchObject(refusedAt('elementId'));
  });
});

describe('people', () => {
  test('are called to a comment when they may see the document, and suggested by a part of their name', async () => {
    const thread = await comment('Have a look', { mentionedUserIds: [viewer.id] });
    expect(thread).toMatchObject({ comments: [{ mentions: [{ name: viewer.userName }] }] });
    const stranger = await (await seed(bench.loupe).organization()).user();
    const unseen = refusedAt('mentionedUserIds');
    for (const id of [stranger.id, '0190a000-0000-7000-8000-000000000000', 'nobody'])
      expect(await comment('You?', { mentionedUserIds: [id] })).toMatchObject(unseen);
    const suggested = await bench.ask(
      'query ($id: ID!, $search: String) { document(id: $id) { people(search: $search) { id name } } }',
      { id: bench.document.id, search: viewer.userName.slice(1, -1).toUpperCase() },
    );
    const people = memberOf(memberOf(memberOf(suggested, 'data'), 'document'), 'people');
    expect(elementsOf(people)).toEqual([{ id: viewer.id, name: viewer.userName }]);
  });

  test('who lost access neither read nor write, and their comments stay with their names', async () => {
    const thread = await comment('Before I went', {}, colleague);
    const id = threadId(thread);
    const administrator = await bench.organization.user();
    await administrator.send('PATCH', `/api/Users/${colleague.id}`, { json: { Status: 'Inactive' } });
    expect(await comment('You there?', { mentionedUserIds: [colleague.id] })).toMatchObject(
      refusedAt('mentionedUserIds'),
    );
    await administrator.send('DELETE', `/api/Users/${colleague.id}`);
    expect(await threads()).toMatchObject([{ id, comments: [{ user: colleague.userName }] }]);
    const stranger = await (await seed(bench.loupe).organization()).user();
    for (const refused of [
      await comment('In?', {}, stranger),
      await reply(id, 'In?', stranger),
      await edit(id, 'In?', stranger),
      await remove(id, stranger),
      await resolve(id, stranger),
    ])
      expect(refused).toMatchObject({ code: 'NOT_FOUND' });
    await expect(list('first: 1', stranger)).rejects.toThrow('in null');
  });
});
