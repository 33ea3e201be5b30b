/** A publisher with one printed page in a whole Loupe, for tests of recognition. */
import { toJpeg, type RgbImage } from '../../packages/bench/paint/rgb-image.js';
import { type PhotoOptions, simulatePhoto } from '../../packages/bench/simulation/photo-simulator.js';
import { operator, type Viewer } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import type { ScanDevice } from '../../src/readers/record-device.js';
import type { TestApp } from '../kit/app.js';

export const device: ScanDevice = {
  sessionId: null,
  host: '203.0.113.77',
  headers: { DeviceName: 'Phone', DeviceSystemVersion: '14.1', DeviceSystemVersionName: 'Android' },
};

const link = (name: string) => JSON.stringify({ Url: `https://lisiere.example/${name}` });

export async function newPublisher({ app }: TestApp, parentId?: string) {
  const { services } = app;
  const organization = await services.organizations.create(operator, {
    name: 'Lisière',
    languageCode: 'en-US',
    ...(parentId === undefined ? {} : { parentId }),
  });
  const path = (await services.nodes.path(operator, organization.id)).map(({ id }) => `${id}/`).join('');
  const editor: Viewer = {
    kind: 'user',
    userId: newId(),
    userName: 'editor@lisiere.example',
    organizationId: organization.id,
    organizationPath: path,
    roles: new Set(['Administrator']),
    isWebApiAuthorized: true,
  };
  const reader = await services.auth.viewerOfApiKey(organization.apiKey ?? '');
  if (reader === null) throw new Error('The ApiKey of a new organization is not known.');
  const folder = await services.folders.create(editor, { parentId: organization.id, name: 'Issues' });

  const upload = async (bytes: Buffer) =>
    services.uploads.receiveBytes(bytes, { maxBytes: 20_000_000, originalName: 'page.jpg' });

  /** Makes a document of one page. */
  async function print(picture: RgbImage, name = 'Summer issue') {
    const input = { parentId: folder.id, name, defaultLanguage: 'en-US', status: 'Active' };
    const file = await upload(await toJpeg(picture, 92));
    const document = await services.documents.create(editor, input, file, { waitForImages: true });
    const [page] = await services.documents.images(editor, document.id);
    if (page === undefined) throw new Error('The document has no page.');
    return { document, page };
  }

  async function addLink(nodeId: string, name: string, languageCode = 'en-US') {
    return services.actions.create(editor, { nodeId, languageCode, name, type: 'URL', content: link(name) });
  }

  /** Scans an encoded photo. */
  async function scan(photo: Buffer, languageCode: string | null = 'en-US', from: ScanDevice = device) {
    return services.recognition.scan(reader ?? editor, await upload(photo), { languageCode, device: from });
  }

  async function photograph(picture: RgbImage, options: PhotoOptions, languageCode?: string) {
    return scan((await simulatePhoto(picture, options)).jpeg, languageCode);
  }

  return { services, organization, editor, reader, folder, print, addLink, scan, photograph };
}

export type TestPublisher = Awaited<ReturnType<typeof newPublisher>>;
