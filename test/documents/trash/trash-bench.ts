/** What the tests of the trash share: a server with a clock to move, and for each test a publisher with little credit. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp } from '../../kit/app.js';
import { type BlobCounter, countBlobs } from '../../kit/files/blobs.js';
import { elementsOf, textMember } from '../../kit/json.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { jpegPicture } from '../../kit/pictures.js';
import { MovableClock } from '../../kit/seed/seed-clock.js';
import type { SeededDocument, SeededFolder, SeededUser } from '../../kit/seed/seed-user.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import { scan } from '../../rest/support/scans.js';

export class TrashBench {
  readonly clock = new MovableClock();
  loupe!: TestApp;
  blobs!: BlobCounter;
  organization!: SeededOrganization;
  user!: SeededUser;
  folder!: SeededFolder;
  photo!: Buffer;

  async start(): Promise<void> {
    this.loupe = await startTestApp({ clock: this.clock });
    this.blobs = countBlobs(this.loupe.folder);
    this.photo = await jpegPicture(91);
  }

  async begin(): Promise<void> {
    this.organization = await seed(this.loupe).organization({ accountType: 'Prepaid', credit: 5 });
    this.user = await this.organization.user();
    this.folder = await this.user.folder({ name: 'Spring' });
  }

  account = () => this.user.send('GET', `/api/accounts?organizationId=${this.organization.id}`);
  trash = async () => elementsOf(await this.user.send('GET', '/api/Trash'));
  remove = (path: string) => this.user.send('DELETE', path);
  restore = (id: string, query = '') => this.user.send('POST', `/api/Trash/${id}/Restore${query}`);
  statusOf = async (path: string) => (await this.user.request('GET', path)).status;
  recognized = async (of = this.photo) =>
    (await scan(this.loupe, this.organization.apiKey, of)).image?.Id ?? null;
  thumbnailOf = async (imageId: string) =>
    textMember(await this.user.send('GET', `/api/images/${imageId}`), 'BigThumbnail');
  /** Everything that the content of a document is, as one text. */
  exported = async (id: string) =>
    JSON.stringify(await this.user.send('GET', `/services/Automation/Export?documentId=${id}`));

  /** A document that has everything that content can have. */
  async rich(): Promise<{ readonly document: SeededDocument; readonly zoneId: string }> {
    const document = await this.folder.document(await newPdf([91, 92]), { contentType: 'application/pdf' });
    await document.title('Leaflet');
    await document.action({ name: 'Everywhere' });
    const imageId = document.imageIds[1];
    const zoneId = await document.zone({ imageId, x: 10, y: 10, width: 80, height: 80 });
    await document.action({ nodeId: zoneId, name: 'Zone' });
    await document.title('La zone', { nodeId: zoneId, languageCode: 'fr-FR' });
    return { document, zoneId };
  }
}

export function startTrashBench(): TrashBench {
  const bench = new TrashBench();
  beforeAll(() => bench.start());
  beforeEach(() => bench.begin());
  afterAll(() => bench.loupe.close());
  return bench;
}
