import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../kit/seed/seed-user.js';
import { scan } from './support/scans.js';

const loupe = useTestApp();
let photo: Buffer;

beforeAll(async () => {
  photo = await jpegPicture(701);
});

interface Print {
  readonly above: SeededOrganization;
  readonly user: SeededUser;
  readonly folder: SeededFolder;
  readonly document: SeededDocument;
  readonly imageId: string;
  /** Id of what a scan of the page recognizes, null when nothing is. */
  readonly recognize: () => Promise<string | null>;
}

/** A page of an organization below the one whose ApiKey scans. */
async function print(): Promise<Print> {
  const above = await seed(loupe).organization();
  const below = await above.organization();
  const user = await above.user();
  const folder = await user.folder({ parentId: below.id });
  const document = await folder.document(photo);
  await document.action();
  const imageId = document.imageIds[0] ?? '';
  const recognize = async () => (await scan(loupe, above.apiKey, photo)).image?.Id ?? null;
  return { above, user, folder, document, imageId, recognize };
}

type Step = (print: Print) => Promise<unknown>;

const endings: readonly (readonly [string, Step])[] = [
  [
    'its document is deactivated',
    ({ user, document }) =>
      user.send('PATCH', `/api/documents?id=${document.id}`, { json: { Status: 'Inactive' } }),
  ],
  [
    'its image is deactivated',
    ({ user, imageId }) => user.send('PATCH', `/api/images?id=${imageId}`, { json: { Status: 'Inactive' } }),
  ],
  ['its document is deleted', ({ user, document }) => user.send('DELETE', `/api/documents/${document.id}`)],
  [
    'its folder is deleted with what it holds',
    ({ user, folder }) => user.send('DELETE', `/api/folders/${folder.id}?deletechildren=true`),
  ],
  [
    'its organization is deleted with what it holds',
    async ({ user, folder }) => {
      const { ParentId } = (await user.send('GET', `/api/folders/${folder.id}`)) as { ParentId: string };
      await user.send('DELETE', `/api/organizations/${ParentId}?deletechildren=true`);
    },
  ],
  [
    'its document gets another file',
    async ({ user, document }) => {
      const form = new FormData();
      form.append(
        'file',
        new Blob([new Uint8Array(await jpegPicture(702))], { type: 'image/jpeg' }),
        'other',
      );
      await user.send('PUT', `/api/documents?id=${document.id}&async=false`, { form });
    },
  ],
];

describe('a page is not recognized by the next scan after', () => {
  test.each(endings)('%s', async (_name, end) => {
    const printed = await print();
    expect(await printed.recognize()).toBe(printed.imageId);
    await end(printed);
    expect(await printed.recognize()).toBeNull();
  });

  test('it got a zone, which takes its place, and is again after the zone is deleted', async () => {
    const { user, document, imageId, recognize } = await print();
    const zoneId = await document.zone({ x: 10, y: 10, width: 80, height: 80 });
    expect(await recognize()).toBe(zoneId);
    await user.send('DELETE', `/api/zones/${zoneId}`);
    expect(await recognize()).toBe(imageId);
  });
});

describe('a page is recognized by the next scan after', () => {
  test('it was moved within its organization, by either address', async () => {
    const { user, folder, document, imageId, recognize } = await print();
    const other = await user.folder({ parentId: folder.id });
    await user.send('PATCH', `/api/documents?id=${document.id}`, { json: { ParentId: other.id } });
    expect(await recognize()).toBe(imageId);
    await user.send('PATCH', `/api/nodes/${document.id}`, { json: { ParentId: folder.id } });
    expect(await recognize()).toBe(imageId);
  });

  test('the deletion of its folder without children was refused', async () => {
    const { user, folder, imageId, recognize } = await print();
    expect((await user.request('DELETE', `/api/folders/${folder.id}?deletechildren=false`)).status).toBe(400);
    expect(await recognize()).toBe(imageId);
  });

  test('its organization moved out of reach of an ApiKey: for the new one, not for the old one', async () => {
    const { above, user, folder, imageId, recognize } = await print();
    const { ParentId: belowId } = (await user.send('GET', `/api/folders/${folder.id}`)) as {
      ParentId: string;
    };
    const branch = await above.organization();
    await user.send('PATCH', `/api/organizations?id=${belowId}`, { json: { ParentId: branch.id } });
    expect(await recognize()).toBe(imageId);
    expect((await scan(loupe, branch.apiKey, photo)).image?.Id).toBe(imageId);
    await user.send('PATCH', `/api/nodes/${belowId}`, { json: { ParentId: above.id } });
    expect((await scan(loupe, branch.apiKey, photo)).status).toBe(204);
  });
});
