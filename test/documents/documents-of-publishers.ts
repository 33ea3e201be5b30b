/** Documents of a publisher, made and recognized through the services. */
import type { TestApp } from '../kit/app.js';
import { upload } from '../kit/pictures.js';
import type { Publisher } from '../kit/publisher.js';

export async function createDocument(
  { app }: TestApp,
  { organization, viewer }: Publisher,
  bytes: Buffer,
  waitForImages: boolean,
) {
  const input = { parentId: organization.id, name: 'Issue 1', defaultLanguage: 'en-US', status: 'Active' };
  const { documents, uploads } = app.services;
  return documents.create(viewer, input, await upload(uploads, bytes, 'issue.bin'), { waitForImages });
}

/** Ids of the targets that a picture shows, among those of one organization. */
export async function recognizedBy(
  { app }: TestApp,
  { organization }: Publisher,
  bytes: Buffer,
): Promise<string[]> {
  const { applications, referenceSearch, database, uploads } = app.services;
  const [id] = await applications.idsOf(database.reader(), [organization.id], 'content');
  const application = { id: id ?? '', kind: 'mobile', settings: {} } as Parameters<
    typeof referenceSearch.search
  >[0];
  const found = await referenceSearch.search(application, { image: await upload(uploads, bytes) });
  return found.hits.map((hit) => hit.id);
}
