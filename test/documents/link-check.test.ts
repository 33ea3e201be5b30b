/** Web addresses of a document are asked before readers try them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../kit/app.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';

const CHECK = `mutation ($id: ID!) { report: checkLinks(input: { documentId: $id }) {
  ... on LinkReport { links { url state status places { element { label } actionName languageCode } } } ... on Problem { code }
} }`;

/** Pages of a shop, of which some are missing, and one that answers people alone. */
const asked: string[] = [];
const answer: Parameters<typeof createServer>[1] = (request, response) => {
  asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
  const path = request.url ?? '';
  if (path === '/waits') return;
  if (path === '/moved') response.writeHead(302, { location: '/here' });
  else if (path === '/round') response.writeHead(302, { location: '/round' });
  else if (path === '/get-only') response.writeHead(request.method === 'GET' ? 200 : 405);
  else if (path === '/people') response.writeHead(403);
  else response.writeHead(path === '/here' ? 200 : 404);
  response.end();
};

async function documentWith(
  user: SeededUser,
  urls: readonly string[],
  picture = 51,
): Promise<SeededDocument> {
  const document = await (await user.folder()).document(await jpegPicture(picture), { name: 'Flyer' });
  for (const url of urls) {
    const content = { Url: url, ContentType: 'text/html' };
    const json = {
      NodeId: document.id,
      LanguageCode: 'en-US',
      Name: 'Shop',
      Type: 'URL',
      Content: JSON.stringify(content),
    };
    await user.send('POST', '/api/Actions', { json });
  }
  return document;
}

async function statesOf(user: SeededUser, id: string): Promise<Record<string, string>> {
  const reply = await user.send('POST', '/graphql', { json: { query: CHECK, variables: { id } } });
  const links = elementsOf(memberOf(memberOf(memberOf(reply, 'data'), 'report'), 'links'));
  return Object.fromEntries(links.map((link) => [textMember(link, 'url'), textMember(link, 'state')]));
}

describe('a check of links', () => {
  let loupe: TestApp;
  let guarded: TestApp;
  let server: Server;
  let site: string;
  beforeAll(async () => {
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    [loupe, guarded] = await Promise.all([
      startTestApp({ environment: { LOUPE_WEBHOOKS_PRIVATE: 'true' } }),
      startTestApp(),
    ]);
  });
  afterAll(async () => {
    await Promise.all([loupe.close(), guarded.close()]);
    server.closeAllConnections();
    server.close();
  });

  it('says of each address how it answers, and asks each once', async () => {
    const user = await (await seed(loupe).organization()).user();
    const paths = ['/here', '/moved', '/gone', '/round', '/get-only', '/people'];
    const document = await documentWith(user, [...paths.map((path) => `${site}${path}`), `${site}/here`]);
    asked.length = 0;
    const states = await statesOf(user, document.id);
    expect(paths.map((path) => states[`${site}${path}`])).toEqual([
      'ANSWERS',
      'ANSWERS',
      'BROKEN',
      'SILENT',
      'ANSWERS',
      'GUARDED',
    ]);
    // Once for itself, and once for what leads there.
    expect(asked.filter((line) => line === 'HEAD /here')).toHaveLength(2);
  });

  it('takes what nobody serves for silent, and looks at nothing but web addresses', async () => {
    const user = await (await seed(loupe).organization()).user();
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const closed = `http://127.0.0.1:${(free.address() as AddressInfo).port}/`;
    await new Promise((resolve) => free.close(resolve));
    const document = await documentWith(user, [closed, 'mailto:shop@loupe.example'], 52);
    expect(await statesOf(user, document.id)).toEqual({ [closed]: 'SILENT' });
  });

  it('never asks a private network, by its address or by a name, and says so', async () => {
    const user = await (await seed(guarded).organization()).user();
    const urls = [
      `${site}/here`,
      `http://localhost:${new URL(site).port}/here`,
      'http://[::1]/',
      'http://169.254.169.254/latest/meta-data',
      'http://2130706433/',
    ];
    const document = await documentWith(user, urls, 53);
    asked.length = 0;
    const states = await statesOf(user, document.id);
    expect(Object.values(states)).toEqual(urls.map(() => 'PRIVATE'));
    expect(asked).toEqual([]);
  });

  it('runs once at a time for an organization', async () => {
    const user = await (await seed(loupe).organization()).user();
    const document = await documentWith(user, [`${site}/waits`], 54);
    const viewer = await user.viewer();
    const { linkChecks } = loupe.app.services;
    const ending = new AbortController();
    const first = linkChecks.check(viewer, document.id, ending.signal);
    await expect.poll(() => asked.includes('HEAD /waits')).toBe(true);
    await expect(linkChecks.check(viewer, document.id)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    ending.abort();
    expect(await first).toMatchObject([{ state: 'NotAsked' }]);
  });
});
