/** People without an account comment by a link: named, few, seen by the owner, and with nothing but their own threads to read. */
import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../../src/access/viewer.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { MovableClock } from '../../kit/seed/seed-clock.js';
import { draftBench } from '../drafts/draft-bench.js';
import { commentCalls, threadId } from './comment-bench.js';

const clock = new MovableClock();
const bench = draftBench({ clock, environment: { LOUPE_SIGN_UPS_PER_HOUR: '0' } });
const { comment, reply, edit, remove, threads } = commentCalls(bench);
let code: string;
let linkId: string;

const PROBLEM = '... on Problem { code message ... on ValidationProblem { fields { path } } }';
const THREAD = `... on CommentThread { id isShared element { id } positionXPercent
  comments { text user isGuest isOwn mentions { id } } }`;

async function share(mayComment: boolean) {
  const made = await bench.mutate(
    'createPreviewLink(input: { documentId: $id, mayComment: $mayComment })',
    '$id: ID!, $mayComment: Boolean',
    '... on CreatedPreviewLink { url link { id mayComment } }',
    { id: bench.document.id, mayComment },
  );
  linkId = textMember(memberOf(made, 'link'), 'id');
  return new URL(textMember(made, 'url')).hash.replace('#code=', '');
}

const done = async (query: string, variables: object) =>
  memberOf(memberOf(await bench.asGuest(query, variables), 'data'), 'done');
const join = (name: string, by = code) =>
  done(
    `mutation ($input: JoinSharedPreviewInput!) { done: joinSharedPreview(input: $input) {
       ... on JoinedPreview { name guestKey } ${PROBLEM} } }`,
    { input: { code: by, name } },
  );
const keyOf = async (name: string, by = code) => textMember(await join(name, by), 'guestKey');
const say = (guestKey: string, text: string, more: object = {}) =>
  done(
    `mutation ($input: CommentOnSharedPreviewInput!) { done: commentOnSharedPreview(input: $input) { ${THREAD} ${PROBLEM} } }`,
    { input: { code, guestKey, text, ...more } },
  );
const answer = (guestKey: string, id: string, text: string) =>
  done(
    `mutation ($input: ReplyOnSharedPreviewInput!) { done: replyOnSharedPreview(input: $input) { ${THREAD} ${PROBLEM} } }`,
    { input: { code, guestKey, threadId: id, text } },
  );
const read = async (by = code) => {
  const answered = await bench.asGuest(
    `query ($code: String!) { sharedPreview(code: $code) { mayComment comments { id comments { text user isGuest mentions { id } } } } }`,
    { code: by },
  );
  return memberOf(answered, 'data') === null ? null : memberOf(memberOf(answered, 'data'), 'sharedPreview');
};

beforeEach(async () => {
  code = await share(true);
});

describe('a guest', () => {
  test('gives a name, comments on a place, is answered, and reads nothing of what the others say among themselves', async () => {
    await comment('Do not show this to the client');
    const key = await keyOf('  Ada \u202E Lovelace ');
    const place = { elementId: bench.pageId, positionXPercent: 10, positionYPercent: 20 };
    const begun = await say(key, 'The date is <b>wrong</b>.', place);
    expect(begun).toMatchObject({
      element: { id: bench.pageId },
      positionXPercent: 10,
      comments: [{ text: 'The date is <b>wrong</b>.', user: 'Ada Lovelace', isGuest: true, isOwn: false }],
    });
    const id = threadId(begun);
    await reply(id, 'Thank you', bench.user, { mentionedUserIds: [bench.user.id] });
    await answer(key, id, 'And the price.');
    expect(await read()).toEqual({
      mayComment: true,
      comments: [
        {
          id,
          comments: [
            { text: 'The date is <b>wrong</b>.', user: 'Ada Lovelace', isGuest: true, mentions: [] },
            { text: 'Thank you', user: bench.user.userName, isGuest: false, mentions: [] },
            { text: 'And the price.', user: 'Ada Lovelace', isGuest: true, mentions: [] },
          ],
        },
      ],
    });
    expect(await threads()).toMatchObject([
      { id, isResolved: false },
      { comments: [{ user: bench.user.userName }] },
    ]);
    const log = await bench.loupe.app.services.operations.list(operator, {
      organizationId: bench.organization.id,
      operation: 'comment',
    });
    expect(log.map(({ operation, elementName }) => `${operation} ${elementName}`)).toContain(
      'comment:join Ada Lovelace',
    );
  });

  test('is one of twenty, of whom none has the name of another', async () => {
    await keyOf('Ada');
    expect(await join('ADA ')).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'name' }] });
    for (const name of ['', ' \u200E ', 'x'.repeat(61)])
      expect(await join(name)).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'name' }] });
    for (let at = 2; at <= 20; at += 1) await keyOf(`Guest ${at}`);
    expect(await join('One too many')).toMatchObject({ code: 'FORBIDDEN' });
    const listed = await bench.ask(
      'query ($id: ID!) { document(id: $id) { previewLinks { id mayComment guests { name } } } }',
      { id: bench.document.id },
    );
    const [link] = elementsOf(memberOf(memberOf(memberOf(listed, 'data'), 'document'), 'previewLinks'));
    expect(elementsOf(memberOf(link, 'guests'))).toHaveLength(20);
  });

  test('is slowed down', async () => {
    const key = await keyOf('Ada');
    const answers = [];
    for (let at = 0; at < 11; at += 1) answers.push(await say(key, `Comment ${at}`));
    expect(answers.at(-1)).toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('comments on nothing but what the link shows', async () => {
    const key = await keyOf('Ada');
    const other = await (
      await bench.user.folder()
    ).document(await newPdf([35]), {
      contentType: 'application/pdf',
    });
    expect(await say(key, 'Here', { elementId: other.imageIds[0] })).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    const inside = threadId(await comment('Among ourselves'));
    expect(await answer(key, inside, 'I hear you')).toMatchObject({ code: 'NOT_FOUND' });
    const first = code;
    const begun = threadId(await say(key, 'By the first link'));
    code = await share(true);
    expect(await read()).toEqual({ mayComment: true, comments: [] });
    expect(await say(key, 'With the key of another link')).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await answer(await keyOf('Ada'), begun, 'In')).toMatchObject({ code: 'NOT_FOUND' });
    code = first;
    expect(await say('made up', 'In')).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('a link', () => {
  test('allows no comments unless it was made so', async () => {
    code = await share(false);
    expect(await join('Ada')).toMatchObject({ code: 'FORBIDDEN' });
    expect(await read()).toEqual({ mayComment: false, comments: [] });
    expect(await join('Ada', 'made up')).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('that was revoked or is too old ends commenting, and what was said stays with its name', async () => {
    const key = await keyOf('Ada');
    const begun = await say(key, 'Before');
    await bench.mutate('revokePreviewLink(input: { id: $id })', '$id: ID!', '... on Deleted { id }', {
      id: linkId,
    });
    expect(await say(key, 'After')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await answer(key, threadId(begun), 'After')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await read()).toBeNull();
    expect(await threads()).toMatchObject([{ comments: [{ text: 'Before', user: 'Ada' }] }]);
    code = await share(true);
    const late = await keyOf('Ada');
    clock.forward({ days: 8 });
    expect(await say(late, 'Too late')).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('lets those who may change the document delete what guests wrote, and nobody change it', async () => {
    const begun = await say(await keyOf('Ada'), 'Spam');
    const viewer = await bench.organization.user({ roles: ['Viewer'] });
    expect(await remove(threadId(begun), viewer)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await edit(threadId(begun), 'Mine')).toMatchObject({ code: 'FORBIDDEN' });
    expect(await remove(threadId(begun))).toEqual({ id: threadId(begun) });
    expect(await read()).toEqual({ mayComment: true, comments: [] });
  });
});
