/** Links are asked regularly and politely whether they answer, and the inbox names those that do not. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { useTestApp } from '../kit/use-app.js';
import { startTestApp } from '../kit/app.js';
import { newPublisher } from '../recognition/publisher.js';
import { paintedPage } from '../short-addresses/painted-page.js';
import { useScene } from '../short-addresses/scene.js';

const clock = new MovableClock();
const loupe = useTestApp({ clock, environment: { LOUPE_WEBHOOKS_PRIVATE: 'true' } });
const scene = useScene(loupe);

const statuses = new Map<string, number>();
const asked: string[] = [];
let running = 0;
let most = 0;
const site = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(`${request.method ?? ''} ${path}`);
  running += 1;
  most = Math.max(most, running);
  setImmediate(() => {
    running -= 1;
    response.writeHead(statuses.get(path) ?? 200).end();
  });
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});
beforeEach(() => {
  clock.to('2026-12-01T12:00:00Z');
  statuses.clear();
  asked.length = 0;
  most = 0;
});

const watch = async (watchesLinks = true) => {
  const { services, editor, organization } = scene.publisher;
  await services.publishingRules.update(editor, organization.id, { needsApproval: false, watchesLinks });
};
const look = async () => loupe.app.services.linkWatch.look();
const silent = async () => {
  const { services, editor, organization } = scene.publisher;
  const items = await services.inbox.of(editor, organization.id);
  return items.filter(({ kind }) => kind === 'LinkSilent');
};
const mine = () => asked.filter((each) => each.includes(scene.page.id));

test('an address that does not answer twice is named since the first time, until it answers', async () => {
  await watch();
  const path = `/${scene.page.id}`;
  statuses.set(path, 500);
  await scene.link(scene.page.id, 'shop', `${base}${path}`);
  await look();
  expect(await silent()).toEqual([]);
  await look();
  expect(mine()).toEqual([`HEAD ${path}`]);
  clock.forward({ minutes: 61 });
  await look();
  expect(await silent()).toMatchObject([
    {
      name: `${base}${path}`,
      documentId: scene.document.id,
      pageId: scene.page.id,
      at: new Date('2026-12-01T12:00:00Z'),
      reason: '500',
    },
  ]);
  statuses.set(path, 200);
  clock.forward({ minutes: 181 });
  await look();
  expect(await silent()).toEqual([]);
  clock.forward({ minutes: 23 * 60 });
  await look();
  expect(mine()).toHaveLength(3);
});

test('an address is not named any more once no action opens it', async () => {
  await watch();
  const path = `/${scene.page.id}`;
  statuses.set(path, 404);
  const { id } = await scene.link(scene.page.id, 'shop', `${base}${path}`);
  for (const minutes of [0, 61]) {
    clock.forward({ minutes });
    await look();
  }
  expect(await silent()).toHaveLength(1);
  const content = JSON.stringify({ Url: `${base}/other-${scene.page.id}` });
  await scene.publisher.services.actions.patch(scene.publisher.editor, id, { type: 'URL', content });
  expect(await silent()).toEqual([]);
});

test('a site is asked for ten addresses at a look, one after the other', async () => {
  await watch();
  for (let at = 0; at < 13; at += 1)
    await scene.link(scene.page.id, `link ${at}`, `${base}/${scene.page.id}/${at}`);
  await look();
  expect(mine()).toHaveLength(10);
  expect(most).toBe(1);
  await look();
  expect(mine()).toHaveLength(13);
});

test('nobody is asked where the organization does not want it', async () => {
  await scene.link(scene.page.id, 'shop', `${base}/${scene.page.id}`);
  await look();
  expect(mine()).toEqual([]);
});

test('private networks are never called', async () => {
  const strict = await startTestApp({ clock });
  try {
    const publisher = await newPublisher(strict);
    const { page } = await publisher.print(await paintedPage());
    await publisher.services.actions.create(publisher.editor, {
      ...{ nodeId: page.id, name: 'inside', type: 'URL', languageCode: 'en-US' },
      content: JSON.stringify({ Url: `${base}/${page.id}` }),
    });
    const rule = { needsApproval: false, watchesLinks: true };
    await publisher.services.publishingRules.update(publisher.editor, publisher.organization.id, rule);
    await strict.app.services.linkWatch.look();
    expect(asked.filter((each) => each.includes(page.id))).toEqual([]);
  } finally {
    await strict.close();
  }
});
