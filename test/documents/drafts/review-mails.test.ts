/** Mails about reviews: to those who may approve when one is asked for, to the editors when it is decided. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { draftBench } from './draft-bench.js';
import { reviewCalls } from './review-calls.js';

const bench = draftBench({ environment: { LOUPE_PUBLIC_URL: 'https://loupe.press.example' } });
let editor: SeededUser;
let colleague: SeededUser;
let mails: { readonly editor: string; readonly colleague: string; readonly viewer: string };
const { ask, approve, refuse } = reviewCalls(bench, () => colleague);

const address = () => `${crypto.randomUUID()}@press.example`;

beforeEach(async () => {
  mails = { editor: address(), colleague: address(), viewer: address() };
  editor = await bench.organization.user({ roles: ['Editor'], mail: mails.editor });
  colleague = await bench.organization.user({ roles: ['Editor'], mail: mails.colleague });
  await bench.organization.user({ roles: ['Viewer'], mail: mails.viewer });
  await bench.start(editor);
  await bench.edit([bench.titled('Winter')], editor);
});

async function mailsTo(receiver: string): Promise<readonly string[]> {
  const folder = bench.loupe.config.mailFolder;
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const all = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return all.filter((each) => each.includes(`To: ${receiver}\r\n`)).map((each) => each.replace(/=\r\n/g, ''));
}

test('go to those who may approve, and back to the editors with the reason', async () => {
  await ask(editor);
  await expect.poll(() => mailsTo(mails.colleague)).toHaveLength(1);
  expect((await mailsTo(mails.colleague))[0]).toContain(
    `https://loupe.press.example/documents/${bench.document.id}`,
  );
  await refuse('The season is wrong.');
  await expect.poll(() => mailsTo(mails.editor)).toHaveLength(1);
  expect((await mailsTo(mails.editor))[0]).toContain('The season is wrong.');
  await ask(editor);
  await expect.poll(() => mailsTo(mails.colleague)).toHaveLength(2);
  await approve();
  await expect.poll(() => mailsTo(mails.editor)).toHaveLength(2);
  expect(await mailsTo(mails.viewer)).toEqual([]);
});
