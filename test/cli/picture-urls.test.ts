/** Pictures that the command line names by an address, for a server to fetch. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { runLoupe } from '../kit/command.js';
import { openPictureSite, type PictureSite } from '../kit/servers/picture-site.js';
import { jpegPicture } from '../kit/pictures.js';

const key = 'key-of-the-catalog';
let server: TestApp;
let site: PictureSite;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-addresses-'));
  site = await openPictureSite(await jpegPicture(77));
  server = await startTestApp({
    environment: { LOUPE_PICTURE_URLS: 'true', LOUPE_WEBHOOKS_PRIVATE: 'true' },
  });
  await server.app.services.applications.create(operator, { kind: 'mobile', key });
});
afterAll(async () => {
  await server.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

describe('addresses of pictures on the command line', () => {
  it('are added by the name of their file, and searched', async () => {
    const at = ['--server', server.url, '--key', key, '--json'];
    const added = await runLoupe(['add', site.address('/covers/one%20more.jpg'), ...at], {});
    expect(added.json()).toMatchObject([{ id: 'one more.jpg', state: 'added', grade: 5 }]);
    expect(added.error).toBe('1 picture: 1 added\n');
    const found = await runLoupe(['search', site.address('/picture'), ...at], {});
    expect(found.json()).toMatchObject([{ id: 'one more.jpg', decision: 'Clone' }]);
    const refused = await runLoupe(['add', site.address('/absent'), ...at], {});
    expect(refused).toMatchObject({ exitCode: 4 });
    expect(refused.json()).toMatchObject([{ state: 'refused', note: expect.stringMatching(/HTTP 404/) }]);
  });

  it('are for servers alone, name a file, and do not replace each other', async () => {
    const at = ['--server', server.url, '--key', key];
    const one = site.address('/covers/one.jpg');
    const before = site.asked.length;
    for (const [words, advice] of [
      [['add', one, '--to', folder], /--server/],
      [['add', one, ...at, '--dry-run'], /archives/],
      [['add', site.address('/'), ...at], /names no file/],
      [['add', one, site.address('/covers/more/one.jpg'), ...at], /same name/],
      [['search', one, '--in', folder], /--server/],
    ] as const) {
      const { exitCode, error } = await runLoupe([...words], {});
      expect({ words, exitCode }).toEqual({ words, exitCode: 2 });
      expect(error).toMatch(advice);
    }
    expect(site.asked).toHaveLength(before);
  });
});
