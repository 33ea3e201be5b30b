/** What the tus protocol asks of a server beside the uploads themselves. */
import { describe, expect, test } from 'vitest';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { useTestApp } from '../../kit/use-app.js';

const loupe = useTestApp({
  environment: { LOUPE_MAX_DOCUMENT_MB: '3', LOUPE_MAX_ARCHIVE_MB: '4', LOUPE_MAX_FILE_MB: '1' },
});

describe('a client of the tus protocol', () => {
  const address = (path = '') => `${loupe.url}/api/uploads${path}`;

  test('learns what the server can do, with and without a token, and as a preflight', async () => {
    const asked: readonly Record<string, string>[] = [
      {},
      { Authorization: 'Bearer x' },
      { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' },
    ];
    for (const path of ['', '/', '/00000000-0000-4000-8000-000000000000']) {
      for (const headers of asked) {
        const { status, headers: said } = await fetch(address(path), { method: 'OPTIONS', headers });
        expect([status, said.get('Tus-Version'), said.get('Tus-Resumable')]).toEqual([204, '1.0.0', '1.0.0']);
        expect(said.get('Tus-Extension')?.split(',')).toContain('creation');
        expect(said.get('Tus-Max-Size')).toBe(String(4 * 1024 * 1024));
        expect(said.get('Access-Control-Allow-Origin')).toBe('*');
      }
    }
    expect(
      (await fetch(`${loupe.url}/api/folders`, { method: 'OPTIONS' })).headers.get('Tus-Version'),
    ).toBeNull();
  });

  test('is refused with another version, and told which there is', async () => {
    const user = await (await seed(loupe).organization()).user();
    const headers = { Authorization: `Bearer ${user.token}`, 'Tus-Resumable': '0.2.2', 'Upload-Length': '3' };
    for (const [method, path] of [
      ['POST', ''],
      ['HEAD', '/00000000-0000-4000-8000-000000000000'],
      ['PATCH', '/00000000-0000-4000-8000-000000000000'],
    ] as const) {
      const { status, headers: said } = await fetch(address(path), { method, headers });
      expect([method, status, said.get('Tus-Version')]).toEqual([method, 412, '1.0.0']);
    }
  });

  test('may put blanks behind the commas of the metadata, and parameters behind the type of a part', async () => {
    const user = await (await seed(loupe).organization()).user();
    const tus = { Authorization: `Bearer ${user.token}`, 'Tus-Resumable': '1.0.0' };
    const jpeg = await jpegPicture(3);
    const begun = await fetch(address(), {
      method: 'POST',
      headers: {
        ...tus,
        'Upload-Length': String(jpeg.length),
        'Upload-Metadata': 'filename YS5qcGc= ,  filetype aW1hZ2UvanBlZw==',
      },
    });
    expect(begun.status).toBe(201);
    const place = new URL(begun.headers.get('Location') ?? '', loupe.url);
    const send = async (type: string) => {
      const headers = { ...tus, 'Upload-Offset': '0', 'Content-Type': type };
      return (await fetch(place, { method: 'PATCH', headers, body: new Uint8Array(jpeg) })).status;
    };
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'text/plain',
    ]) {
      expect([type, await send(type)]).toEqual([type, 415]);
    }
    expect(await send('Application/Offset+Octet-Stream; charset=utf-8')).toBe(204);
    const json = {
      Name: 'Catalogue',
      DefaultLanguage: 'en-US',
      ParentId: user.organizationId,
      UploadId: place.pathname.split('/').at(-1),
    };
    const { status } = await user.request('POST', '/api/Documents', { json });
    expect(status).toBe(201);
  });
});
