/** A Loupe below a path of a name that it shares, behind a proxy that takes the path off, and behind one that does not. */
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleSite } from '../../scripts/setup/console/console.mjs';
import { builtSite } from '../../src/http/site-files.js';
import { GraphqlClient } from '../graphql/support.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { newPdf } from '../kit/files/pdfs.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

const PATH = '/loupe';
const PERSON = { accept: 'text/html' };

/** Answers below the path alone, as the proxy of a shared name does. */
function openProxy(target: () => string, takesOff: boolean): Promise<Server> {
  const server = createServer((request, response) => {
    const { url = '', method = 'GET', headers } = request;
    if (!url.startsWith(`${PATH}/`) && url !== PATH) {
      response.writeHead(404).end('another site');
      return;
    }
    const path = takesOff ? url.slice(PATH.length) || '/' : url;
    const onward = ask(`${target()}${path}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe.each([
  ['takes the path off', true],
  ['leaves the path', false],
])('behind a proxy that %s', (_, takesOff) => {
  let proxy: Server;
  let loupe: TestApp;
  let editor: SeededUser;
  let origin: string;

  beforeAll(async () => {
    proxy = await openProxy(() => loupe.url, takesOff);
    origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    loupe = await startTestApp({
      consoleFolder: consoleSite.folder,
      guideFolder: builtSite('guide'),
      environment: { LOUPE_PUBLIC_URL: `${origin}${PATH}/` },
    });
    editor = await (await seed(loupe).organization()).user();
  });
  afterAll(async () => {
    await loupe.close();
    proxy.closeAllConnections();
    proxy.close();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, origin), { headers });
  /** The addresses that a page names, from where it was found. */
  const namedBy = async (page: Response) =>
    [...(await page.clone().text()).matchAll(/\b(?:href|src)="(?!data:)([^"#]+)"/g)].map(
      ([, path]) => new URL(path!.replaceAll('&amp;', '&'), page.url).pathname,
    );

  test('the console is found with all its files at each of its addresses', async () => {
    for (const path of [PATH, `${PATH}/`, `${PATH}/documents/1/pages/2`, `${PATH}/index.html`]) {
      const page = await get(path, PERSON);
      expect([path, page.status]).toEqual([path, 200]);
      expect(await page.clone().text()).toContain(`<meta name="loupe-path" content="${PATH}" />`);
      const files = await namedBy(page);
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) {
        expect(file).toMatch(/^\/loupe\//);
        expect([file, (await get(file)).status]).toEqual([file, 200]);
      }
    }
  });

  test('the guide, the reference and GraphiQL lead to each other and to the console', async () => {
    for (const path of [
      '/guide',
      '/guide/decisions/README.html',
      '/docs',
      '/docs/',
      '/swagger',
      '/graphql',
    ]) {
      const page = await get(PATH + path, PERSON);
      expect([path, page.status, new URL(page.url).pathname]).toEqual([
        path,
        200,
        expect.stringMatching(/^\/loupe\//),
      ]);
      for (const named of await namedBy(page))
        expect([path, named]).toEqual([path, expect.stringMatching(/^\/loupe\//)]);
    }
    expect(await (await get(`${PATH}/graphql`, PERSON)).text()).toContain(`"${PATH}/graphql"`);
    expect(await (await get(`${PATH}/openapi.json`)).json()).toMatchObject({ servers: [{ url: PATH }] });
  });

  test('lists name their other parts, and pictures are found', async () => {
    const folder = await editor.folder();
    const document = await folder.document(await jpegPicture(4));
    await editor.folder();
    const authorization = `Bearer ${editor.token}`;
    const list = await get(`${PATH}/api/nodes/${editor.organizationId}/folders?take=1`, { authorization });
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(list.headers.get('link') ?? '') ?? [];
    expect(next).toMatch(/^\/loupe\/api\/nodes\//);
    expect(await (await get(next, { authorization })).json()).toHaveLength(1);
    const about = await get(`${PATH}/api/images/${document.imageIds[0]!}`, { authorization });
    const [picture = ''] = /http[^"]*\/files\/[^"]*/.exec(await about.text()) ?? [];
    expect(picture).toMatch(`${origin}${PATH}/files/`);
    expect((await get(picture)).status).toBe(200);
  });

  test('a file is uploaded in parts', async () => {
    const pdf = await newPdf([1]);
    const address = await new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(pdf, {
        endpoint: `${origin}${PATH}/api/uploads`,
        headers: { Authorization: `Bearer ${editor.token}` },
        retryDelays: [],
        storeFingerprintForResuming: false,
        chunkSize: Math.ceil(pdf.length / 2),
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
      });
      upload.start();
    });
    expect(address).toMatch(`${origin}${PATH}/api/uploads/`);
  });

  test('the cookie of a session is kept below the path', async () => {
    const answer = await fetch(`${origin}${PATH}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, 'x-loupe-console': '1' },
      body: JSON.stringify({
        query: 'mutation ($input: StartSessionInput!) { startSession(input: $input) { __typename } }',
        variables: { input: { login: editor.userName, password: editor.password } },
      }),
    });
    expect(answer.headers.get('set-cookie')).toContain(`; Path=${PATH};`);
    const client = new GraphqlClient(`${origin}${PATH}`, { authorization: `Bearer ${editor.token}` });
    expect((await client.run('{ me { userName } }')).errors).toBeUndefined();
  });
});
