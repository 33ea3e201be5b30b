/** What indexes read of the rows of references. */
import { beforeAll, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { DatabaseFeed } from '../../src/engine/feed/database-feed.js';
import { Reference } from '../../src/engine/references/reference.entity.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';

const loupe = useTestApp();

beforeAll(async () => {
  const user = await (await seed(loupe).organization()).user();
  const folder = await user.folder();
  for (const number of [134, 135, 136])
    await folder.document(await jpegPicture(number), { status: 'Active' });
});

test('references are read by key as in the feed, and none of another index', async () => {
  const { database } = loupe.app.services;
  const [row] = await database.reader().find(Reference, {}, { fields: ['applicationId'], limit: 1 });
  const indexId = row!.applicationId;
  const feed = new DatabaseFeed(database);
  const all = await feed.read(indexId, 0, 100);
  expect(all).toHaveLength(3);
  const [first, , last] = all;
  const byKey = await feed.readKeys(indexId, [last!.key, first!.key, last!.key + 1000]);
  expect([...byKey].sort((a, b) => a.sequence - b.sequence)).toEqual([first, last]);
  expect(await feed.readKeys('0'.repeat(8), [first!.key])).toEqual([]);
  const { id: other } = await loupe.app.services.applications.create(operator, { kind: 'mobile' });
  expect(await feed.readKeys(other, [first!.key])).toEqual([]);
});
