/** A backup is taken beside a server that works, and put back where nothing is. */
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backUp } from '../../src/backup/backup.js';
import { restore } from '../../src/backup/restore.js';
import { readConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { runLoupe } from '../kit/command.js';
import { elementsOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { newDatabaseUrl } from '../kit/servers/postgres.js';
import { seed } from '../kit/seed.js';
import { type SeededFolder, SeededUser } from '../kit/seed/seed-user.js';

/** A process per command takes its time on a busy machine. */
const processesTimeoutMs = 300_000;

let loupe: TestApp;
let user: SeededUser;
let parent: SeededFolder;
let base: string;
let whole: string;
const acknowledged: { readonly folders: string[]; readonly documents: string[] } = {
  folders: [],
  documents: [],
};

const environmentOf = ({ config }: TestApp) => ({
  LOUPE_DATA: config.dataFolder,
  LOUPE_DATABASE_URL: config.databaseUrl,
});

/** An empty place of the same kind of database. */
async function emptyPlace(): Promise<{ readonly LOUPE_DATA: string; readonly LOUPE_DATABASE_URL: string }> {
  const folder = await mkdtemp(join(base, 'place-'));
  return { LOUPE_DATA: folder, LOUPE_DATABASE_URL: await newDatabaseUrl(folder) };
}

/** Changes things one after the other, until told to stop; notes what was acknowledged. */
function keepChanging() {
  let isOver = false;
  let changes = 0;
  const run = async () => {
    for (let step = 0; !isOver; step += 1) {
      const folder = await user.send('POST', '/api/Folders', {
        json: { Name: `F${step}`, ParentId: parent.id },
      });
      acknowledged.folders.push(textMember(folder, 'Id'));
      changes += 1;
      if (step % 4 !== 0) continue;
      const document = await parent.document(await jpegPicture(100 + step), { status: 'Inactive' });
      acknowledged.documents.push(document.id);
      changes += 1;
      // Some are thrown away while the backup is taken.
      if (step % 8 === 0) {
        acknowledged.documents.pop();
        await user.send('DELETE', `/api/documents/${document.id}`);
      }
    }
  };
  const running = run();
  return {
    count: () => changes,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'loupe-backup-'));
  loupe = await startTestApp();
  user = await (await seed(loupe).organization()).user();
  parent = await user.folder();
  for (let page = 0; page < 4; page += 1) {
    acknowledged.documents.push((await parent.document(await jpegPicture(50 + page))).id);
  }
  const changing = keepChanging();
  await vi.waitUntil(() => acknowledged.folders.length > 8, { timeout: 60_000 });
  const before = { folders: [...acknowledged.folders], documents: [...acknowledged.documents] };
  const changesBefore = changing.count();
  whole = join(base, 'whole');
  const taken = await runLoupe(['backup', whole, '--json'], environmentOf(loupe));
  await changing.stop();
  expect(taken).toMatchObject({ exitCode: 0, error: '' });
  expect(taken.json()).toMatchObject({ folder: whole, damaged: [] });
  expect(changing.count()).toBeGreaterThan(changesBefore);
  Object.assign(acknowledged, before);
}, processesTimeoutMs);
afterAll(async () => {
  await loupe.close();
  await rm(base, { recursive: true, force: true });
});

describe('a backup', { timeout: processesTimeoutMs }, () => {
  test('holds every change that was acknowledged before it began, though others went on', async () => {
    const place = await emptyPlace();
    const restored = await runLoupe(['restore', whole], place);
    expect(restored).toMatchObject({ exitCode: 0, error: '' });
    const again = await startTestApp({ environment: place });
    try {
      const verified = await again.app.services.verification.verify({ kind: 'operator' });
      expect(verified).toMatchObject({ differences: [] });
      const { organizationId, userName, password, id } = user;
      const { apiKey } = await loupe.app.services.organizations.get({ kind: 'operator' }, organizationId);
      const login = await again.app.services.auth.login({ apiKey, userName, password, address: null });
      const same = new SeededUser(again, { id, organizationId, userName, password, token: login.token });
      for (const folder of acknowledged.folders) await same.send('GET', `/api/Folders/${folder}`);
      for (const document of acknowledged.documents) {
        const images = elementsOf(await same.send('GET', `/api/documents/${document}/images`));
        const thumbnail = await fetch(textMember(images[0], 'SmallThumbnail'));
        expect([images.length, thumbnail.status]).toEqual([1, 200]);
      }
    } finally {
      await again.close();
    }
  });

  test('overwrites nothing, neither when it is taken nor when it is put back', async () => {
    const refused = { code: 'BAD_USER_INPUT' };
    await expect(backUp(loupe.config, whole)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('is there already'),
    });
    await expect(restore(loupe.config, whole)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('nothing is overwritten'),
    });
    const nowhere = readConfig({
      LOUPE_DATA: join(base, 'nothing'),
      LOUPE_DATABASE_URL: `sqlite:${join(base, 'nothing', 'loupe.sqlite')}`,
    });
    await expect(backUp(nowhere, join(base, 'of-nothing'))).rejects.toThrow('no database');
    expect((await readdir(base)).filter((name) => /of-nothing|partial|^nothing$/.test(name))).toEqual([]);
  });

  test('is refused when anything in it is torn, damaged, missing or of a later version', async () => {
    const harm = async (name: string, how: (folder: string) => Promise<unknown>) => {
      const folder = join(base, name);
      await cp(whole, folder, { recursive: true });
      await how(folder);
      const place = await emptyPlace();
      const failure: unknown = await restore(readConfig(place), folder).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'BAD_USER_INPUT' });
      expect([name, await readdir(place.LOUPE_DATA)]).toEqual([name, []]);
      return String(failure);
    };
    const files = (await readdir(whole, { recursive: true })).filter((path) => /^files\/..\/./.test(path));
    const [file = ''] = files;
    const database = (await readdir(whole)).find((name) => /^loupe\./.test(name)) ?? '';
    const size = (await stat(join(whole, database))).size;
    expect(await harm('torn', (folder) => truncate(join(folder, database), size - 100))).toContain('damaged');
    expect(await harm('longer', (folder) => appendFile(join(folder, file), 'x'))).toContain(file);
    expect(await harm('missing', (folder) => rm(join(folder, file)))).toContain('missing');
    expect(await harm('unfinished', (folder) => rm(join(folder, 'manifest.json')))).toContain('no finished');
    const flip = async (folder: string) => {
      const bytes = await readFile(join(folder, database));
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      await writeFile(join(folder, database), bytes);
    };
    expect(await harm('flipped', flip)).toContain('damaged');
    const edit = async (folder: string) => {
      const manifest = await readFile(join(folder, 'manifest.json'), 'utf8');
      await writeFile(join(folder, 'manifest.json'), manifest.replace('0001-initial', '9999-later'));
    };
    expect(await harm('edited', edit)).toContain('manifest.json of the backup is damaged');
  });

  test('is restored under the key that it was made with only', async () => {
    const place = await emptyPlace();
    const other = { ...place, LOUPE_SECRET_KEY: 'another key that is long enough for it' };
    await expect(restore(readConfig(other), whole)).rejects.toThrow('another secret key');
  });

  test('reports stored files that were damaged before, and keeps the rest', async () => {
    const [shard = ''] = (await readdir(loupe.config.filesFolder)).filter((name) => name.length === 2);
    const [id = ''] = await readdir(join(loupe.config.filesFolder, shard));
    const path = join(loupe.config.filesFolder, shard, id);
    const bytes = await readFile(path);
    await writeFile(path, Buffer.concat([bytes, Buffer.from('x')]));
    const folder = join(base, 'of-a-damaged-one');
    expect(await backUp(loupe.config, folder)).toMatchObject({ damaged: [id] });
    await writeFile(path, bytes);
    expect(await readdir(folder)).toContain('manifest.json');
  });
});
