/** Mails about comments: to those who are called and to those who wrote in the thread, in their language, unless they want none. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { memberOf } from '../../kit/json.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { draftBench } from '../drafts/draft-bench.js';
import { commentCalls, threadId } from './comment-bench.js';

const bench = draftBench({ environment: { LOUPE_PUBLIC_URL: 'https://loupe.press.example' } });
const { comment, reply, remove } = commentCalls(bench);
let colleague: SeededUser;
let mail: string;

beforeEach(async () => {
  mail = `${crypto.randomUUID()}@press.example`;
  colleague = await bench.organization.user({ roles: ['Editor'], mail });
});

const decoded = (message: string) =>
  Buffer.from(
    message
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

async function mailsTo(address: string): Promise<readonly string[]> {
  const folder = bench.loupe.config.mailFolder;
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((each) => each.includes(`To: ${address}\r\n`)).map(decoded);
}

const choose = (aboutComments: boolean, languageCode: string | null, who = colleague) =>
  bench.mutate(
    'updateMailChoice(input: $input)',
    '$input: UpdateMailChoiceInput!',
    '... on MailChoice { aboutComments languageCode }',
    { input: { aboutComments, languageCode } },
    who,
  );

/** Jobs run in the order in which they were made: the mail of a later one says that the earlier ones are done. */
async function afterAll(): Promise<void> {
  const last = `${crypto.randomUUID()}@press.example`;
  const witness = await bench.organization.user({ roles: ['Viewer'], mail: last });
  await comment('The last one', { mentionedUserIds: [witness.id] });
  await expect.poll(() => mailsTo(last)).toHaveLength(1);
}

describe('a mail', () => {
  test('goes to those who are called, with what was said, plain, and a link', async () => {
    await comment('Please <b>look</b>', { elementId: bench.pageId, mentionedUserIds: [colleague.id] });
    await expect.poll(() => mailsTo(mail)).toHaveLength(1);
    const [told = ''] = await mailsTo(mail);
    expect(told).toContain('Content-Type: text/plain');
    expect(told).toContain('Please <b>look</b>');
    expect(told).toContain(`https://loupe.press.example/documents/${bench.document.id}?comment=`);
    expect(told).toContain('switch these mails off in your account');
  });

  test('goes to those who wrote in the thread, in the language they chose, and not to the author', async () => {
    expect(await choose(true, 'de')).toEqual({ aboutComments: true, languageCode: 'de' });
    const id = threadId(await comment('Mine', {}, colleague));
    await reply(id, 'Yours', bench.user);
    await expect.poll(() => mailsTo(mail)).toHaveLength(1);
    expect((await mailsTo(mail))[0]).toContain('schreibt in');
    await reply(id, 'Mine again', colleague);
    await afterAll();
    expect(await mailsTo(mail)).toHaveLength(1);
  });

  test('is not sent to those who want none, to those who lost access, and not about what was deleted', async () => {
    expect(await choose(false, null)).toEqual({ aboutComments: false, languageCode: null });
    await comment('Not wanted', { mentionedUserIds: [colleague.id] });
    await afterAll();
    expect(await mailsTo(mail)).toEqual([]);
    await choose(true, null);
    const me = await bench.ask('{ me { mailChoice { aboutComments languageCode } } }', {}, colleague);
    expect(memberOf(memberOf(memberOf(me, 'data'), 'me'), 'mailChoice')).toEqual({
      aboutComments: true,
      languageCode: null,
    });
    const thread = await comment('Before', {}, colleague);
    const administrator = await bench.organization.user();
    await administrator.send('PATCH', `/api/Users/${colleague.id}`, { json: { Status: 'Inactive' } });
    await reply(threadId(thread), 'After');
    await afterAll();
    expect(await mailsTo(mail)).toEqual([]);
  });

  test('goes to who shared the document for comments, when a guest comments', async () => {
    const { previewLinks, guestComments } = bench.loupe.app.services;
    const maker = await colleague.viewer();
    const { code } = await previewLinks.create(maker, bench.document.id, { mayComment: true });
    const { guestKey } = await guestComments.join(code, 'Ada');
    await guestComments.create({ code, guestKey }, {}, 'The date is wrong');
    await expect.poll(() => mailsTo(mail)).toHaveLength(1);
    const [told = ''] = await mailsTo(mail);
    expect(told).toContain('Ada (guest) commented');
    expect(told).toContain('The date is wrong');
  });

  test('is refused in a language that there are no mails in', async () => {
    expect(await choose(true, 'ja')).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'languageCode' }],
    });
    expect(await remove('nobody')).toMatchObject({ code: 'NOT_FOUND' });
  });
});
