/**
 * Makes test/fixtures/data-folder-<name>: the data folder of a server of this version with a little of everything, for tests
 * that later versions open it. Called once for a release: `bin/loupe-node --import tsx packages/bench/platform/make-data-folder-fixture.ts 0.2`.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestApp } from '../../../test/kit/app.js';
import { newPdf } from '../../../test/kit/files/pdfs.js';
import { jpegPicture } from '../../../test/kit/pictures.js';
import { seed } from '../../../test/kit/seed.js';
import { zipOf } from '../../../test/kit/files/zips.js';
import { scanBody } from './scan-request.js';

const PAGES = [31, 32] as const;

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('Say the name of the version, for example 0.2.');
const target = fileURLToPath(new URL(`../../../test/fixtures/data-folder-${name}/`, import.meta.url));
const copy = await mkdtemp(join(tmpdir(), 'loupe-fixture-'));

const loupe = await startTestApp();
try {
  const organization = await seed(loupe).organization({ name: 'Lake Press', credit: 100 });
  const password = 'a password of before';
  const user = await organization.user({ mail: 'editor@loupe.example', password });
  const folder = await user.folder({ name: 'Magazines' });
  const document = await folder.document(await newPdf(PAGES), {
    name: 'Spring',
    contentType: 'application/pdf',
  });
  const [first = '', second = ''] = document.imageIds;
  const languageCode = 'fr-FR';
  await user.send('PUT', '/api/DocumentLanguages', {
    json: { DocumentId: document.id, LanguageCode: languageCode },
  });
  await document.title('Spring');
  await document.title('Printemps', { languageCode });
  await document.title('Cover’s “first” page', { nodeId: first });
  await document.action({ nodeId: first });
  await document.action({ nodeId: first, name: 'En savoir plus', languageCode });
  const zoneId = await document.zone({ imageId: second, x: 5, y: 5, width: 90, height: 90 });
  await document.action({ nodeId: zoneId, name: 'Order' });
  await document.action({ nodeId: document.id, name: 'Visit us' });
  for (const page of PAGES) {
    const { type, bytes } = await scanBody(await jpegPicture(page));
    const headers = { ApiKey: organization.apiKey, 'Content-Type': type };
    const body = new Uint8Array(bytes);
    await fetch(`${loupe.url}/api/EnrichedImages`, { method: 'POST', headers, body });
  }
  const old = await folder.document(await jpegPicture(33), { name: 'Thrown away' });
  await user.send('DELETE', `/api/documents/${old.id}`);
  const { id: applicationId } = await organization.application();
  const facts = {
    organizationId: organization.id,
    apiKey: organization.apiKey,
    userName: user.userName,
    password,
    documentId: document.id,
    imageIds: document.imageIds,
    zoneId,
    applicationId,
  };
  await loupe.app.close();
  await cp(loupe.folder, copy, { recursive: true });
  const files: Record<string, Buffer> = {};
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(copy, path)] = await readFile(path);
  }
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'data.zip'), await zipOf(files));
  await writeFile(join(target, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
} finally {
  await rm(copy, { recursive: true, force: true });
  await rm(loupe.folder, { recursive: true, force: true });
}
