import { expect, test, vi } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { jpegPicture, upload } from '../kit/pictures.js';

const readiness = async ({ url }: TestApp) => {
  const answer = await fetch(`${url}/health/ready`);
  return [answer.status, await answer.json()];
};

test('a server that is started again opens its indexes before it says that it is ready', async () => {
  const before = await startTestApp();
  expect(await readiness(before)).toEqual([200, { status: 'ready' }]);
  const { applications, references, referenceSearch, uploads } = before.app.services;
  const { modifyKey } = await applications.create(operator, { kind: 'media' });
  const application = await applications.byKey(modifyKey ?? '', 'modify');
  const page = await jpegPicture(1);
  await references.add(application, { imageId: 'page', image: await upload(uploads, page) });
  await referenceSearch.search(application, { image: await upload(uploads, page) });

  const loupe = await before.restart();
  const { vision } = loupe.app.services;
  await expect.poll(() => readiness(loupe)).toEqual([200, { status: 'ready' }]);
  expect(await vision.openIndexes()).toMatchObject([{ id: application.id, size: 1 }]);

  vi.spyOn(vision, 'isWarm', 'get').mockReturnValue(false);
  expect(await readiness(loupe)).toEqual([503, { status: 'not ready', reasons: ['indexes'] }]);
  await loupe.close();
});
