/** Bytes that belong to nothing are looked for while the server runs, not only when it starts. */
import { access, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startSweeps } from '../../src/app/sweeps.js';
import { newId } from '../../src/kernel/ids.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { zipOf } from '../kit/files/zips.js';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

const loupe = useTestApp();

afterEach(() => void vi.useRealTimers());

const pathOf = (id: string) => join(loupe.config.filesFolder, id.slice(-2), id);

async function makeOld(id: string): Promise<void> {
  await utimes(pathOf(id), new Date(0), new Date(0));
}

const isThere = async (id: string) =>
  access(pathOf(id)).then(
    () => true,
    () => false,
  );

test('the sweep comes again every six hours, and ends with the server', async () => {
  const { services } = loupe.app;
  // Only what begins from now on waits for the clock of the test.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stop = startSweeps(services, true);
  const orphan = newId();
  await services.blobs.put(orphan, Buffer.from('belongs to nothing'));
  await makeOld(orphan);
  vi.advanceTimersByTime(SIX_HOURS_MS - 1);
  expect(await isThere(orphan)).toBe(true);
  vi.advanceTimersByTime(1);
  await vi.waitFor(async () => expect(await isThere(orphan)).toBe(false), { timeout: 30_000 });
  await stop();
  const later = newId();
  await services.blobs.put(later, Buffer.from('belongs to nothing'));
  await makeOld(later);
  expect(vi.getTimerCount()).toBe(0);
  expect(await isThere(later)).toBe(true);
});

test('a ZIP that waits to be imported is left alone, however old', async () => {
  const { applications, uploads, fileStore, database } = loupe.app.services;
  const application = await (await seed(loupe).organization()).application();
  const files = Object.fromEntries(
    await Promise.all(
      Array.from({ length: 12 }, async (_, at) => [`${at}.jpg`, await jpegPicture(700 + at)] as const),
    ),
  );
  const zip = await uploads.receiveBytes(await zipOf(files), { maxBytes: 2 ** 28 });
  const { referenceImports } = loupe.app.services;
  const { id } = await referenceImports.start(await applications.byKey(application.key, 'modify'), zip);
  await makeOld(id);
  await fileStore.sweep(database);
  const view = await referenceImports.ended({ id: application.id }, id);
  expect(view).toMatchObject({ state: 'Done', added: 12 });
  expect(await isThere(id)).toBe(false);
});
